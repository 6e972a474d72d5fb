import { sql } from 'drizzle-orm';
import type { Database, Transaction } from './database.ts';
import { describeSession } from './pooler.ts';
import { openPostgres, type PostgresDatabase } from './postgres.ts';

/** Who asks, and when by the server's clock. */
interface Reader {
  user_id: string;
  /** ISO 8601. */
  now: string;
}

export interface Standby {
  /**
   * Reads from the standby, in one snapshot, if it shows all that this person has changed and isn't far behind.
   * @returns null where it can't: ask the primary then. Otherwise the answer, and the instant by which
   * everything committed is in it
   */
  read<Result>(
    reader: Reader,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<{ result: Result; as_of: string } | null>;
  /** How many readings it answered, and how many were left to the primary. */
  readonly counts: { answered: number; declined: number };
  /** How far it was behind at the last report, in seconds. */
  lag(): number;
  close(): Promise<void>;
}

interface StandbyOptions {
  /** The server's clock. */
  now?: () => Date;
  /** How often the primary's position is noted. */
  everyMs?: number;
  /** Answers that are older than this come from the primary. */
  mostLagMs?: number;
  /** How long it is left alone after it failed. */
  restMs?: number;
  onTrouble?: (error: unknown) => void;
}

/** The primary's position in its log: a standby that has replayed it has everything committed before. */
interface Sample {
  at: number;
  position: bigint;
}

const LIMITS = { connectMs: 2_000, statementMs: 60_000, silenceMs: 65_000 };
/** Positions to remember: more than `mostLagMs` needs. */
const MOST_SAMPLES = 120;
/** Changes of a person that are older than this are on every standby that is used at all. */
const OWN_CHANGES_MS = 300_000;

/** The standby can't be used; the message says why. */
class UnfitStandby extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnfitStandby';
  }
}

/**
 * A streaming standby of the primary, for reports. It takes no write and decides nothing: whatever it can't
 * answer, the primary does.
 */
export function openStandby(
  primary: Database,
  url: string,
  {
    now = () => new Date(),
    everyMs = 1_000,
    mostLagMs = 10_000,
    restMs = 5_000,
    onTrouble = () => undefined,
  }: StandbyOptions = {},
): Standby {
  const db = openPostgres(url, { limits: LIMITS });
  const counts = { answered: 0, declined: 0 };
  const samples: Sample[] = [];
  let isFit: Promise<void> | null = null;
  let restsUntil = 0;
  let lagMs = 0;

  async function sample(): Promise<void> {
    // Before the question: what is committed by now is in the position that it answers.
    const at = now().getTime();
    const { rows } = await primary.execute<{ position: string }>(
      sql`select (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as position`,
    );
    samples.push({ at, position: BigInt(rows[0]?.position ?? 0) });
    if (samples.length > MOST_SAMPLES) samples.shift();
  }
  const noting = setInterval(() => void sample().catch(() => undefined), everyMs);
  noting.unref();

  /** The newest instant of which the standby has everything. */
  async function freshness(): Promise<number> {
    const { rows } = await db.execute<{ position: string | null }>(
      sql`select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position`,
    );
    const replayed = BigInt(rows[0]?.position ?? 0);
    const newest = samples.findLast(({ position }) => position <= replayed);
    // Or more, if it has replayed none of them.
    lagMs = Math.max(0, now().getTime() - ((newest ?? samples[0])?.at ?? 0));
    return newest?.at ?? 0;
  }

  /** The entries that the person's changes have left in the audit of late: each change leaves one. */
  async function changesOf(on: Pick<Database, 'execute'>, { user_id, now: asked }: Reader): Promise<number> {
    const since = new Date(Date.parse(asked) - OWN_CHANGES_MS).toISOString();
    const { rows } = await on.execute<{ changes: number }>(sql`
      select count(*)::int as changes from audit_entries where user_id = ${user_id} and at > ${since}`);
    return rows[0]?.changes ?? 0;
  }

  async function refuseUnfit(): Promise<void> {
    const problem = await standbyProblem(primary, db);
    if (problem !== null) throw new UnfitStandby(problem);
  }

  return {
    counts,
    lag: () => lagMs / 1_000,
    async read(reader, work) {
      const decline = () => {
        counts.declined += 1;
        return null;
      };
      if (performance.now() < restsUntil) return decline();
      try {
        isFit ??= refuseUnfit();
        await isFit;
        if (samples.length === 0) await sample();
        // In this order: the snapshot is not older than the position, and has what was counted before.
        const own = await changesOf(primary, reader);
        const asOf = await freshness();
        if (Date.parse(reader.now) - asOf > mostLagMs) return decline();
        const result = await db.transaction(
          async (tx) => ((await changesOf(tx, reader)) < own ? null : { result: await work(tx) }),
          { isolationLevel: 'repeatable read', accessMode: 'read only' },
        );
        if (result === null) return decline();
        counts.answered += 1;
        return { ...result, as_of: new Date(asOf).toISOString() };
      } catch (error) {
        // It may be another one when it is back.
        isFit = null;
        restsUntil = performance.now() + restMs;
        onTrouble(error);
        return decline();
      }
    },
    async close() {
      clearInterval(noting);
      await db.close();
    },
  };
}

/** Why this isn't a standby of the primary, in words for the person who set it up; null if it is. */
export async function standbyProblem(
  primary: Pick<Database, 'execute'>,
  standby: Pick<PostgresDatabase, 'execute'>,
): Promise<string | null> {
  const [there, here] = [await describeSession(standby), await describeSession(primary)];
  if (!there.is_standby) return 'DATABASE_READ_URL leads to a PostgreSQL that is not a standby.';
  return there.cluster === here.cluster && there.database === here.database
    ? null
    : 'DATABASE_READ_URL leads to a standby of another database.';
}
