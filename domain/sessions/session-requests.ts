import { REQUEST_KINDS, type RequestKind, type RequestState } from './request-states.ts';
import type { APPROVAL_REQUESTS } from './session.ts';
import { isChangedDuration } from './session-rules.ts';

/** A change of a session that needs approval. */
export interface SessionRequest {
  kind: RequestKind;
  state: RequestState;
  /** The provider's reason. */
  reason: string;
  /** The affected fields before and after. */
  before: Record<string, unknown>;
  changes: Record<string, unknown>;
  asked_by: string;
  /** When it was captured (ISO 8601); identifies the request within a session. */
  asked_at: string;
  decided_by: string | null;
  decided_at: string | null;
  note: string;
}

export interface Requester {
  by: string;
  /** ISO 8601. */
  at: string;
}

type Approval = (typeof APPROVAL_REQUESTS)[number];

interface WithRequests {
  requests?: readonly SessionRequest[] | undefined;
}

/** All requests of a session, oldest first. */
export function requestsOf(session: WithRequests): readonly SessionRequest[] {
  return session.requests ?? [];
}

/** The pending request of these kinds; there is at most one. */
export function pendingRequest(
  session: WithRequests,
  kinds: readonly RequestKind[] = REQUEST_KINDS,
): SessionRequest | null {
  return requestsOf(session).find(({ kind, state }) => state === 'pending' && kinds.includes(kind)) ?? null;
}

/** The overall approval state of a session's requests: a pending one first, then the last decision. */
export function approvalOf(requests: readonly SessionRequest[]): Approval {
  if (requests.some(({ state }) => state === 'pending')) return 'pending';
  const decided = requests.toSorted((a, b) => (a.decided_at ?? '').localeCompare(b.decided_at ?? ''));
  return decided.at(-1)?.state ?? 'none';
}

/** The state of the changed-duration request. Rows of older versions have it in a single field. */
export function durationApproval(
  session: WithRequests & { changeDuration: boolean; approval_request: Approval },
): Approval {
  if (!session.changeDuration) return 'none';
  const latest = requestsOf(session).findLast(({ kind }) => kind === 'duration');
  return latest?.state ?? session.approval_request;
}

/** Whether the session counts: a late entry that is not accepted counts as nothing. */
export function isAccepted(session: WithRequests): boolean {
  const entry = requestsOf(session).findLast(({ kind }) => kind === 'late-entry');
  return entry === undefined || entry.state === 'approved';
}

interface Minutes {
  scheduled_minutes: number;
  actual_minutes: number;
}

/**
 * The requests after a change of minutes: unchanged minutes keep them, different ones create a new request,
 * and minutes that match the plan withdraw a pending one. Decided requests stay.
 */
export function withDurationRequest(
  requests: readonly SessionRequest[],
  before: Minutes | null,
  next: Minutes & { duration_reason: string },
  requester: Requester,
): SessionRequest[] {
  const others = requests.filter(({ kind, state }) => kind !== 'duration' || state !== 'pending');
  if (!isChangedDuration(next)) return others;
  const isSame =
    before?.scheduled_minutes === next.scheduled_minutes && before.actual_minutes === next.actual_minutes;
  if (isSame) {
    return requests.map((request) =>
      request.kind === 'duration' && request.state === 'pending'
        ? { ...request, reason: next.duration_reason }
        : request,
    );
  }
  return [
    ...others,
    newRequest('duration', requester, next.duration_reason, {
      before: { actual_minutes: next.scheduled_minutes },
      changes: { actual_minutes: next.actual_minutes },
    }),
  ];
}

/** The requests with a late entry added. A denied one that is entered again creates a new request. */
export function withLateEntry(requests: readonly SessionRequest[], requester: Requester): SessionRequest[] {
  const others = requests.filter(({ kind, state }) => kind !== 'late-entry' || state !== 'pending');
  return [...others, newRequest('late-entry', requester, '', { before: {}, changes: {} })];
}

/**
 * The requests with an edit or deletion added. The newest replaces a pending one; an edit after an edit keeps
 * fields that only the first one changes.
 */
export function withLockRequest(
  requests: readonly SessionRequest[],
  ask: {
    kind: 'edit' | 'deletion';
    reason: string;
    before: Record<string, unknown>;
    changes: Record<string, unknown>;
  },
  requester: Requester,
): SessionRequest[] {
  const isReplaced = ({ kind, state }: SessionRequest) =>
    state === 'pending' && (kind === 'edit' || kind === 'deletion');
  const earlier = requests.find((request) => isReplaced(request) && request.kind === 'edit');
  const fields =
    ask.kind === 'edit' && earlier !== undefined
      ? { before: { ...ask.before, ...earlier.before }, changes: { ...earlier.changes, ...ask.changes } }
      : { before: ask.before, changes: ask.changes };
  return [
    ...requests.filter((request) => !isReplaced(request)),
    newRequest(ask.kind, requester, ask.reason, fields),
  ];
}

/** The requests with the pending one decided. */
export function withDecision(
  requests: readonly SessionRequest[],
  asked_at: string,
  kinds: readonly RequestKind[],
  decision: { state: 'approved' | 'refused'; note: string; by: string; at: string },
): SessionRequest[] {
  return requests.map((request) =>
    request.state === 'pending' && request.asked_at === asked_at && kinds.includes(request.kind)
      ? {
          ...request,
          state: decision.state,
          note: decision.note,
          decided_by: decision.by,
          decided_at: decision.at,
        }
      : request,
  );
}

function newRequest(
  kind: RequestKind,
  requester: Requester,
  reason: string,
  fields: Pick<SessionRequest, 'before' | 'changes'>,
): SessionRequest {
  return {
    kind,
    state: 'pending',
    reason,
    ...fields,
    asked_by: requester.by,
    asked_at: requester.at,
    decided_by: null,
    decided_at: null,
    note: '',
  };
}
