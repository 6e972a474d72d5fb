import { eq } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import type { PushedWrite, WriteAnswer } from '#contract/sync.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { audit } from '#server/db/audit.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { quarantined_writes } from '#server/db/schema/sync.ts';
import { visibleStudents } from '#server/modules/students/queries.ts';
import { answerInOrder, runBatch } from '#server/modules/sync/push.ts';
import { callOfWrite } from '#server/modules/sync/written-call.ts';
import { loadActorOfUser } from '#server/plugins/actor.ts';
import { type Answer, isAccepted, problemOf } from '#server/plugins/answer.ts';
import type { Api } from '#server/plugins/answered-call.ts';
import { fingerprintOf, forgetRefusal, settleAsRefused, storedAnswer } from '#server/plugins/idempotency.ts';
import { ringBell } from '#server/records/bell.ts';
import { openCall, type RequestContext, type SignedInActor } from '#server/records/call.ts';
import { lockedWrite, type StoredWrite, shownWrite, waitsAmong } from './queries.ts';
import { readSubjects } from './subjects.ts';

interface Decision {
  actor: SignedInActor;
  write_id: string;
  note: string;
  context: RequestContext;
}

/**
 * Runs the write as its author, under its own key: however often and by whomever it is accepted, sent, or
 * imported, it takes effect once.
 *
 * A write that the rules refuse stays open with its problem. An earlier refusal to the author's device
 * doesn't matter.
 */
export async function acceptWrite(
  db: Database,
  execute: Api['execute'],
  decision: Decision,
): Promise<QuarantinedWrite> {
  const ready = await db.transaction((tx) => prepare(tx, decision));
  const [answer] = await ('answer' in ready
    ? answerInOrder([ready], async () => ready.answer)
    : runBatch(execute, ready.batch, [ready]));
  if (answer === undefined) throw new Error('A write was not answered.');
  return db.transaction((tx) => settle(tx, decision, answer));
}

type Ready =
  | { write: PushedWrite; batch: Parameters<typeof runBatch>[1] }
  | { write: Pick<PushedWrite, 'write_id' | 'depends_on'>; answer: Answer };

async function prepare(tx: Transaction, decision: Decision): Promise<Ready> {
  const kept = await openWriteFor(tx, decision);
  const { write_id, author, content, depends_on } = kept;
  const write = { write_id, depends_on };
  const earlier = await storedAnswer(tx, author, write_id);
  if (earlier !== null && isAccepted(earlier)) return { write, answer: earlier };
  if (await waitsAmong(tx, author, depends_on)) {
    const message = 'This change depends on another one. Review that one first.';
    return { write, answer: problemOf('write.blocked', { message }) };
  }
  await forgetRefusal(tx, author, write_id);
  const base_version = await baseVersionNow(tx, kept);
  return {
    write: { write_id, depends_on, captured_at: kept.captured_at, ...content, base_version },
    batch: {
      actor: await authorFor(tx, decision.actor, kept),
      device: { device_id: kept.device_id, device_now: deviceClockAt(kept, decision.context.now) },
      context: decision.context,
    },
  };
}

/** The write, if the person may decide on it now. */
async function openWriteFor(tx: Transaction, { actor, write_id }: Decision): Promise<StoredWrite> {
  const write = await lockedWrite(tx, actor, write_id);
  if (write === null) throw new ApiError('record.absent');
  if (write.author === actor.user_id) throw new ApiError('decision.own');
  if (write.decision !== 'open') throw new ApiError('decision.made');
  return write;
}

/**
 * The author with today's permissions, plus the students of the write, if the accepting person may see them:
 * that person is responsible.
 */
async function authorFor(
  tx: Transaction,
  accepting: SignedInActor,
  write: StoredWrite,
): Promise<SignedInActor> {
  const loaded = await loadActorOfUser(tx, write.author);
  if (loaded === null) throw new ApiError('record.absent');
  const subjects = (await readSubjects(tx, [write])).get(write.write_id);
  const students = await visibleStudents(tx, accepting, subjects?.students ?? []);
  const student_ids = new Set([...loaded.actor.student_ids, ...students.map(({ id }) => id)]);
  return { ...loaded.actor, student_ids };
}

/**
 * The version that the change is based on. A change based on earlier changes of the same row is based on
 * their results.
 */
async function baseVersionNow(tx: Transaction, write: StoredWrite): Promise<number | null> {
  let base = write.base_version;
  if (base === null) return null;
  for (const id of write.depends_on) {
    const earlier = await storedAnswer(tx, write.author, id);
    const row = (earlier?.body ?? {}) as { id?: unknown; version?: unknown };
    if (earlier === null || !isAccepted(earlier) || row.id !== write.content.params.id) continue;
    if (typeof row.version === 'number') base = Math.max(base, row.version);
  }
  return base;
}

/** The device's current clock, with the same offset as when the write arrived. */
function deviceClockAt(write: StoredWrite, now: string): string {
  const ahead = Date.parse(write.device_now) - Date.parse(write.received_at);
  return new Date(Date.parse(now) + ahead).toISOString();
}

async function settle(tx: Transaction, decision: Decision, answer: WriteAnswer): Promise<QuarantinedWrite> {
  const write = await openWriteFor(tx, decision);
  if (isAccepted(answer)) {
    await decide(tx, decision, write, 'accepted');
  } else {
    const { code, message, fields } = answer;
    const problem = { code: code ?? '', message: message ?? '', ...(fields === undefined ? {} : { fields }) };
    await tx
      .update(quarantined_writes)
      .set({ problem })
      .where(eq(quarantined_writes.write_id, write.write_id));
    await audit(tx, decision.context, {
      user_id: decision.actor.user_id,
      action: 'quarantine.fail',
      entity: 'quarantined_write',
      row_id: write.write_id,
      details: { on_behalf_of: write.author, code },
    });
  }
  return shownWrite(tx, decision.actor, write.write_id);
}

async function decide(
  tx: Transaction,
  { actor, note, context }: Decision,
  write: StoredWrite,
  decision: 'accepted' | 'refused',
): Promise<void> {
  await tx
    .update(quarantined_writes)
    .set({
      decision,
      decided_by: actor.user_id,
      decided_at: context.now,
      decision_note: note,
      ...(decision === 'accepted' ? { problem: null } : {}),
    })
    .where(eq(quarantined_writes.write_id, write.write_id));
  await audit(tx, context, {
    user_id: actor.user_id,
    action: decision === 'accepted' ? 'quarantine.accept' : 'quarantine.refuse',
    entity: 'quarantined_write',
    row_id: write.write_id,
    details: { on_behalf_of: write.author },
  });
  if (decision === 'accepted') return;
  // It left the author's device when it was held: nothing else says what became of it.
  await ringBell(openCall(tx, actor, context), {
    event: 'held-rejected',
    receiver: write.author,
    day: pacificDay(write.captured_at),
    provider_name: actor.name,
    reason: note,
  });
}

/**
 * Refuses the write for good: from now on its key gets that answer, from any source. Not if it has taken
 * effect or is about to.
 */
export async function refuseWrite(tx: Transaction, decision: Decision): Promise<QuarantinedWrite> {
  const write = await openWriteFor(tx, decision);
  if (!(await closeKey(tx, write, decision.context))) {
    throw new ApiError('decision.made', {
      message: 'This change has already been applied. You can only accept it.',
    });
  }
  await decide(tx, decision, write, 'refused');
  return shownWrite(tx, decision.actor, write.write_id);
}

async function closeKey(tx: Transaction, write: StoredWrite, context: RequestContext): Promise<boolean> {
  const fingerprint = fingerprintOfWrite(write);
  // A write that isn't a valid call has no effect either.
  if (fingerprint === null) return true;
  const claim = {
    key: write.write_id,
    user_id: write.author,
    device_id: write.device_id,
    fingerprint,
    now: context.now,
  };
  return settleAsRefused(tx, claim, problemOf('decision.made'));
}

function fingerprintOfWrite({ content }: StoredWrite): string | null {
  try {
    const { name, params, body } = callOfWrite(content);
    return fingerprintOf({ name, params, body });
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
