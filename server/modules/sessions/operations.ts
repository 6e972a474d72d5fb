import { ApiError } from '#contract/errors.ts';
import type { Session, SessionBody, SessionChanges } from '#contract/session.ts';
import { type Actor, mayChangeSession } from '#domain/access/row-rules.ts';
import { asksForChange, isLockedDay, isOpenLateEntry } from '#domain/sessions/closed-session.ts';
import {
  approvalOf,
  type Requester,
  requestsOf,
  withDurationRequest,
  withLateEntry,
} from '#domain/sessions/session-requests.ts';
import {
  isChangedDuration,
  placeProblems,
  sessionProblems,
  withFollowingTimes,
  withScheduledMinutes,
} from '#domain/sessions/session-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { keepRow, knownRow } from '#server/db/known-rows.ts';
import { sessionRecords } from '#server/modules/sessions/queries.ts';
import { followSession } from '#server/modules/soap/operations.ts';
import { keepUnnoted } from '#server/modules/soap/queries.ts';
import { enterDays } from '#server/modules/timesheets/covered-days.ts';
import type { AuditNote, Call, RequestContext } from '#server/records/call.ts';
import {
  ownerOf,
  refuseOutdated,
  refuseProblems,
  wireRow,
  withTouched,
} from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import {
  changeProblems,
  clientOf,
  latenessAfter,
  latenessOf,
  providerProblems,
  referenceProblems,
} from './entry-rules.ts';
import { correctNeighbors, flagLocks, flagsBeside } from './flags.ts';
import { keepAsk } from './lock-requests.ts';
import { namedProblems } from './named-rows.ts';
import {
  type EntryFacts,
  followNeighbors,
  forgetNeighbor,
  lockAndReadFacts,
  neighborsOf,
  type StoredSession,
} from './queries.ts';

/**
 * Stores a session under the id from the device.
 *
 * The server sets owner, author, state, and flags, and updates the flags of neighboring sessions in the same
 * transaction. In a locked pay period the session is a draft that counts once it is accepted.
 */
export async function createSession(call: Call, body: SessionBody): Promise<Session> {
  const { tx, actor, context } = call;
  const provider = ownerOf(actor, body.provider);
  const entry = withScheduledMinutes({ ...body, provider }, null);
  const known = await lockAndReadFacts(tx, {
    ...entry,
    days: [entry.session_date],
    lock_keys: flagLocks([entry]),
  });
  refuseProblems({
    ...sessionProblems(entry, pacificDay(context.now)),
    ...placeProblems(entry.location, null),
    ...referenceProblems(actor, entry, known, entry.student_ids),
    ...providerProblems(actor, entry, known),
    ...(await namedProblems(tx, actor, entry, null)),
  });
  const isLate = isLockedDay(known.periods, [entry.session_date]);
  const settleTimesheets = await enterDays(call, {
    entity: 'session',
    id: body.id,
    provider,
    days: [body.session_date],
    isAsked: isLate,
  });

  const neighbors = await neighborsOf(tx, [entry]);
  const requester = requesterNow(actor, context);
  const duration = withDurationRequest([], null, entry, requester);
  const requests = isLate ? withLateEntry(duration, requester) : duration;
  const session = {
    ...firstRow(call, 'session', entry),
    client: clientOf(known, entry.session_date),
    state: isLate ? ('draft' as const) : ('logged' as const),
    changeDuration: isChangedDuration(entry),
    approval_request: approvalOf(requests),
    requests,
    ...latenessOf(context, known, entry.session_date),
    ...flagsBeside(entry, neighbors),
  };
  await call.create(sessionRecords, session);
  followNeighbors(tx, [session]);
  await correctNeighbors(call, neighbors, [session], session);
  await settleTimesheets();
  keepRow(tx, 'session', { ...session, deleted_at: null });
  // Before the commit no one else can write a note for it.
  keepUnnoted(tx, [session.id]);
  return session;
}

/** Changes the edited fields of a session, or stores the change as a request if the session is closed. */
export async function updateSession(call: Call, id: string, asked: SessionChanges): Promise<Session> {
  const { tx, actor, context } = call;
  const before = await visibleSession(tx, actor, id);
  refuseOutdated(before, context.base_version);
  const changes = withFollowingTimes(before, asked);
  const { next, known, isClosed } = await judgedChange(call, before, changes);
  if (isClosed) return keepAsk(call, before, { kind: 'edit', changes, reason: '' });
  const settleTimesheets = await enterDays(call, {
    ...{ entity: 'session', id, provider: before.provider },
    days: [before.session_date, next.session_date],
    isAsked: isOpenLateEntry(before),
  });
  const session = await carryOut(call, { before, next, known }, requesterNow(actor, context), {
    fields: Object.keys(changes),
  });
  await settleTimesheets();
  return session;
}

/** Soft-deletes a session, or stores a request if it is closed. The row stays for the audit. */
export async function deleteSession(call: Call, id: string): Promise<void> {
  const { tx, actor, context } = call;
  const before = await visibleSession(tx, actor, id);
  refuseOutdated(before, context.base_version);
  const { isClosed } = await judgedChange(call, before, null);
  if (isClosed) {
    await keepAsk(call, before, { kind: 'deletion', changes: {}, reason: '' });
    return;
  }
  const settleTimesheets = await enterDays(call, {
    ...{ entity: 'session', id, provider: before.provider },
    days: [before.session_date],
    isAsked: isOpenLateEntry(before),
  });
  await takeAway(call, before);
  await settleTimesheets();
}

/** The session of a call, deleted or not; absent for people who may not change it. */
export async function visibleSession(tx: Transaction, actor: Actor, id: string): Promise<StoredSession> {
  const session = knownRow(tx, 'session', id) ?? (await storedRow(tx, 'session', id));
  if (session === null || !mayChangeSession(actor, session)) throw new ApiError('record.absent');
  return session;
}

interface Judged {
  before: StoredSession;
  next: StoredSession;
  known: EntryFacts;
}

/**
 * Judges a change: its result, its locks, and whether it needs a request.
 * @param changes the edited fields; null for a deletion, which can't be invalid
 */
export async function judgedChange(
  call: Call,
  before: StoredSession,
  changes: SessionChanges | null,
): Promise<Judged & { isClosed: boolean }> {
  const { tx, actor, context } = call;
  const next: StoredSession = withScheduledMinutes(withTouched(before, changes ?? {}), before);
  const known = await lockAndReadFacts(tx, {
    ...next,
    days: [before.session_date, next.session_date],
    lock_keys: flagLocks([before, next]),
  });
  if (changes !== null) {
    refuseProblems({
      ...changeProblems(actor, before, next, known, context.now),
      ...(await namedProblems(tx, actor, next, before)),
    });
  }
  return { before, next, known, isClosed: asksForChange(before, known.periods, next.session_date) };
}

/** Stores a judged change, with its effects on flags, requests, and neighbors. */
export async function carryOut(
  call: Call,
  { before, next, known }: Judged,
  asked: Requester,
  told: AuditNote,
): Promise<Session> {
  const { tx, actor, context } = call;
  const places = [before, next];
  const { isCompleted } = await followSession(call, next, before.id);
  const neighbors = await neighborsOf(tx, places);
  const duration = withDurationRequest(requestsOf(next), before, next, asked);
  const entry = lateEntryAfter(actor, context, { before, next, known }, duration);
  const judged = {
    ...wireRow(next),
    client: clientOf(known, next.session_date),
    state: isCompleted && entry.state === 'logged' ? ('completed' as const) : entry.state,
    changeDuration: isChangedDuration(next),
    approval_request: approvalOf(entry.requests),
    requests: entry.requests,
    ...latenessAfter(context, known, before, next.session_date),
    ...flagsBeside(next, neighbors),
  };
  const session = await call.change(sessionRecords, before, judged, told);
  followNeighbors(tx, [session]);
  await correctNeighbors(call, neighbors, places, session);
  return session;
}

/** A corrected late entry creates a new request; moved to an open day it is an ordinary entry. */
function lateEntryAfter(
  actor: Actor,
  context: RequestContext,
  { before, next, known }: Judged,
  requests: Session['requests'] & object,
): { state: Session['state']; requests: Session['requests'] & object } {
  if (!isOpenLateEntry(before) || !isOpenLateEntry(next)) return { state: next.state, requests };
  if (isLockedDay(known.periods, [next.session_date])) {
    return { state: 'draft', requests: withLateEntry(requests, requesterNow(actor, context)) };
  }
  return {
    state: 'logged',
    requests: requests.filter(({ kind, state }) => kind !== 'late-entry' || state !== 'pending'),
  };
}

/** Deletes a judged session, with the effects on its neighbors. */
export async function takeAway(call: Call, before: StoredSession, told?: AuditNote): Promise<void> {
  const { tx } = call;
  await followSession(call, null, before.id);
  const neighbors = await neighborsOf(tx, [before]);
  await call.remove(sessionRecords, before, told);
  forgetNeighbor(tx, before.id);
  await correctNeighbors(call, neighbors, [before], null);
}

function requesterNow(actor: Actor, context: RequestContext): Requester {
  return { by: actor.user_id, at: new Date(context.captured_at).toISOString() };
}
