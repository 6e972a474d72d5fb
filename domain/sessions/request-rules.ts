import { mayUse, seesWholeOrganization } from '#domain/access/permissions.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { RequestKind } from './request-states.ts';
import { pendingRequest, type SessionRequest } from './session-requests.ts';

/** Why a decision is refused; `code` is from the error catalog. */
export interface DecisionRefusal {
  code: 'access.denied' | 'decision.own' | 'decision.made' | 'request.invalid';
  message?: string;
  fields?: Record<string, string>;
}

interface DecidedSession {
  provider: string;
  service: string;
  requests?: readonly SessionRequest[] | undefined;
}

/** The office decides on every session, a lead on those of their services. */
export function mayDecideOnSession(actor: Actor, session: Pick<DecidedSession, 'service'>): boolean {
  if (!mayUse(actor, 'session.decide')) return false;
  return seesWholeOrganization(actor) || actor.service_ids.has(session.service);
}

/**
 * Why someone who may see a session may not make this decision on its request; null if they may.
 *
 * No one decides on their own request or their own session. A decision names the request that the decider has
 * read: a newer request makes it void. A refusal needs a note.
 */
export function requestRefusal(
  actor: Actor,
  session: DecidedSession,
  kinds: readonly RequestKind[],
  decision: { asked_at: string; decision: 'approved' | 'refused'; note: string },
): DecisionRefusal | null {
  if (!mayDecideOnSession(actor, session)) return { code: 'access.denied' };
  const request = pendingRequest(session, kinds);
  if (request === null) return { code: 'decision.made' };
  if (request.asked_by === actor.user_id || session.provider === actor.user_id) {
    return { code: 'decision.own' };
  }
  if (request.asked_at !== decision.asked_at) {
    return { code: 'decision.made', message: 'This request has changed. Review it again.' };
  }
  if (decision.decision === 'refused' && decision.note.trim() === '') {
    return { code: 'request.invalid', fields: { note: 'Enter a note.' } };
  }
  return null;
}
