import type { RequestDecision, Session } from '#contract/session.ts';
import type { LockKind } from '#domain/sessions/request-states.ts';
import type { SessionRequest } from '#domain/sessions/session-requests.ts';
import type { SyncEngine } from '#sync/sync-engine.ts';

/** Like `decideRequest`, for one of several decisions: the caller pulls after the last. */
export async function sendDecision(
  engine: SyncEngine,
  session: Pick<Session, 'id'>,
  request: Pick<SessionRequest, 'kind' | 'asked_at'>,
  decision: RequestDecision['decision'],
  note: string,
): Promise<void> {
  const name = request.kind === 'duration' ? 'session.decide-duration' : 'session.decide-request';
  const body = { asked_at: request.asked_at, decision, note };
  await engine.api.call(name, { params: { id: session.id }, body });
}

/**
 * Decides on a request. The server must answer now, because someone else may already have decided. The pull
 * that follows brings the new session.
 */
export async function decideRequest(
  ...[engine, ...decision]: Parameters<typeof sendDecision>
): Promise<void> {
  await sendDecision(engine, ...decision);
  await engine.refresh();
}

/** What a decision on a late entry, an edit, or a deletion does. */
export const LOCK_EFFECTS: Record<LockKind, Record<'approved' | 'refused', string>> = {
  'late-entry': { approved: 'The session counts.', refused: "The session doesn't count." },
  edit: { approved: 'The session is changed.', refused: "The session doesn't change." },
  deletion: { approved: 'The session is deleted.', refused: 'The session stays.' },
};
