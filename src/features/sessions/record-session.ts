import { type Session, type SessionAsk, SessionBody, SessionChanges } from '#contract/session.ts';
import { payPeriods } from '#db/catalog.ts';
import { refusedWriteOf } from '#db/outbox.ts';
import { sessionById } from '#db/sessions.ts';
import { refuseClosedDays } from '#db/timesheets.ts';
import { isLockedDay, isOpenLateEntry } from '#domain/sessions/closed-session.ts';
import { type FieldErrors, placeProblems, sessionProblems } from '#domain/sessions/session-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { shapeProblems } from '#screens/form/problems.ts';
import { resendWrite } from '#sync/merge/needs-attention.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import type { Workspace } from '#sync/workspace.ts';

/** The fields that a person enters, as in the contract. */
export type SessionFields = Required<Omit<SessionBody, 'id'>>;
/** The fields that can be changed later: all except the provider. */
export type ChangeableFields = Omit<SessionFields, 'provider'>;

/** A session that this device doesn't hold, as the server answered it; null for one that is here. */
export type BorrowedSession = Session | null;

/** If a field is invalid, nothing was written. */
export type Recorded = { kind: 'saved'; id: string } | { kind: 'refused'; problems: FieldErrors };

/**
 * Errors by field: the contract's validation and the rules that the server also checks.
 *
 * @param before the stored session; null for a new one
 */
export function problemsOfSession(
  fields: SessionFields,
  today: string,
  before: Pick<Session, 'location'> | null = null,
): FieldErrors {
  const { provider: _provider, ...entry } = fields;
  return {
    ...sessionProblems(entry, today),
    ...placeProblems(entry.location, before?.location ?? null),
    ...shapeProblems(SessionChanges, entry),
  };
}

/**
 * Saves a new session on this device and queues it for the office.
 *
 * @param id of the session: saving twice under the same id creates one session
 * @throws ApiError if the timesheet of its day is submitted
 */
export async function createSession(
  workspace: Workspace,
  id: string,
  fields: SessionFields,
): Promise<Recorded> {
  const problems = problemsOfSession(fields, pacificDay(workspace.clock.now()));
  if (Object.keys(problems).length > 0) return { kind: 'refused', problems };
  const { user_id } = workspace;
  const provider = fields.provider ?? user_id;
  const days = [fields.session_date];
  // A session entered after the lock is a late entry, whatever the timesheet's status.
  if (!isLockedDay(await payPeriods(workspace.db), days)) {
    await refuseClosedDays(workspace.db, { user_id, provider, days });
  }
  const body: SessionBody = SessionBody.parse({ ...fields, id });
  await queueWrite(workspace, {
    endpoint: 'session.create',
    id: body.id,
    body,
    lane: laneOf(body.id),
  });
  return { kind: 'saved', id: body.id };
}

/**
 * Saves only the changed fields, so that others' changes to other fields stay. Saving a refused session
 * unchanged sends it again.
 *
 * @param before the session that the form opened
 * @throws ApiError if the timesheet of its day is submitted
 */
export async function changeSession(
  workspace: Workspace,
  before: Session,
  fields: ChangeableFields,
  borrowed: BorrowedSession = null,
): Promise<Recorded> {
  const problems = problemsOfSession(
    { ...fields, provider: before.provider },
    pacificDay(workspace.clock.now()),
    before,
  );
  if (Object.keys(problems).length > 0) return { kind: 'refused', problems };
  const body = touchedFields(before, fields);
  const { user_id } = workspace;
  const days = [before.session_date, fields.session_date];
  if (!isOpenLateEntry(before))
    await refuseClosedDays(workspace.db, { user_id, provider: before.provider, days, id: before.id });
  if (Object.keys(body).length === 0) {
    await resendRefused(workspace, before.id);
  } else {
    await queueWrite(workspace, {
      endpoint: 'session.update',
      id: before.id,
      ...{ opened: before, body, borrowed },
      lane: laneOf(before.id),
    });
  }
  return { kind: 'saved', id: before.id };
}

/**
 * Deletes it here immediately and queues the deletion. One that was never sent is simply removed.
 *
 * @throws ApiError if the timesheet of its day is submitted
 */
export async function deleteSession(
  workspace: Workspace,
  id: string,
  borrowed: BorrowedSession = null,
): Promise<void> {
  const { db, user_id } = workspace;
  const known = (await sessionById(db, id)) ?? borrowed;
  if (known !== null && !isOpenLateEntry(known)) {
    await refuseClosedDays(db, { user_id, provider: known.provider, days: [known.session_date], id });
  }
  await queueWrite(workspace, {
    endpoint: 'session.delete',
    ...{ id, body: undefined, lane: laneOf(id), borrowed },
  });
}

/**
 * Requests a change of a locked session from the office. Until then the session stays unchanged, with the
 * request attached.
 */
export async function askForEdit(
  workspace: Workspace,
  before: Session,
  fields: ChangeableFields,
  reason: string,
  borrowed: BorrowedSession = null,
): Promise<Recorded> {
  const problems = problemsOfSession(
    { ...fields, provider: before.provider },
    pacificDay(workspace.clock.now()),
    before,
  );
  const changes = touchedFields(before, fields);
  if (Object.keys(changes).length === 0) problems.ask_reason = 'Change something first.';
  if (Object.keys(problems).length > 0) return { kind: 'refused', problems };
  await ask(workspace, before.id, { kind: 'edit', changes, reason }, borrowed);
  return { kind: 'saved', id: before.id };
}

/** Requests the deletion of a session from the office. */
export function askForDeletion(
  workspace: Workspace,
  id: string,
  reason: string,
  borrowed: BorrowedSession = null,
): Promise<void> {
  return ask(workspace, id, { kind: 'deletion', changes: {}, reason }, borrowed);
}

async function ask(
  workspace: Workspace,
  id: string,
  body: SessionAsk,
  borrowed: BorrowedSession,
): Promise<void> {
  await queueWrite(workspace, { endpoint: 'session.request', id, body, lane: laneOf(id), borrowed });
}

function laneOf(id: string): string {
  return `session:${id}`;
}

function touchedFields(before: Session, fields: ChangeableFields): SessionChanges {
  const known: Record<string, unknown> = before;
  const touched = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name]),
  );
  return Object.fromEntries(touched);
}

async function resendRefused(workspace: Workspace, id: string): Promise<void> {
  const refused = await refusedWriteOf(workspace.db, id);
  if (refused !== null) await resendWrite(workspace, refused.write_id);
}
