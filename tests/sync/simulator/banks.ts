import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { EndpointName } from '#contract/index.ts';
import type { Database } from '#server/db/database.ts';
import type { Random } from '#server/db/seed/random.ts';
import type { SeenEntity } from './tables.ts';

/** A call by an office user who is always signed in. */
export type Order = (
  name: EndpointName,
  row: { id: string; version?: number },
  body?: Record<string, unknown>,
) => Promise<boolean>;

type Bank = 'goal-option' | 'plan-option' | 'cpt-code' | 'dx-code';

const BANKS: Record<Bank, { entity: SeenEntity; rows: ReturnType<typeof sql> }> = {
  'goal-option': { entity: 'goal_option', rows: sql`goal_options where true` },
  'plan-option': { entity: 'plan_option', rows: sql`plan_options where true` },
  'cpt-code': { entity: 'clinical_code', rows: sql`clinical_codes where kind = 'cpt'` },
  'dx-code': { entity: 'clinical_code', rows: sql`clinical_codes where kind = 'dx'` },
};

/** The organization's goals, plans, and codes, as the office adds, changes, and archives them. */
export class Banks {
  readonly #db: Database;
  readonly #order: Order;
  readonly #service: string;
  /** Entities of which something was created in this run. */
  readonly made = new Set<SeenEntity>();
  #count = 0;

  constructor(db: Database, order: Order, service: string) {
    this.#db = db;
    this.#order = order;
    this.#service = service;
  }

  async change(random: Random): Promise<void> {
    const bank = random.pick(['goal-option', 'plan-option', 'cpt-code', 'dx-code'] as const);
    const { rows } = await this.#db.execute<{ id: string; version: number }>(
      sql`select id, version from ${BANKS[bank].rows} and deleted_at is null order by version, id`,
    );
    const known = rows.length === 0 || random.chance(0.4) ? null : random.pick(rows);
    if (known === null) return this.#add(bank, random);
    if (random.chance(0.25)) {
      await this.#order(`${bank}.delete`, known);
      return;
    }
    const words = bank.endsWith('option') ? { option_text: this.#words() } : { description: this.#words() };
    const change = random.pick([words, { archived: random.chance(0.7) }]);
    await this.#order(`${bank}.update`, known, change);
  }

  async #add(bank: Bank, random: Random): Promise<void> {
    this.made.add(BANKS[bank].entity);
    const id = randomUUID();
    const service = random.chance(0.5) ? this.#service : null;
    const words = this.#words();
    // Codes in these formats mean nothing here.
    const code = bank === 'cpt-code' ? String(10_000 + this.#count) : `Z00.${1_000 + this.#count}`;
    const entry = bank.endsWith('option')
      ? { option_text: words, translations: random.chance(0.5) ? { es: words } : {} }
      : { code, description: words };
    await this.#order(`${bank}.create`, { id }, { id, service, archived: false, ...entry });
  }

  #words(): string {
    this.#count += 1;
    return `words ${this.#count}`;
  }
}
