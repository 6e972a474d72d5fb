import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { Refusal } from '#contract/errors.ts';
import type { Database } from '#server/db/database.ts';
import { attempt_counters } from '#server/db/schema/people.ts';

const WINDOW_MS = 15 * 60_000;

/** Tries per 15 minutes. A school has one address for many people. */
export const ATTEMPT_LIMITS = { address: 100, account: 10 } as const;

/** What is tried: each has its own counters. */
export type Guessable = 'login' | 'password' | 'reset' | 'feed';

function keysOf(what: Guessable, who: { address: string; account: string | null }): [string, number][] {
  const keys: [string, number][] = [[`${what}|address|${who.address}`, ATTEMPT_LIMITS.address]];
  if (who.account !== null) keys.push([accountKey(what, who.account), ATTEMPT_LIMITS.account]);
  return keys;
}

function accountKey(what: Guessable, account: string): string {
  return `${what}|account|${createHash('sha256').update(account.toLowerCase()).digest('hex')}`;
}

/**
 * Counts an attempt before it is judged, so that many at once are counted too, and
 * refuses beyond the limit. The counters live in the database: all processes of the
 * server share them. Accounts that do not exist are counted like any other.
 */
export async function countAttempt(
  db: Database,
  what: Guessable,
  who: { address: string; account: string | null },
  now: Date,
): Promise<void> {
  const windowBefore = new Date(now.getTime() - WINDOW_MS).toISOString();
  for (const [key, limit] of keysOf(what, who)) {
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
    if (counted !== undefined && counted.attempts > limit) throw new Refusal('request.too-many');
  }
}

/** Who has shown to be the person is not held up by earlier slips. */
export async function forgetAttempts(db: Database, what: Guessable, account: string): Promise<void> {
  await db.delete(attempt_counters).where(eq(attempt_counters.key, accountKey(what, account)));
}
