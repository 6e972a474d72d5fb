import { Refusal } from '#contract/errors.ts';
import { type RequestDecision, type Session, type SessionAsk, SessionChanges } from '#contract/session.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { requestRefusal } from '#domain/sessions/request-rules.ts';
import {
  LOCK_KINDS,
  pendingRequest,
  type RequestKind,
  requestsOf,
  type SessionRequest,
  withDecision,
} from '#domain/sessions/session-requests.ts';
import { withFollowingTimes } from '#domain/sessions/session-rules.ts';
import { audit } from '#server/db/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { refuseProblems } from '#server/modules/changing-rows.ts';
import { followSession } from '#server/modules/soap/operations.ts';
import type { CallFacts } from '#server/plugins/call.ts';
import { keepAsk, storeRequests } from './lock-requests.ts';
import {
  carryOut,
  deleteSession,
  judgedChange,
  takeAway,
  updateSession,
  visibleSession,
} from './operations.ts';
import type { StoredSession } from './queries.ts';

/**
 * Keeps what a provider asks for where the session takes no more changes. What is open
 * after all, because the office has opened it since, is carried out as it stands.
 */
export async function askForChange(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
  ask: SessionAsk,
): Promise<Session | null> {
  const before = await visibleSession(tx, actor, id);
  if (before.deleted_at !== null) throw new Refusal('record.deleted');
  if (ask.kind === 'edit' && Object.keys(ask.changes).length === 0) {
    refuseProblems({ changes: 'Change something first.' });
  }
  const changes = ask.kind === 'edit' ? withFollowingTimes(before, ask.changes) : null;
  const { isClosed } = await judgedChange(tx, actor, facts, before, changes);
  if (isClosed) return keepAsk(tx, actor, facts, before, { ...ask, changes: changes ?? {} });
  // A step is judged by the row as it is now.
  const now = { ...facts, base_version: before.version };
  if (changes !== null) return updateSession(tx, actor, now, id, changes);
  await deleteSession(tx, actor, now, id);
  return null;
}

/** Approves or refuses other minutes. The minutes that count follow from it. */
export async function decideDuration(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
  decision: RequestDecision,
): Promise<Session> {
  const { before, requests } = await decidedSession(tx, actor, facts, id, ['duration'], decision);
  return storeRequests(tx, before, requests);
}

/**
 * Approves or refuses a late entry, an edit or a deletion. What is approved takes effect
 * in the same transaction, by the rules as they are now.
 */
export async function decideRequest(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
  decision: RequestDecision,
): Promise<Session | null> {
  const { before, request, requests } = await decidedSession(tx, actor, facts, id, LOCK_KINDS, decision);
  if (decision.decision === 'refused') return storeRequests(tx, before, requests);
  switch (request.kind) {
    case 'deletion':
      await judgedChange(tx, actor, facts, before, null);
      await takeAway(tx, actor, facts, before);
      return null;
    case 'edit': {
      const changes = SessionChanges.parse(request.changes);
      const judged = await judgedChange(tx, actor, facts, before, changes);
      const asked = { by: request.asked_by, at: request.asked_at };
      return carryOut(tx, actor, facts, { ...judged, next: { ...judged.next, requests } }, asked);
    }
    default: {
      // Its notes may have been signed while it waited for the office.
      const { isCompleted } = await followSession(tx, actor, facts, before, id);
      return storeRequests(tx, before, requests, { state: isCompleted ? 'completed' : 'logged' });
    }
  }
}

async function decidedSession(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  id: string,
  kinds: readonly RequestKind[],
  decision: RequestDecision,
): Promise<{ before: StoredSession; request: SessionRequest; requests: SessionRequest[] }> {
  const before = await visibleSession(tx, actor, id);
  if (before.deleted_at !== null) throw new Refusal('record.deleted');
  const refusal = requestRefusal(actor, before, kinds, decision);
  if (refusal !== null) {
    const { code, ...details } = refusal;
    throw new Refusal(code, details);
  }
  const request = pendingRequest(before, kinds) as SessionRequest;
  const requests = withDecision(requestsOf(before), request.asked_at, kinds, {
    state: decision.decision,
    note: decision.note.trim(),
    by: actor.user_id,
    at: new Date(facts.now).toISOString(),
  });
  await audit(tx, facts, {
    user_id: actor.user_id,
    action: request.kind === 'duration' ? 'session.decide-duration' : 'session.decide-request',
    entity: 'session',
    row_id: id,
    row_version: before.version + 1,
    details: { kind: request.kind, decision: decision.decision, on_behalf_of: before.provider },
  });
  return { before, request, requests };
}
