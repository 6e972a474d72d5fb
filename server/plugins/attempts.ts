import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { Database } from '#server/db/database.ts';
import { attempt_counters } from '#server/db/schema/sign-ins.ts';

const WINDOW_MS = 15 * 60_000;

/** Attempts per 15 minutes. A school has one address for many people. */
export const ATTEMPT_LIMITS = { address: 100, account: 10 } as const;

/** Login attempts per 15 minutes. */
export const LOGIN_LIMITS = {
  /** For one person before they slow down. */
  free: 5,
  longestDelayMs: 10_000,
  /** For one person from one address. */
  pair: 30,
  /** From a known device, before it counts as any other. */
  device: 10,
} as const;

/** What can be guessed: each has its own counters. */
export type Guessable = 'login' | 'password' | 'code' | 'reset' | 'feed';

function keysOf(what: Guessable, who: { address: string; account: string | null }): [string, number][] {
  const keys: [string, number][] = [[`${what}|address|${who.address}`, ATTEMPT_LIMITS.address]];
  if (who.account !== null) keys.push([accountKey(what, who.account), ATTEMPT_LIMITS.account]);
  return keys;
}

function accountKey(what: Guessable, account: string): string {
  return `${what}|account|${createHash('sha256').update(account.toLowerCase()).digest('hex')}`;
}

/**
 * Increments the counter of the key's current window.
 * @returns the new count
 */
async function count(db: Database, key: string, now: Date): Promise<number> {
  const windowBefore = new Date(now.getTime() - WINDOW_MS).toISOString();
  const isOver = sql`${attempt_counters.window_started_at} <= ${windowBefore}::timestamptz`;
  const [counted] = await db
    .insert(attempt_counters)
    .values({ key, window_started_at: now.toISOString(), attempts: 1 })
    .onConflictDoUpdate({
      target: attempt_counters.key,
      set: {
        attempts: sql`case when ${isOver} then 1 else ${attempt_counters.attempts} + 1 end`,
        window_started_at: sql`case when ${isOver} then excluded.window_started_at else ${attempt_counters.window_started_at} end`,
      },
    })
    .returning({ attempts: attempt_counters.attempts });
  return counted?.attempts ?? 1;
}

/**
 * Counts an attempt before it is judged, so that concurrent ones count too, and refuses beyond the limit. The
 * counters are in the database, shared by all server processes. Nonexistent accounts are counted like any
 * other.
 */
export async function countAttempt(
  db: Database,
  what: Exclude<Guessable, 'login'>,
  who: { address: string; account: string | null },
  now: Date,
): Promise<void> {
  for (const [key, limit] of keysOf(what, who)) {
    if ((await count(db, key, now)) > limit) throw new ApiError('request.too-many');
  }
}

/** A login attempt. */
export interface LoginAttempt {
  address: string;
  /** The account, or what was typed if there is none. */
  person: string;
  /** What was typed, from `unknownPerson`. */
  name?: string;
  /** The marker of a browser on which this person logged in before. */
  device: string | null;
}

/**
 * An attempt counts for the account and for the name that was typed, whether or not it has an account: otherwise guesses under one
 * name would slow down another only where neither has one.
 */
function loginKeys({ address, person, name = person }: LoginAttempt) {
  return {
    address: `login|address|${address}`,
    of: [...new Set([person, name])].map((one) => ({
      person: `login|person|${one}`,
      pair: `login|pair|${one}|${address}`,
    })),
  };
}

/**
 * The counter key of a name without an account. Similar email addresses and user names count together, as
 * those of an account do, so a delay doesn't reveal which exist.
 */
export function unknownPerson(typed: string): string {
  const [name = ''] = typed.trim().toLowerCase().split('@');
  return createHash('sha256').update(name).digest('hex');
}

/** In place of the account's id where there is none, so that an attempt counts as often as with one. */
export function unknownAccount(typed: string): string {
  return createHash('sha256').update(`account ${typed.trim().toLowerCase()}`).digest('hex');
}

/** The delay of the next attempt after this many in the window. Milliseconds. */
function loginDelayMs(attempts: number): number {
  const beyond = attempts - LOGIN_LIMITS.free;
  return beyond <= 0 ? 0 : Math.min(LOGIN_LIMITS.longestDelayMs, 250 * 2 ** beyond);
}

/**
 * Counts a login attempt before it is judged. Wrong passwords from elsewhere slow down attempts for that
 * person, and never block them: only a single address that keeps trying is blocked. A device on which the
 * person logged in before is exempt, as long as it doesn't guess itself.
 * @returns how long the attempt has to wait, in milliseconds
 */
export async function countLogin(db: Database, attempt: LoginAttempt, now: Date): Promise<number> {
  if (attempt.device !== null) {
    const tried = await count(db, `login|device|${attempt.device}`, now);
    if (tried <= LOGIN_LIMITS.device) return 0;
  }
  const keys = loginKeys(attempt);
  const byAddress = await count(db, keys.address, now);
  let [byPair, byPerson] = [0, 0];
  for (const { pair } of keys.of) byPair = Math.max(byPair, await count(db, pair, now));
  if (byAddress > ATTEMPT_LIMITS.address || byPair > LOGIN_LIMITS.pair)
    throw new ApiError('request.too-many');
  for (const { person } of keys.of) byPerson = Math.max(byPerson, await count(db, person, now));
  return loginDelayMs(byPerson);
}

/** Removes this person's attempts from this address, after a successful login. Others' attempts stay. */
export async function forgetLogin(db: Database, attempt: LoginAttempt): Promise<void> {
  const { of, address } = loginKeys(attempt);
  const pairs = of.map(({ pair }) => pair);
  const forgotten = attempt.device === null ? pairs : [...pairs, `login|device|${attempt.device}`];
  const gone = await db
    .delete(attempt_counters)
    .where(inArray(attempt_counters.key, forgotten))
    .returning({ key: attempt_counters.key, attempts: attempt_counters.attempts });
  const without = (keys: string[], own: number) =>
    db
      .update(attempt_counters)
      .set({ attempts: sql`greatest(0, ${attempt_counters.attempts} - ${own}::int)` })
      .where(inArray(attempt_counters.key, keys));
  for (const [at, { pair, person }] of of.entries()) {
    const own = gone.find(({ key }) => key === pair)?.attempts ?? 0;
    await without(at === 0 ? [person, address] : [person], own);
  }
}

/** A person who has proved who they are isn't held up by earlier typos. */
export async function forgetAttempts(db: Database, what: Guessable, account: string): Promise<void> {
  await db.delete(attempt_counters).where(eq(attempt_counters.key, accountKey(what, account)));
}
