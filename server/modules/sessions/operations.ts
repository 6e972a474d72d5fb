import { Refusal } from '#contract/errors.ts';
import type { Session, SessionBody, SessionChanges } from '#contract/session.ts';
import { seesWholeOrganisation } from '#domain/access/permissions.ts';
import { type Actor, mayChangeSession, maySeeStudent } from '#domain/access/row-rules.ts';
import { scopesOfSession } from '#domain/access/scopes.ts';
import { isLateForPayroll, judgedAt } from '#domain/payroll/lateness.ts';
import { type PayPeriod, periodOfDay } from '#domain/payroll/pay-period.ts';
import type { SessionState } from '#domain/sessions/session.ts';
import { type FieldProblems, isChangedDuration, sessionProblems } from '#domain/sessions/session-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { isTimeZone } from '#domain/time/zones.ts';
import { recordChange, recordDeletion } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { sessions } from '#server/db/schema/work.ts';
import { refuseLocked } from '#server/modules/catalogue/period-lock.ts';
import {
  auditChange,
  overwrite,
  ownerOf,
  refuseOutdated,
  refuseProblems,
  wireRow,
  withTouched,
} from '#server/modules/changing-rows.ts';
import { followSession } from '#server/modules/soap/operations.ts';
import { enterDays } from '#server/modules/timesheets/covered-days.ts';
import type { CallFacts } from '#server/plugins/call.ts';
import { correctNeighbours, flagLocks, flagsBeside } from './flags.ts';
import {
  type EntryFacts,
  lockAndReadFacts,
  neighboursOf,
  type StoredSession,
  storedSession,
} from './queries.ts';

/**
 * Records a session under the id that the device made.
 *
 * Owner, author, state and flags are the server's to set. Flags of sessions
 * beside it are corrected in the same transaction.
 */
export async function createSession(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  body: SessionBody,
): Promise<Session> {
  const provider = ownerOf(actor, body.provider);
  const entry = { ...body, provider };
  const known = await lockAndReadFacts(tx, {
    ...entry,
    days: [entry.session_date],
    lock_keys: flagLocks([entry]),
  });
  refuseProblems({
    ...sessionProblems(entry, pacificDay(facts.now)),
    ...referenceProblems(actor, entry, known, entry.student_ids),
    ...providerProblems(actor, entry, known),
  });
  refuseLocked(known.periods, [entry.session_date]);
  const settleTimesheets = await enterDays(tx, actor, facts, {
    entity: 'session',
    id: body.id,
    provider,
    days: [body.session_date],
  });

  const neighbours = await neighboursOf(tx, [entry]);
  const session: Session = {
    ...entry,
    client: clientOf(entry.student_ids, known),
    state: 'logged',
    changeDuration: isChangedDuration(entry),
    approval_request: isChangedDuration(entry) ? 'pending' : 'none',
    late_for_payroll: isLate(facts, known.periods, entry.session_date),
    ...flagsBeside(entry, neighbours),
    captured_by: actor.user_id,
    captured_at: new Date(facts.captured_at).toISOString(),
    received_at: new Date(facts.now).toISOString(),
    version: 1,
  };
  const inserted = await tx
    .insert(sessions)
    .values({ ...session, student_ids: [...session.student_ids], received_at: facts.now })
    .onConflictDoNothing()
    .returning({ id: sessions.id });
  if (inserted.length === 0) throw new Refusal('record.exists');
  await correctNeighbours(tx, neighbours, [session], session);
  await recordChange(tx, 'session', session.id, scopesOfSession(session));
  await auditChange(tx, actor, facts, { entity: 'session', verb: 'create', row: session });
  await settleTimesheets();
  return session;
}

/** Changes the touched fields of a session that is not yet completed. */
export async function updateSession(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
  changes: SessionChanges,
): Promise<Session> {
  const before = await changeableSession(tx, actor, facts, id);
  const next: StoredSession = withTouched(before, changes);
  const places = [before, next];
  const known = await lockAndReadFacts(tx, {
    ...next,
    days: [before.session_date, next.session_date],
    lock_keys: flagLocks(places),
  });
  const added = next.student_ids.filter((student) => !before.student_ids.includes(student));
  refuseProblems({
    ...sessionProblems(next, pacificDay(facts.now)),
    ...referenceProblems(actor, next, known, added),
    ...(mayChangeSession(actor, next) ? {} : { service: 'This service is not yours to record.' }),
  });
  refuseLocked(known.periods, [before.session_date, next.session_date]);
  const settleTimesheets = await enterDays(tx, actor, facts, {
    entity: 'session',
    id,
    provider: before.provider,
    days: [before.session_date, next.session_date],
  });

  const { isCompleted } = await followSession(tx, actor, facts, next, id);
  const neighbours = await neighboursOf(tx, places);
  const session = {
    ...wireRow(next),
    state: isCompleted ? ('completed' as const) : next.state,
    client: clientOf(next.student_ids, known),
    changeDuration: isChangedDuration(next),
    approval_request: requestAfter(before, next),
    late_for_payroll:
      periodOfDay(known.periods, before.session_date) === periodOfDay(known.periods, next.session_date)
        ? before.late_for_payroll
        : isLate(facts, known.periods, next.session_date),
    ...flagsBeside(next, neighbours),
    version: before.version + 1,
  };
  await overwrite(tx, sessions, before, session, storedSession);
  await correctNeighbours(tx, neighbours, places, session);
  await recordChange(tx, 'session', id, scopesOfSession(session));
  await auditChange(tx, actor, facts, {
    entity: 'session',
    verb: 'update',
    row: session,
    fields: Object.keys(changes),
  });
  await settleTimesheets();
  return session;
}

/** Takes a session out of sight; the row stays for the audit. */
export async function deleteSession(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
): Promise<void> {
  const before = await changeableSession(tx, actor, facts, id);
  const known = await lockAndReadFacts(tx, {
    ...before,
    days: [before.session_date],
    lock_keys: flagLocks([before]),
  });
  refuseLocked(known.periods, [before.session_date]);
  const settleTimesheets = await enterDays(tx, actor, facts, {
    entity: 'session',
    id,
    provider: before.provider,
    days: [before.session_date],
  });

  await followSession(tx, actor, facts, null, id);
  const neighbours = await neighboursOf(tx, [before]);
  await overwrite(
    tx,
    sessions,
    before,
    { deleted_at: facts.now, version: before.version + 1 },
    storedSession,
  );
  await correctNeighbours(tx, neighbours, [before], null);
  await recordDeletion(tx, 'session', id);
  await auditChange(tx, actor, facts, { entity: 'session', verb: 'delete', row: before });
  await settleTimesheets();
}

/** The session that the call is about, if this person may change it now and knows its newest version. */
async function changeableSession(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
): Promise<StoredSession> {
  const session = await storedSession(tx, id);
  if (session === null || !mayChangeSession(actor, session)) throw new Refusal('record.absent');
  refuseOutdated(session, facts.base_version);
  const message = closedStates[session.state];
  if (message !== undefined) throw new Refusal('request.invalid', { message });
  return session;
}

const closedStates: Partial<Record<SessionState, string>> = {
  completed: 'A completed session can no longer be changed.',
  approved: 'An approved session can no longer be changed.',
  locked: 'A locked session can no longer be changed.',
};

type Entry = Pick<Session, 'provider' | 'service' | 'time_zone'>;

/** Foreign and unknown students get the same words. `students` are those that the person chose just now. */
function referenceProblems(
  actor: Actor,
  entry: Entry,
  known: EntryFacts,
  students: readonly string[],
): FieldProblems {
  const problems: FieldProblems = {};
  const visible = new Set(
    known.students.filter((student) => maySeeStudent(actor, student)).map(({ id }) => id),
  );
  if (!students.every((id) => visible.has(id))) {
    problems.student_ids = 'A student does not exist or is not yours to see.';
  }
  if (!known.knows_service) problems.service = 'This service does not exist.';
  if (!known.knows_location) problems.location = 'This location does not exist.';
  if (!isTimeZone(entry.time_zone)) problems.time_zone = 'This time zone is not known.';
  return problems;
}

/** On behalf of others writes the office, and a lead for providers of a service that both share. */
function providerProblems(actor: Actor, entry: Entry, known: EntryFacts): FieldProblems {
  if (entry.provider === actor.provider_id) return {};
  const { provider } = known;
  const isAllowed =
    provider !== null &&
    !provider.archived &&
    mayChangeSession(actor, entry) &&
    (seesWholeOrganisation(actor) || provider.services.includes(entry.service));
  return isAllowed ? {} : { provider: 'This provider does not exist or is not yours to record for.' };
}

function isLate(facts: CallFacts, periods: readonly PayPeriod[], day: string): boolean {
  const period = periodOfDay(periods, day);
  return period !== null && isLateForPayroll(judgedAt({ ...facts, received_at: facts.now }), period);
}

/** The same request stays; other minutes ask anew; none are asked for when the minutes agree. */
function requestAfter(before: Session, next: Session): Session['approval_request'] {
  if (!isChangedDuration(next)) return 'none';
  const isSame =
    before.scheduled_minutes === next.scheduled_minutes && before.actual_minutes === next.actual_minutes;
  return isSame ? before.approval_request : 'pending';
}

/** The billing customer is the first student's. */
function clientOf(student_ids: readonly string[], known: EntryFacts): string | null {
  const first = known.students.find(({ id }) => id === student_ids[0]);
  return first?.client ?? null;
}
