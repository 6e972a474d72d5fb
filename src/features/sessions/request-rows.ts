import type { LocalSession } from '#db/sessions.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { requestRefusal } from '#domain/sessions/request-rules.ts';
import { LOCK_KINDS, type LockKind } from '#domain/sessions/request-states.ts';
import { requestsOf, type SessionRequest } from '#domain/sessions/session-requests.ts';
import { displayDay } from '#domain/time/pacific.ts';
import type { KnownNames } from '#entities/words/say.ts';
import { type ReportAction, refusalWords } from '#screens/report/report-action.ts';
import { fieldChanges } from './changed-fields.ts';
import { LOCK_EFFECTS, sendDecision } from './decide-request.ts';
import { decisionWords } from './duration-rows.ts';
import { nameOfPerson, type SessionLookups } from './session-lookups.ts';
import { studentNames } from './session-words.ts';

/** A late entry, or an edit or a deletion after the lock, with what was decided about it. */
export interface SessionRequestRow {
  session: LocalSession;
  request: SessionRequest & { kind: LockKind };
  provider: string;
  students: string;
  service: string;
  /** "Minutes: 30 → 45"; empty where the request changes nothing of the session. */
  changes: string;
  decision: string;
}

/** The late entries, edits, and deletions among these sessions. Pure. */
export function sessionRequestRows(
  sessions: readonly LocalSession[],
  lookups: SessionLookups,
  names: KnownNames,
): SessionRequestRow[] {
  const services = new Map(lookups.services.map(({ id, name }) => [id, name]));
  return sessions.flatMap((session) =>
    requestsOf(session)
      .filter((request): request is SessionRequestRow['request'] =>
        (LOCK_KINDS as readonly string[]).includes(request.kind),
      )
      .map((request) => ({
        ...{ session, request },
        provider: nameOfPerson(session.provider, lookups),
        students: studentNames(session, lookups.studentNames),
        service: services.get(session.service) ?? 'Unknown service',
        changes: fieldChanges(request, names)
          .map(({ label, before, after }) => `${label}: ${before} → ${after}`)
          .join('; '),
        decision: decisionWords(request, lookups),
      })),
  );
}

export function sessionRequestName({ session, provider, students }: SessionRequestRow): string {
  return `${provider}, ${displayDay(session.session_date)}, ${students}`;
}

const DECISIONS = {
  approved: { label: 'Approve', done: 'Approved' },
  refused: { label: 'Deny', done: 'Denied' },
} as const;

/** Decides on several requests as the buttons of their rows do one by one. */
export function requestDecision(decision: keyof typeof DECISIONS): ReportAction<SessionRequestRow> {
  const { label, done } = DECISIONS[decision];
  return {
    ...{ id: decision, label, done, nouns: ['request', 'requests'] },
    ...(decision === 'refused' && { isDestructive: true, needsNote: () => true }),
    may: (actor) => mayUse(actor, 'session.decide'),
    refusal: ({ session, request }, actor) =>
      // That a note is missing is asked for below.
      refusalWords(
        requestRefusal(actor, session, [request.kind], {
          ...{ asked_at: request.asked_at, decision, note: label },
        }),
      ),
    summary: () => ['Providers see your decision and note.'],
    effect: ({ request, changes }) =>
      [LOCK_EFFECTS[request.kind][decision], changes].filter((part) => part !== '').join(' '),
    run: ({ session, request }, note, { engine }) => sendDecision(engine, session, request, decision, note),
    after: ({ engine }) => engine.refresh(),
  };
}
