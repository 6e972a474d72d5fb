import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import type { Random } from '#server/db/seed/random.ts';
import type { Order } from './banks.ts';

/** Before any day of the schedules. */
const LAST_YEAR = '2025-12-01';
const YESTERDAY = '2026-03-09';

type Assigned = { id: string; version: number; provider: string | null };

/** Who serves a student, as the office decides by assigning, ending, and deleting services. */
export class Assignments {
  readonly #db: Database;
  readonly #order: Order;
  readonly #service: string;
  /** A service was assigned in this run. */
  wereMade = false;

  constructor(db: Database, order: Order, service: string) {
    this.#db = db;
    this.#order = order;
    this.#service = service;
  }

  /** From now on exactly these people deliver a service to the student. */
  async serve(student: string, providers: readonly string[], random: Random): Promise<void> {
    this.wereMade = true;
    const { rows } = await this.#db.execute<Assigned>(
      sql`select id, version, provider from assigned_services
        where student = ${student} and end_date is null and deleted_at is null order by provider, version, id`,
    );
    const missing = providers.filter((id) => !rows.some(({ provider }) => provider === id));
    // If no one is left, assign the service to no one first: only then do the others leave.
    if (providers.length === 0 && rows.length === 0) await this.#assign(student, null);
    for (const id of missing) await this.#assign(student, id);
    for (const row of rows.filter(({ provider }) => provider !== null && !providers.includes(provider))) {
      const end = random.pick(['date', 'nobody', 'delete'] as const);
      if (end === 'delete') await this.#order('student-service.delete', row);
      else if (end === 'date') await this.#order('student-service.update', row, { end_date: YESTERDAY });
      else await this.#order('student-service.update', row, { provider: null });
    }
  }

  async #assign(student: string, provider: string | null): Promise<void> {
    const body = {
      ...{ id: randomUUID(), service: this.#service, provider, start_date: LAST_YEAR, end_date: null },
      ...{ authorised_minutes: 60, authorised_per: 'week' },
    };
    await this.#order('student-service.create', { id: student }, body);
  }
}
