import type { Session, SessionAsk } from '#contract/session.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { scopesOfSession } from '#domain/access/scopes.ts';
import { approvalOf, requestsOf, withLockRequest } from '#domain/sessions/session-requests.ts';
import { audit } from '#server/db/audit.ts';
import { recordChange } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { sessions } from '#server/db/schema/work.ts';
import { overwrite, wireRow } from '#server/modules/changing-rows.ts';
import { enterDays } from '#server/modules/timesheets/covered-days.ts';
import type { CallFacts } from '#server/plugins/call.ts';
import { type StoredSession, storedSession } from './queries.ts';

/**
 * Keeps an edit or a deletion as a request: the session stays as it is until somebody
 * has decided. What was asked for was judged by the rules before.
 */
export async function keepAsk(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  before: StoredSession,
  ask: SessionAsk,
): Promise<Session> {
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
    { by: actor.user_id, at: new Date(facts.captured_at).toISOString() },
  );
  const settleTimesheets = await enterDays(tx, actor, facts, {
    ...{ entity: 'session', id: before.id, provider: before.provider },
    days: [before.session_date],
    isAsked: true,
  });
  const session = await storeRequests(tx, before, requests);
  await audit(tx, facts, {
    user_id: actor.user_id,
    action: 'session.request',
    entity: 'session',
    row_id: before.id,
    row_version: session.version,
    details: {
      ...{ kind: ask.kind, fields: touched.map(([name]) => name) },
      ...(before.provider === actor.provider_id ? {} : { on_behalf_of: before.provider }),
    },
  });
  await settleTimesheets();
  return session;
}

/** Writes the requests of a session, whatever else of it stays as it is. */
export async function storeRequests(
  tx: Transaction,
  before: StoredSession,
  requests: Session['requests'] & object,
  changes: Partial<Pick<Session, 'state'>> = {},
): Promise<Session> {
  const session = {
    ...wireRow(before),
    ...changes,
    requests,
    approval_request: approvalOf(requests),
    version: before.version + 1,
  };
  const { approval_request, state, version } = session;
  await overwrite(tx, sessions, before, { requests, approval_request, state, version }, storedSession);
  await recordChange(tx, 'session', session.id, scopesOfSession(session));
  return session;
}
