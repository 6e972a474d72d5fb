import { REQUEST_KINDS, type RequestKind, type RequestState } from './request-states.ts';
import type { APPROVAL_REQUESTS } from './session.ts';
import { isChangedDuration } from './session-rules.ts';

/** What the provider asks for once the office has closed the session or locked its pay period. */
export const LOCK_KINDS: readonly RequestKind[] = ['late-entry', 'edit', 'deletion'];

/** Something about a session that somebody else has to agree to. */
export interface SessionRequest {
  kind: RequestKind;
  state: RequestState;
  /** Why it is asked for. */
  reason: string;
  /** The fields in question, as they were and as they are to be. */
  before: Record<string, unknown>;
  changes: Record<string, unknown>;
  asked_by: string;
  /** When it was captured; within a session it names the request. ISO 8601. */
  asked_at: string;
  decided_by: string | null;
  decided_at: string | null;
  note: string;
}

export interface Asked {
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

/** The request of these kinds that waits for a decision; there is one at most. */
export function pendingRequest(
  session: WithRequests,
  kinds: readonly RequestKind[] = REQUEST_KINDS,
): SessionRequest | null {
  return requestsOf(session).find(({ kind, state }) => state === 'pending' && kinds.includes(kind)) ?? null;
}

/** How a session's requests stand as a whole: what waits counts first, then what was decided last. */
export function approvalOf(requests: readonly SessionRequest[]): Approval {
  if (requests.some(({ state }) => state === 'pending')) return 'pending';
  const decided = requests.toSorted((a, b) => (a.decided_at ?? '').localeCompare(b.decided_at ?? ''));
  return decided.at(-1)?.state ?? 'none';
}

/** How the request for other minutes stands. A row of an older version tells it in its one field. */
export function durationApproval(
  session: WithRequests & { changeDuration: boolean; approval_request: Approval },
): Approval {
  if (!session.changeDuration) return 'none';
  const asked = requestsOf(session).findLast(({ kind }) => kind === 'duration');
  return asked?.state ?? session.approval_request;
}

/** A late entry that nobody has accepted counts for nothing. */
export function isAccepted(session: WithRequests): boolean {
  const entry = requestsOf(session).findLast(({ kind }) => kind === 'late-entry');
  return entry === undefined || entry.state === 'approved';
}

interface Minutes {
  scheduled_minutes: number;
  actual_minutes: number;
}

/**
 * The requests after an entry or a change of it, as far as its minutes go: the same
 * minutes leave them alone, other minutes ask anew, and minutes that agree with the
 * plan take a waiting request back. What was decided stays.
 */
export function withDurationRequest(
  requests: readonly SessionRequest[],
  before: Minutes | null,
  next: Minutes & { duration_reason: string },
  asked: Asked,
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
    newRequest('duration', asked, next.duration_reason, {
      before: { actual_minutes: next.scheduled_minutes },
      changes: { actual_minutes: next.actual_minutes },
    }),
  ];
}

/** The requests with a late entry among them. A refused one that is entered anew asks anew. */
export function withLateEntry(requests: readonly SessionRequest[], asked: Asked): SessionRequest[] {
  const others = requests.filter(({ kind, state }) => kind !== 'late-entry' || state !== 'pending');
  return [...others, newRequest('late-entry', asked, '', { before: {}, changes: {} })];
}

/**
 * The requests after an edit or a deletion was asked for. The newest replaces one that
 * waits; an edit upon an edit keeps what only the first one changes.
 */
export function withLockRequest(
  requests: readonly SessionRequest[],
  ask: {
    kind: 'edit' | 'deletion';
    reason: string;
    before: Record<string, unknown>;
    changes: Record<string, unknown>;
  },
  asked: Asked,
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
    newRequest(ask.kind, asked, ask.reason, fields),
  ];
}

/** The requests with the one that waits decided. */
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
  asked: Asked,
  reason: string,
  fields: Pick<SessionRequest, 'before' | 'changes'>,
): SessionRequest {
  return {
    kind,
    state: 'pending',
    reason,
    ...fields,
    asked_by: asked.by,
    asked_at: asked.at,
    decided_by: null,
    decided_at: null,
    note: '',
  };
}
