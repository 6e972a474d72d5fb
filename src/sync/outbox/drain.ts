import type { Problem } from '#contract/errors.ts';
import { PUSH_LIMIT, type WriteAnswer } from '#contract/sync.ts';
import type { LocalDatabase, OutboxRow } from '#db/local-database.ts';
import type { SendingPause } from '#db/meta-rows.ts';
import type { Clock } from '../clock.ts';
import { checkUnknownStudents } from '../pull/digest.ts';
import { isClosed, leaseBatch, leaseBehind } from './lease-batch.ts';
import { park, putBack } from './park-writes.ts';
import { resendArchived } from './resend-archived.ts';
import { type Accepted, backoffMs, settleAnswer, settleTogether } from './settle.ts';

/** The outcome of a batch that was sent. */
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

/**
 * Carries a batch to the server: opened, with the person's token, or sealed, with the device's.
 * @param answered the newest write with an answer that is not stored yet
 */
export interface PushTransport {
  (batch: readonly OutboxRow[], answered?: string): Promise<PushOutcome>;
  /** Does what it can for a batch that may be next, while another is on the wire. */
  prepare?(batch: readonly OutboxRow[]): Promise<unknown>;
}

export type DrainOutcome = Exclude<PushOutcome['kind'], 'unreadable' | 'forgotten'> | 'nothing' | 'paused';

export interface DrainReport {
  outcome: DrainOutcome;
  sent: number;
  /** A permission was denied, or rows were confirmed without their content: pull soon. */
  pull: boolean;
  retryAfterMs: number | null;
}

/** One drain at a time per user across all tabs and the worker: queued, never stolen. */
export type DrainLock = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

export const webLock: DrainLock = async (name, work) => navigator.locks.request(name, work);

/** Held by anything that sends for this user. */
export function drainLockName(db: LocalDatabase): string {
  return `caseload-drain-${db.name}`;
}

/** Batches under one hold of the lock, before others that send for this user get their turn. */
const MOST_BATCHES = 20;

/**
 * Sends a batch and settles each answer. Call again while it says `answers`.
 *
 * While the server accepts whole batches and full ones follow, it goes on: the next batch is leased while the
 * one before it is on the wire, and leaves as soon as that one is accepted, before its answers are stored. So
 * one request at a time is on the wire, and what it may depend on has taken effect.
 *
 * After a crash between any two steps, at most two batches say `sending`. They are sent again in order, under
 * their ids.
 * @param limit how many writes make a full batch
 */
export function drainBatch(
  db: LocalDatabase,
  transport: PushTransport,
  clock: Clock,
  lock: DrainLock = webLock,
  limit = PUSH_LIMIT,
): Promise<DrainReport> {
  return lock(drainLockName(db), () => drainUnderLock({ db, transport, clock, limit }));
}

interface Drain {
  db: LocalDatabase;
  transport: PushTransport;
  clock: Clock;
  limit: number;
}

const NOTHING = { sent: 0, pull: false, retryAfterMs: null };

async function drainUnderLock(drain: Drain): Promise<DrainReport> {
  const { db, transport, clock, limit } = drain;
  if (await isPaused(db)) return { outcome: 'paused', ...NOTHING };
  let batch = await leaseBatch(db, clock, limit);
  if (batch.length === 0) return { outcome: 'nothing', ...NOTHING };
  let outcome = await transport(batch);
  let next = isAccepted(batch, outcome) ? await leaseNext(drain, batch, 1) : [];
  const total = { sent: 0, pull: false };
  for (let batches = 2; next.length > 0; batches += 1) {
    const onTheWire = next;
    const sending = transport(onTheWire, batch.at(-1)?.write_id);
    const storing = settleOutcome(drain, batch, outcome).then(async (report) => {
      total.sent += report.sent;
      total.pull ||= report.pull;
      return leaseNext(drain, onTheWire, batches);
    });
    // Whatever fails, the lock is held until the request is over.
    await Promise.allSettled([sending, storing]);
    next = await storing;
    batch = onTheWire;
    outcome = await sending;
    if (!isAccepted(batch, outcome)) {
      await putBack(db, next, 0, null);
      next = [];
    }
  }
  const last = await settleOutcome(drain, batch, outcome);
  return { ...last, sent: total.sent + last.sent, pull: total.pull || last.pull };
}

async function isPaused(db: LocalDatabase): Promise<boolean> {
  const pause = (await db.meta.get('pause')) as SendingPause | undefined;
  return pause !== undefined && !(isClosed(db) && pause.reason === 'signed-out');
}

/** Leases the batch after the one on the wire; empty if there is none, or it has to wait. */
async function leaseNext(
  { db, transport, clock, limit }: Drain,
  batch: readonly OutboxRow[],
  batches: number,
): Promise<OutboxRow[]> {
  if (batch.length < limit || batches >= MOST_BATCHES || (await isPaused(db))) return [];
  const next = await leaseBehind(db, clock, limit, batch);
  await transport.prepare?.(next);
  return next;
}

/** Whether every write of the batch has taken effect, so that nothing behind it can overtake it. */
function isAccepted(batch: readonly OutboxRow[], outcome: PushOutcome): boolean {
  if (outcome.kind !== 'answers') return false;
  const accepted = new Set(outcome.answers.filter(isSuccess).map((answer) => answer.write_id));
  return batch.every((write) => accepted.has(write.write_id));
}

async function settleOutcome(
  drain: Drain,
  batch: readonly OutboxRow[],
  outcome: PushOutcome,
): Promise<DrainReport> {
  const { db, clock } = drain;
  switch (outcome.kind) {
    case 'answers':
      return settleAll(db, batch, outcome.answers, clock);
    case 'unreadable':
      if (batch.length > 1) return sendSingly(drain, batch);
      for (const write of batch) await park(db, write, outcome.problem);
      return { outcome: 'answers', ...NOTHING };
    case 'no-answer':
      await putBack(db, batch, 0, null);
      return { outcome: 'no-answer', ...NOTHING };
    case 'busy':
      await putBack(db, batch, 0, null);
      return { outcome: 'busy', ...NOTHING, retryAfterMs: outcome.retryAfterMs };
    case 'forgotten':
      await putBack(db, batch, 0, null);
      await resendArchived(db);
      // The next batch begins with the writes to resend.
      return { outcome: 'answers', ...NOTHING, pull: true };
    case 'signed-out':
    case 'outdated':
      await putBack(db, batch, 0, null);
      await stopSending(db, outcome.kind);
      return { outcome: outcome.kind, ...NOTHING };
  }
}

/** One of them spoils the batch: each goes by itself, so that the others are not held up. */
async function sendSingly(drain: Drain, batch: readonly OutboxRow[]): Promise<DrainReport> {
  const { db, transport } = drain;
  const total: DrainReport = { outcome: 'answers', sent: 0, pull: false, retryAfterMs: null };
  for (const [at, write] of batch.entries()) {
    // What builds on a write that was just refused is blocked, no longer under way.
    if ((await db.outbox.get(write.seq))?.state !== 'sending') continue;
    const report = await settleOutcome(drain, [write], await transport([write]));
    total.sent += report.sent;
    total.pull ||= report.pull;
    if (report.outcome !== 'answers') {
      await putBack(db, batch.slice(at), 0, null);
      return { ...report, sent: total.sent, pull: total.pull };
    }
  }
  return total;
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
  await checkUnknownStudents(
    db,
    accepted.map(({ write }) => write),
  );
  if (pause !== null) await stopSending(db, pause);
  return { outcome: pause ?? 'answers', sent, pull, retryAfterMs: null };
}

function isSuccess({ status }: WriteAnswer): boolean {
  return status >= 200 && status < 300;
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
    await db.outbox.where('state').anyOf('waiting', 'sending').modify({ state: 'held' });
  });
}

/** The author has logged in, or the app was updated: release held writes. */
export async function resumeSending(db: LocalDatabase): Promise<void> {
  await db.transaction('rw', db.outbox, db.meta, async () => {
    await db.meta.delete('pause');
    await db.outbox.where('state').equals('held').modify({ state: 'waiting', next_attempt_at: 0 });
  });
}
