import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { recordChange, recordDeletion } from '#server/db/change-index.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { clients } from '#server/db/schema/clients.ts';
import { school_closures } from '#server/db/schema/school-closures.ts';
import { students } from '#server/db/schema/students.ts';
import type { Random } from '#server/db/seed/random.ts';

/** Days on which the schedules' series have occurrences. */
const DAYS = ['2026-03-10', '2026-03-17', '2026-03-24'];

/** School closures, as the office creates, moves, and deletes them. */
export class Closures {
  readonly #db: Database;
  readonly #client: string;
  /** Something was closed in this run. */
  wereMade = false;

  constructor(db: Database, client: string) {
    this.#db = db;
    this.#client = client;
  }

  /** A client whose schools these students go to. */
  static async open(db: Database, ids: readonly string[]): Promise<Closures> {
    const client = randomUUID();
    await db.insert(clients).values({ id: client, name: 'District' });
    await db
      .update(students)
      .set({ client })
      .where(inArray(students.id, [...ids]));
    return new Closures(db, client);
  }

  async change(random: Random): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(
        sql`select id from school_closures where deleted_at is null order by closure_date, id`,
      );
      const known = rows.length === 0 ? null : random.pick(rows).id;
      const closure_date = random.pick(DAYS);
      if (known === null || random.chance(0.4)) return this.#make(tx, closure_date, random);
      if (random.chance(0.5)) return this.#remove(tx, known);
      await tx
        .update(school_closures)
        .set({ closure_date, version: sql`version + 1` })
        .where(eq(school_closures.id, known));
      await recordChange(tx, 'school_closure', known, ['global']);
    });
  }

  async #make(tx: Transaction, closure_date: string, random: Random): Promise<void> {
    this.wereMade = true;
    const id = randomUUID();
    const client = random.chance(0.7) ? this.#client : null;
    await tx.insert(school_closures).values({ id, client, closure_date, reason: 'Holiday', version: 1 });
    await recordChange(tx, 'school_closure', id, ['global']);
  }

  async #remove(tx: Transaction, id: string): Promise<void> {
    const deleted_at = new Date().toISOString();
    await tx.update(school_closures).set({ deleted_at }).where(eq(school_closures.id, id));
    await recordDeletion(tx, 'school_closure', id);
  }
}
