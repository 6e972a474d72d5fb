import type { Session, SessionAsk } from '#contract/session.ts';
import { approvalOf, requestsOf, withLockRequest } from '#domain/sessions/session-requests.ts';
import { sessionRecords } from '#server/modules/sessions/queries.ts';
import { enterDays } from '#server/modules/timesheets/covered-days.ts';
import type { AuditNote, Call } from '#server/records/call.ts';
import { wireRow } from '#server/records/changing-rows.ts';
import type { StoredSession } from './queries.ts';

/**
 * Stores an edit or deletion as a request: the session stays as it is until someone decides. The rules have
 * already judged it.
 */
export async function keepAsk(call: Call, before: StoredSession, ask: SessionAsk): Promise<Session> {
  const { actor, context } = call;
  const known: Record<string, unknown> = { ...before };
  const touched = Object.entries(ask.changes).filter(
    ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(known[name]),
  );
  const requests = withLockRequest(
    requestsOf(before),
    {
      kind: ask.kind,
      reason: ask.reason,
      before: Object.fromEntries(touched.map(([name]) => [name, known[name]])),
      changes: Object.fromEntries(touched),
    },
    { by: actor.user_id, at: new Date(context.captured_at).toISOString() },
  );
  const settleTimesheets = await enterDays(call, {
    ...{ entity: 'session', id: before.id, provider: before.provider },
    days: [before.session_date],
    isAsked: true,
  });
  const session = await storeRequests(call, before, requests, {
    verb: 'request',
    fields: touched.map(([name]) => name),
    details: { kind: ask.kind },
  });
  await settleTimesheets();
  return session;
}

/** Writes the requests of a session; everything else stays as it is. */
export async function storeRequests(
  call: Call,
  before: StoredSession,
  requests: Session['requests'] & object,
  told: AuditNote,
  changes: Partial<Pick<Session, 'state'>> = {},
): Promise<Session> {
  const approval_request = approvalOf(requests);
  return call.change(
    sessionRecords,
    before,
    { ...wireRow(before), ...changes, requests, approval_request },
    told,
  );
}
