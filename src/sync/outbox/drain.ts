import type { Problem } from '#contract/errors.ts';
import { PUSH_LIMIT, type WriteAnswer } from '#contract/sync.ts';
import type { LocalDatabase, OutboxRow, SendingPause } from '#db/local-database.ts';
import type { Clock } from '../clock.ts';
import { handInAgain } from './hand-in-again.ts';
import { park, putBack } from './put-aside.ts';
import { type Accepted, backoffMs, isDue, settleAnswer, settleTogether } from './settle.ts';

/** How long an attempt may run before the screen stops calling it "sending". Longer than any answer may take. */
const LEASE_MS = 45_000;

/**
 * How many bytes of encrypted writes travel in one request, unless a single write has more.
 * Far below what a push may carry: a slow network gets through it before the request times out.
 */
export const BATCH_BYTES = 512 * 1_024;

/** How much of the queue is read before all of it is. */
const READ_FIRST = 2 * PUSH_LIMIT;

/** What became of a batch on the wire. */
export type PushOutcome =
  | { kind: 'answers'; answers: WriteAnswer[] }
  /** No response, or not from our server. */
  | { kind: 'no-answer' }
  /** The server is busy. Milliseconds, if it said how long. */
  | { kind: 'busy'; retryAfterMs: number | null }
  /** The server can't parse the batch because of something in it. */
  | { kind: 'unreadable'; problem: Problem }
  /** The server was restored and has lost acknowledged writes. */
  | { kind: 'forgotten' }
  | { kind: 'signed-out' }
  | { kind: 'outdated' };

/** Carries a batch to the server: opened, with the person's token, or sealed, with the device's. */
export type PushTransport = (batch: readonly OutboxRow[]) => Promise<PushOutcome>;

export type DrainOutcome = Exclude<PushOutcome['kind'], 'unreadable' | 'forgotten'> | 'nothing' | 'paused';

export interface DrainReport {
  outcome: DrainOutcome;
  sent: number;
  /** A permission was denied, or rows were confirmed without their content: pull soon. */
  pull: boolean;
  retryAfterMs: number | null;
}

/**
 * The writes to send next, in local order. Pure.
 *
 * Within a lane nothing overtakes. A write that the server refused holds up only
 * what builds on it. Of one row at most one change travels at a time, because
 * the next needs its version.
 *
 * @param rows all that waits, or its beginning
 * @param unsent the ids of all that waits
 */
export function pickBatch(
  rows: readonly OutboxRow[],
  now: number,
  limit = PUSH_LIMIT,
  unsent: ReadonlySet<string> = new Set(rows.map((row) => row.write_id)),
): OutboxRow[] {
  const batch: OutboxRow[] = [];
  const inBatch = new Set<string>();
  const rowsInBatch = new Set<string>();
  const stoppedLanes = new Set<string>();
  let bytes = 0;
  for (const row of rows) {
    if (batch.length >= limit) break;
    if (row.state !== 'waiting' && row.state !== 'sending') continue;
    const isReady =
      !stoppedLanes.has(row.lane) &&
      isDue(row, now) &&
      !rowsInBatch.has(row.entity_id) &&
      row.depends_on.every((id) => !unsent.has(id) || inBatch.has(id));
    if (!isReady) {
      stoppedLanes.add(row.lane);
      continue;
    }
    bytes += row.sealed.byteLength;
    if (bytes > BATCH_BYTES && batch.length > 0) break;
    batch.push(row);
    inBatch.add(row.write_id);
    rowsInBatch.add(row.entity_id);
  }
  return batch;
}

/** One drain at a time per user across all tabs and the worker: queued, never stolen. */
export type DrainLock = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

export const webLock: DrainLock = async (name, work) => navigator.locks.request(name, work);

/** Held by anything that sends for this user. */
export function drainLockName(db: LocalDatabase): string {
  return `caseload-drain-${db.name}`;
}

/** Sends at most one batch and settles each answer. Call again while it says `answers`. */
export function drainBatch(
  db: LocalDatabase,
  transport: PushTransport,
  clock: Clock,
  lock: DrainLock = webLock,
): Promise<DrainReport> {
  return lock(drainLockName(db), () => drainUnderLock(db, transport, clock));
}

async function drainUnderLock(
  db: LocalDatabase,
  transport: PushTransport,
  clock: Clock,
): Promise<DrainReport> {
  const nothing = { sent: 0, pull: false, retryAfterMs: null };
  const pause = (await db.meta.get('pause')) as SendingPause | undefined;
  if (pause !== undefined && !(isClosed(db) && pause.reason === 'signed-out')) {
    return { outcome: 'paused', ...nothing };
  }
  const batch = await lease(db, clock);
  if (batch.length === 0) return { outcome: 'nothing', ...nothing };
  return sendBatch(db, transport, clock, batch);
}

async function sendBatch(
  db: LocalDatabase,
  transport: PushTransport,
  clock: Clock,
  batch: readonly OutboxRow[],
): Promise<DrainReport> {
  const nothing = { sent: 0, pull: false, retryAfterMs: null };
  const outcome = await transport(batch);
  switch (outcome.kind) {
    case 'answers':
      return settleAll(db, batch, outcome.answers, clock);
    case 'unreadable':
      if (batch.length > 1) return sendSingly(db, transport, clock, batch);
      for (const write of batch) await park(db, write, outcome.problem);
      return { outcome: 'answers', ...nothing };
    case 'no-answer':
      await putBack(db, batch, 0, null);
      return { outcome: 'no-answer', ...nothing };
    case 'busy':
      await putBack(db, batch, 0, null);
      return { outcome: 'busy', ...nothing, retryAfterMs: outcome.retryAfterMs };
    case 'forgotten':
      await putBack(db, batch, 0, null);
      await handInAgain(db);
      // The next batch begins with the writes to resend.
      return { outcome: 'answers', ...nothing, pull: true };
    case 'signed-out':
    case 'outdated':
      await putBack(db, batch, 0, null);
      await stopSending(db, outcome.kind);
      return { outcome: outcome.kind, ...nothing };
  }
}

/** One of them spoils the batch: each goes by itself, so that the others are not held up. */
async function sendSingly(
  db: LocalDatabase,
  transport: PushTransport,
  clock: Clock,
  batch: readonly OutboxRow[],
): Promise<DrainReport> {
  const total: DrainReport = { outcome: 'answers', sent: 0, pull: false, retryAfterMs: null };
  for (const [at, write] of batch.entries()) {
    // What builds on a write that was just refused is blocked, no longer under way.
    if ((await db.outbox.get(write.seq))?.state !== 'sending') continue;
    const report = await sendBatch(db, transport, clock, [write]);
    total.sent += report.sent;
    total.pull ||= report.pull;
    if (report.outcome !== 'answers') {
      await putBack(db, batch.slice(at), 0, null);
      return { ...report, sent: total.sent, pull: total.pull };
    }
  }
  return total;
}

/**
 * Marks the next batch as under way. What still says `sending` belongs to a
 * holder of the lock that died; it goes out again under its old key.
 */
async function lease(db: LocalDatabase, clock: Clock): Promise<OutboxRow[]> {
  return db.transaction('rw', db.outbox, async () => {
    const unsent = new Set((await db.outbox.orderBy('write_id').keys()) as string[]);
    const pick = (rows: readonly OutboxRow[]) =>
      pickBatch(
        rows.map((row) => asDue(db, row)),
        clock.now(),
        PUSH_LIMIT,
        unsent,
      );
    // Mostly a batch lies at the beginning of a long queue, and the rest needn't be read.
    let batch = pick(await db.outbox.orderBy('seq').limit(READ_FIRST).toArray());
    if (batch.length < PUSH_LIMIT && unsent.size > READ_FIRST) {
      batch = pick(await db.outbox.orderBy('seq').toArray());
    }
    const leased = batch.map((row) => ({
      ...row,
      state: 'sending' as const,
      leased_until: clock.now() + LEASE_MS,
      attempts: row.attempts + 1,
    }));
    await db.outbox.bulkPut(leased);
    return leased;
  });
}

function asDue(db: LocalDatabase, row: OutboxRow): OutboxRow {
  // The device's own token says nothing of the person's: what is held for their sign-in goes out closed.
  if (isClosed(db)) return row.state === 'held' ? { ...row, state: 'waiting' } : row;
  // What the worker could not merge without the key, whoever holds it takes up at once.
  return row.problem?.code === 'record.stale' ? { ...row, next_attempt_at: 0 } : row;
}

async function settleAll(
  db: LocalDatabase,
  batch: readonly OutboxRow[],
  answers: readonly WriteAnswer[],
  clock: Clock,
): Promise<DrainReport> {
  const answerOf = new Map(answers.map((answer) => [answer.write_id, answer]));
  const accepted = batch.flatMap((write): Accepted[] => {
    const answer = answerOf.get(write.write_id);
    return answer !== undefined && isSuccess(answer) ? [{ write, answer }] : [];
  });
  const together = accepted.length > 1 ? await settleTogether(db, accepted, clock) : null;
  let sent = together === null ? 0 : accepted.length;
  let pull = together ?? false;
  let pause: SendingPause['reason'] | null = null;
  for (const write of batch) {
    const answer = answerOf.get(write.write_id);
    if (together !== null && answer !== undefined && isSuccess(answer)) continue;
    if (answer === undefined) {
      await putBack(db, [write], clock.now() + backoffMs(write.attempts, clock.random()), null);
      continue;
    }
    const settled = await settleAnswer(db, write, answer, clock);
    if (isSuccess(answer)) sent += 1;
    pull ||= settled.pull;
    pause ??= settled.pause;
  }
  if (pause !== null) await stopSending(db, pause);
  return { outcome: pause ?? 'answers', sent, pull, retryAfterMs: null };
}

function isSuccess({ status }: WriteAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Nobody's key is at hand: writes travel as they lie, under the device's token. */
function isClosed(db: LocalDatabase): boolean {
  return db.dataKey === null;
}

/** Without the key it is the worker that was refused: its token says nothing of the person's own sign-in. */
export async function stopSending(db: LocalDatabase, reason: SendingPause['reason']): Promise<void> {
  if (!isClosed(db) || reason === 'outdated') await pauseSending(db, reason);
}

/**
 * Pauses sending for all tabs and the worker; the queue is held until its author logs in, or the app is
 * updated.
 */
async function pauseSending(db: LocalDatabase, reason: SendingPause['reason']): Promise<void> {
  await db.transaction('rw', db.outbox, db.meta, async () => {
    await db.meta.put({ key: 'pause', reason });
    await db.outbox.where('state').anyOf('waiting', 'sending').modify({ state: 'held', leased_until: 0 });
  });
}

/** The author has logged in, or the app was updated: release held writes. */
export async function resumeSending(db: LocalDatabase): Promise<void> {
  await db.transaction('rw', db.outbox, db.meta, async () => {
    await db.meta.delete('pause');
    await db.outbox.where('state').equals('held').modify({ state: 'waiting', next_attempt_at: 0 });
  });
}
