import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { ApiError } from '#contract/errors.ts';
import type { WaitingEndpointName } from '#contract/index.ts';
import { dropCall, keepCall, replaceCall, waitingCalls } from '#db/waiting-calls.ts';
import { CATEGORY_CODES } from '#domain/tickets/ticket.ts';
import { submitTicket } from '#features/tickets/submit-ticket.ts';
import type { Database } from '#server/db/database.ts';
import type { Random } from '#server/db/seed/random.ts';
import { UnknownApiError } from '#sync/api-client.ts';
import { isoNow } from '#sync/clock.ts';
import type { Account, Tab } from './device.ts';
import type { Server } from './server.ts';

/** A ticket, comment, or feedback that a person wrote, and what the screen told them. */
interface CallIntent {
  mark: string;
  endpoint: WaitingEndpointName;
  account: Account;
  /** `saved` was reported, `unsaved` was too; `unsure` if the tab died or the server refused it at once. */
  status: 'saved' | 'unsaved' | 'unsure' | 'discarded';
  /** An older copy of the server, without it, was restored after it had arrived. */
  isUndone: boolean;
}

/** What the server has under these marks, with duplicates. */
export async function marksAtOffice(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ mark: string }>(
    sql`select title as mark from tickets union all select comment from ticket_comments
      union all select message from feedback`,
  );
  return rows.map(({ mark }) => mark);
}

/** What people write to support: it waits on the device without being a row there. */
export class Calls {
  readonly #server: Server;
  readonly #intents: CallIntent[] = [];

  constructor(server: Server) {
    this.#server = server;
  }

  get count(): number {
    return this.#intents.length;
  }

  async write(tab: Tab, random: Random, mark: string): Promise<void> {
    const own = await this.#ownTickets(tab);
    const kinds = ['ticket.create', 'ticket.create', 'feedback.create'] as const;
    const endpoint = own.length > 0 && random.chance(0.4) ? 'ticket.create-comment' : random.pick(kinds);
    const { account } = tab;
    const intent: CallIntent = { mark, endpoint, account, status: 'unsure', isUndone: false };
    this.#intents.push(intent);
    try {
      if (endpoint === 'ticket.create') await submit(tab, random, mark);
      else await keep(tab, endpoint, mark, own.length === 0 ? null : random.pick(own));
      intent.status = 'saved';
    } catch (problem) {
      // The dialog stays open with what was entered.
      if (problem instanceof ApiError || problem instanceof UnknownApiError) return;
      if (tab.fuse.wasFull && endpoint !== 'ticket.create') intent.status = 'unsaved';
      throw problem;
    }
  }

  /** Ids of tickets that this person can open. */
  async #ownTickets({ account }: Tab): Promise<string[]> {
    const { rows } = await this.#server.world.db.execute<{ id: string }>(
      sql`select id from tickets where requester = ${account.user_id} and deleted_at is null order by title`,
    );
    return rows.map(({ id }) => id);
  }

  /** The office deletes a ticket: comments that are under way to it are refused. */
  async deleteOne(random: Random): Promise<void> {
    const { rows } = await this.#server.world.db.execute<{ id: string; version: number }>(
      sql`select id, version from tickets where deleted_at is null order by title`,
    );
    if (rows.length > 0) await this.#server.order('ticket.delete', random.pick(rows));
  }

  /** The author sends a refused one again, or discards it; returns whether there was one. */
  async attend(tab: Tab, random: Random): Promise<boolean> {
    const [refused] = (await waitingCalls(tab.db)).filter(({ problem }) => problem !== null);
    if (refused === undefined) return false;
    if (random.chance(0.5)) {
      await replaceCall(tab.db, refused, { problem: null, key: uuidv7() });
      return true;
    }
    const mark = markOfBody(refused.body);
    const intent = this.#intents.find((one) => one.mark === mark);
    if (intent !== undefined) intent.status = 'unsure';
    await dropCall(tab.db, refused);
    if (intent !== undefined) intent.status = 'discarded';
    return true;
  }

  /** Those that the restored copy lacks: no one sends them again. */
  noteUndone(before: readonly string[], after: readonly string[]): void {
    const left = new Set(after);
    const gone = new Set(before.filter((mark) => !left.has(mark)));
    for (const intent of this.#intents) if (gone.has(intent.mark)) intent.isUndone = true;
  }

  /** What is lost already: nothing may be, not even for a moment. */
  async lost(accounts: readonly Account[]): Promise<string[]> {
    const saved = this.#intents.filter(
      ({ account, status, isUndone }) => accounts.includes(account) && status === 'saved' && !isUndone,
    );
    if (saved.length === 0) return [];
    const there = new Set(await marksAtOffice(this.#server.world.db));
    const here = new Set((await Promise.all(accounts.map(marksOnDevice))).flat().map(({ mark }) => mark));
    return saved
      .filter(({ mark }) => !there.has(mark) && !here.has(mark))
      .map(({ endpoint, mark }) => `${endpoint} (${mark}) is lost`);
  }

  /** Broken invariants at rest, as messages: each is at the office exactly once, or refused on its device. */
  async broken(accounts: readonly Account[]): Promise<string[]> {
    if (this.#intents.length === 0) return [];
    const there = await marksAtOffice(this.#server.world.db);
    const here = (await Promise.all(accounts.map(marksOnDevice))).flat();
    const stuck = here
      .filter(({ isRefused }) => !isRefused)
      .map(({ mark }) => `a call still waits (${mark})`);
    const wrong = this.#intents.flatMap(({ endpoint, mark, status, isUndone }) => {
      const arrived = there.filter((one) => one === mark).length;
      const kept = here.filter((one) => one.mark === mark).length;
      const name = `${endpoint} (${mark})`;
      if (status === 'unsaved' && arrived + kept > 0) return [`${name} was said to be not saved, yet was`];
      // A restored copy may lack what it was refused for.
      if (arrived > 1 || (arrived + kept > 1 && !this.#server.wasRestored)) {
        return [`${name} is in the office ${arrived} times and in its device ${kept} times`];
      }
      return arrived + kept === 0 && status === 'saved' && !isUndone ? [`${name} is lost`] : [];
    });
    return [...stuck, ...wrong];
  }
}

async function marksOnDevice({ observer }: Account): Promise<{ mark: string; isRefused: boolean }[]> {
  const calls = await waitingCalls(observer);
  return calls.map(({ body, problem }) => ({ mark: markOfBody(body), isRefused: problem !== null }));
}

function markOfBody({ title, comment, message }: Record<string, unknown>): string {
  return String(title ?? comment ?? message);
}

/** The support dialog sends at once, and keeps the ticket only if there is no answer. */
async function submit({ api, workspace }: Tab, random: Random, title: string): Promise<void> {
  const body = { id: uuidv7(), category: random.pick(CATEGORY_CODES), title, details: 'Please help.' };
  await submitTicket({ engine: { api }, workspace }, body, uuidv7());
}

/** Comments and feedback wait first. */
async function keep(
  { db, device }: Tab,
  endpoint: 'ticket.create-comment' | 'feedback.create',
  mark: string,
  ticket: string | null,
): Promise<void> {
  const about =
    endpoint === 'feedback.create'
      ? { params: {}, body: { id: uuidv7(), rating: null, message: mark, screen: '' } }
      : { params: { id: ticket ?? '' }, body: { id: uuidv7(), comment: mark } };
  const written = { captured_at: isoNow(device.clock), problem: null };
  await keepCall(db, { key: uuidv7(), endpoint, ...about, ...written });
}
