import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { EndpointName } from '#contract/index.ts';
import { NOBODY } from '#domain/notifications/message-audience.ts';
import type { Database } from '#server/db/database.ts';
import { isoInstant } from '#server/db/json-rows.ts';
import type { Random } from '#server/db/seed/random.ts';
import type { Person } from '#tests/server/api-world.ts';
import type { Order } from './banks.ts';

/** A form by an office user who is always signed in; returns whether it was accepted. */
export type SendForm = (
  name: EndpointName,
  row: { id: string; version?: number },
  form: FormData,
) => Promise<boolean>;

/** A message as the form sends it again. */
interface KnownMessage extends Record<string, unknown> {
  id: string;
  version: number;
}

/** Announcements, as the office sends, schedules, edits, and recalls them, and reminds people of them. */
export class Messages {
  readonly #db: Database;
  readonly #order: Order;
  readonly #sendForm: SendForm;
  readonly #people: readonly Person[];
  readonly #now: () => number;
  #texts = 0;

  constructor(
    db: Database,
    calls: { order: Order; sendForm: SendForm },
    people: readonly Person[],
    now: () => number,
  ) {
    this.#db = db;
    this.#order = calls.order;
    this.#sendForm = calls.sendForm;
    this.#people = people;
    this.#now = now;
  }

  async change(random: Random): Promise<void> {
    const { rows: known } = await this.#db.execute<KnownMessage>(
      sql`select id, version, title, display_msg, message, audience, requires_acknowledgment,
          requires_signature, ${sql.raw(isoInstant('shown_until'))}
        from admin_messages where recalled_at is null order by title`,
    );
    if (known.length === 0 || random.chance(0.3)) return this.send(random, random.chance(0.2));
    const message = random.pick(known);
    const act = random.next();
    if (act < 0.15) return void (await this.#order('admin-message.recall', message));
    if (act < 0.25) return void (await this.#order('admin-message.remind', { id: message.id }));
    await this.#save('admin-message.update', message, { ...message, ...this.#edit(random) });
  }

  /** @param isScheduled it is shown only after a while, and not for long */
  async send(random: Random, isScheduled = false): Promise<void> {
    const id = randomUUID();
    const inMs = (ms: number) => new Date(this.#now() + ms).toISOString();
    const times = isScheduled
      ? { shown_from: inMs(600_000), shown_until: inMs(3_600_000) }
      : { shown_from: null, shown_until: null };
    const body = { id, title: this.#text(), display_msg: '', message: '<p>Read this.</p>', ...times };
    const needs = random.pick([SIGNED, SIGNED, ACKNOWLEDGED, VIEWED]);
    await this.#save('admin-message.create', { id }, { ...body, ...needs, audience: this.#audience(random) });
  }

  /** Only another text, or other needs, are asked about again. */
  #edit(random: Random): Record<string, unknown> {
    const needs = random.pick([SIGNED, ACKNOWLEDGED, VIEWED]);
    return random.pick([
      () => ({ title: this.#text() }),
      () => ({ title: this.#text() }),
      () => ({ title: this.#text(), ...needs }),
      () => ({ display_msg: 'Another summary' }),
      () => ({ audience: this.#audience(random) }),
    ])();
  }

  #audience(random: Random): object {
    const some = this.#people.filter(() => random.chance(0.8));
    return { ...NOBODY, people: (some.length === 0 ? this.#people : some).map(({ id }) => id) };
  }

  /** No two texts are alike, so that a title says which one was read. */
  #text(): string {
    this.#texts += 1;
    return `text ${String(this.#texts).padStart(6, '0')}`;
  }

  async #save(name: EndpointName, row: { id: string; version?: number }, body: object): Promise<void> {
    const { version: _, ...fields } = body as { version?: number };
    const form = new FormData();
    form.set('message', JSON.stringify({ shown_from: null, ...fields, id: row.id }));
    await this.#sendForm(name, row, form);
  }
}

const SIGNED = { requires_acknowledgment: true, requires_signature: true };
const ACKNOWLEDGED = { requires_acknowledgment: true, requires_signature: false };
const VIEWED = { requires_acknowledgment: false, requires_signature: false };
