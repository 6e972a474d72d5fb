import { mayUse } from '#domain/access/permissions.ts';
import { requestRefusal } from '#domain/sessions/request-rules.ts';
import { type ReportAction, refusalWords } from '#screens/report/report-action.ts';
import { sendDecision } from './decide-request.ts';
import { type DurationRow, durationEffect, durationTotals } from './duration-rows.ts';

const DECISIONS = {
  approved: { label: 'Approve', done: 'Approved' },
  refused: { label: 'Deny', done: 'Denied' },
} as const;

/** Decides on several changed durations as the buttons of their rows do one by one. */
export function decisionOn(decision: keyof typeof DECISIONS): ReportAction<DurationRow> {
  const { label, done } = DECISIONS[decision];
  return {
    ...{ id: decision, label, done, nouns: ['changed duration', 'changed durations'] },
    ...(decision === 'refused' && { isDestructive: true, needsNote: () => true }),
    may: (actor) => mayUse(actor, 'session.decide'),
    refusal: ({ session, request }, actor) =>
      // That a note is missing is asked for below.
      refusalWords(
        requestRefusal(actor, session, ['duration'], { asked_at: request.asked_at, decision, note: label }),
      ),
    summary: (rows) => [
      durationEffect(decision, durationTotals(rows), { isTotal: true }),
      'Providers see your decision and note.',
    ],
    effect: ({ old_minutes, new_minutes }) =>
      decision === 'approved'
        ? `${old_minutes} → ${new_minutes} minutes`
        : `stays at ${old_minutes}, not ${new_minutes} minutes`,
    run: ({ session, request }, note, { engine }) => sendDecision(engine, session, request, decision, note),
    after: ({ engine }) => engine.refresh(),
  };
}
