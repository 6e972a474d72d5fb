import type { LocalSession } from '#db/sessions.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { requestRefusal } from '#domain/sessions/request-rules.ts';
import { REQUEST_KINDS } from '#domain/sessions/request-states.ts';
import type { SessionRequest } from '#domain/sessions/session-requests.ts';
import { counted } from '#domain/text/counted.ts';
import { type ReportAction, refusalWords } from '#screens/report/report-action.ts';
import { sendDecision } from './decide-request.ts';
import { type DurationRow, durationEffect, durationTotals } from './duration-rows.ts';

const DECISIONS = {
  approved: { label: 'Approve', done: 'Approved' },
  refused: { label: 'Deny', done: 'Denied' },
} as const;
type Decision = keyof typeof DECISIONS;

interface RequestedSession {
  session: LocalSession;
  request: SessionRequest;
}

interface DecisionWords<Row> {
  nouns: readonly [one: string, many: string];
  summary: (rows: readonly Row[]) => readonly string[];
  effect: (row: Row) => string;
}

/** Decides on several requests as the buttons of their rows do one by one. */
function decisionOn<Row extends RequestedSession>(
  decision: Decision,
  { summary, ...words }: DecisionWords<Row>,
): ReportAction<Row> {
  const { label, done } = DECISIONS[decision];
  return {
    ...{ id: decision, label, done, ...words },
    ...(decision === 'refused' && { isDestructive: true, needsNote: () => true }),
    may: (actor) => mayUse(actor, 'session.decide'),
    refusal: ({ session, request }, actor) =>
      // That a note is missing is asked for below.
      refusalWords(
        requestRefusal(actor, session, [request.kind], {
          ...{ asked_at: request.asked_at, decision, note: label },
        }),
      ),
    summary: (rows) => [...summary(rows), 'Providers see your decision and note.'],
    run: ({ session, request }, note, { engine }) => sendDecision(engine, session, request, decision, note),
    after: ({ engine }) => engine.refresh(),
  };
}

/** Decides on several changed durations. */
export function decisionOnDurations(decision: Decision): ReportAction<DurationRow> {
  return decisionOn(decision, {
    nouns: ['changed duration', 'changed durations'],
    summary: (rows) => [durationEffect(decision, durationTotals(rows), { isTotal: true })],
    effect: ({ old_minutes, new_minutes }) =>
      decision === 'approved'
        ? `${old_minutes} → ${new_minutes} minutes`
        : `stays at ${old_minutes}, not ${new_minutes} minutes`,
  });
}

/** Decides on several requests of any kind. */
export function decisionOnRequests<Row extends RequestedSession & { change: string }>(
  decision: Decision,
): ReportAction<Row> {
  return decisionOn(decision, {
    nouns: ['request', 'requests'],
    summary: (rows) =>
      REQUEST_KINDS.flatMap((kind) => {
        const [first, ...others] = rows.filter(({ request }) => request.kind === kind);
        if (first === undefined) return [];
        const effect =
          others.length === 0 ? requestEffect(first.session, kind, decision) : TOTALS[kind][decision];
        return `${counted(1 + others.length, ...NOUNS[kind])}: ${effect}`;
      }),
    effect({ session, request: { kind }, change }) {
      const effect = requestEffect(session, kind, decision);
      return kind === 'edit' ? `${effect} ${change}` : effect;
    },
  });
}

/** What a decision does, in a sentence. */
export function requestEffect(
  { scheduled_minutes: old_minutes, actual_minutes: new_minutes }: LocalSession,
  kind: SessionRequest['kind'],
  decision: Decision,
): string {
  return kind === 'duration'
    ? durationEffect(decision, { old_minutes, new_minutes })
    : EFFECTS[kind][decision];
}

const EFFECTS: Record<Exclude<SessionRequest['kind'], 'duration'>, Record<Decision, string>> = {
  'late-entry': { approved: 'The session counts.', refused: "The session doesn't count." },
  edit: { approved: 'The session is changed.', refused: "The session doesn't change." },
  deletion: { approved: 'The session is deleted.', refused: 'The session stays.' },
};

const NOUNS: Record<SessionRequest['kind'], readonly [one: string, many: string]> = {
  duration: ['changed duration', 'changed durations'],
  'late-entry': ['late entry', 'late entries'],
  edit: ['edit', 'edits'],
  deletion: ['deletion', 'deletions'],
};

const TOTALS: Record<SessionRequest['kind'], Record<Decision, string>> = {
  duration: {
    approved: 'Pay and billing use the actual minutes.',
    refused: 'Pay and billing stay at the scheduled minutes.',
  },
  'late-entry': { approved: 'The sessions count.', refused: "The sessions don't count." },
  edit: { approved: 'The sessions are changed.', refused: "The sessions don't change." },
  deletion: { approved: 'The sessions are deleted.', refused: 'The sessions stay.' },
};
