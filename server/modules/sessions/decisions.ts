import { ApiError } from '#contract/errors.ts';
import { type RequestDecision, type Session, type SessionAsk, SessionChanges } from '#contract/session.ts';
import { requestRefusal } from '#domain/sessions/request-rules.ts';
import { LOCK_KINDS, type RequestKind } from '#domain/sessions/request-states.ts';
import {
  pendingRequest,
  requestsOf,
  type SessionRequest,
  withDecision,
} from '#domain/sessions/session-requests.ts';
import { withFollowingTimes } from '#domain/sessions/session-rules.ts';
import { followSession } from '#server/modules/soap/operations.ts';
import { ringBell } from '#server/records/bell.ts';
import type { AuditNote, Call } from '#server/records/call.ts';
import { refuseProblems } from '#server/records/changing-rows.ts';
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

/** Stores a request about a closed session. If the office has reopened it, the change runs immediately. */
export async function askForChange(call: Call, id: string, ask: SessionAsk): Promise<Session | null> {
  const { tx, actor } = call;
  const before = await visibleSession(tx, actor, id);
  if (before.deleted_at !== null) throw new ApiError('record.deleted');
  if (ask.kind === 'edit' && Object.keys(ask.changes).length === 0) {
    refuseProblems({ changes: 'Change something first.' });
  }
  const changes = ask.kind === 'edit' ? withFollowingTimes(before, ask.changes) : null;
  const { isClosed } = await judgedChange(call, before, changes);
  if (isClosed) return keepAsk(call, before, { ...ask, changes: changes ?? {} });
  // A command is judged by the current row.
  const now = call.withContext({ base_version: before.version });
  if (changes !== null) return updateSession(now, id, changes);
  await deleteSession(now, id);
  return null;
}

/** Approves or denies a changed duration, which decides the minutes that count. */
export async function decideDuration(call: Call, id: string, decision: RequestDecision): Promise<Session> {
  const { before, requests, note } = await decidedSession(call, id, ['duration'], decision);
  return storeRequests(call, before, requests, note);
}

/**
 * Approves or denies a late entry, an edit, or a deletion. An approved one takes effect in the same
 * transaction, by the current rules.
 */
export async function decideRequest(
  call: Call,
  id: string,
  decision: RequestDecision,
): Promise<Session | null> {
  const { before, request, requests, note } = await decidedSession(call, id, LOCK_KINDS, decision);
  if (decision.decision === 'refused') return storeRequests(call, before, requests, note);
  switch (request.kind) {
    case 'deletion':
      await judgedChange(call, before, null);
      await takeAway(call, before, note);
      return null;
    case 'edit': {
      const changes = SessionChanges.parse(request.changes);
      const judged = await judgedChange(call, before, changes);
      const requester = { by: request.asked_by, at: request.asked_at };
      return carryOut(call, { ...judged, next: { ...judged.next, requests } }, requester, note);
    }
    default: {
      // Its notes may have been signed while it waited for the office.
      const { isCompleted } = await followSession(call, before, id);
      return storeRequests(call, before, requests, note, { state: isCompleted ? 'completed' : 'logged' });
    }
  }
}

async function decidedSession(
  call: Call,
  id: string,
  kinds: readonly RequestKind[],
  decision: RequestDecision,
): Promise<{ before: StoredSession; request: SessionRequest; requests: SessionRequest[]; note: AuditNote }> {
  const { tx, actor, context } = call;
  const before = await visibleSession(tx, actor, id);
  if (before.deleted_at !== null) throw new ApiError('record.deleted');
  const refusal = requestRefusal(actor, before, kinds, decision);
  if (refusal !== null) {
    const { code, ...details } = refusal;
    throw new ApiError(code, details);
  }
  const request = pendingRequest(before, kinds) as SessionRequest;
  const requests = withDecision(requestsOf(before), request.asked_at, kinds, {
    state: decision.decision,
    note: decision.note.trim(),
    by: actor.user_id,
    at: new Date(context.now).toISOString(),
  });
  await ringBell(call, {
    event: decision.decision === 'approved' ? 'request-approved' : 'request-denied',
    ...{ receiver: request.asked_by, day: before.session_date, provider_name: actor.name },
  });
  const note: AuditNote = {
    verb: request.kind === 'duration' ? 'decide-duration' : 'decide-request',
    details: { kind: request.kind, decision: decision.decision, on_behalf_of: before.provider },
  };
  return { before, request, requests, note };
}
