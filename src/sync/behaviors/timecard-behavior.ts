import type { StartLunchBody, TimecardBody, TimecardChanges } from '#contract/timecard.ts';
import type { TimesheetBody } from '#contract/timesheet.ts';
import { corrected } from '#domain/timecards/correction.ts';
import { applyPunch, type Punch, startedDay } from '#domain/timecards/punch-rules.ts';
import { attestationText } from '#domain/timesheets/attestation.ts';
import { newRow } from '#entities/row-facts.ts';
import type { Behavior } from './behavior.ts';

const PUNCHES: Partial<Record<string, Punch>> = {
  'timecard.start-lunch': 'start-lunch',
  'timecard.end-lunch': 'end-lunch',
  'timecard.pause': 'pause',
  'timecard.unpause': 'unpause',
  'timecard.end-day': 'end-day',
};

export const timecardBehavior: Behavior<'timecard'> = {
  created: (body: TimecardBody, author) => newRow('timecard', startedDay(body), author),
  /** A punch or a correction. */
  changed(card, { endpoint = '', body, author }) {
    const punch = PUNCHES[endpoint];
    if (punch !== undefined) return applyPunch(card, punch, body as StartLunchBody);
    return corrected(card, body as TimecardChanges, { user_id: author.user_id, at: author.captured_at });
  },
};

export const timesheetBehavior: Behavior<'timesheet'> = {
  created: (body: TimesheetBody, author) =>
    newRow(
      'timesheet',
      {
        ...body,
        attestation_text: attestationText(body.attestation_version) ?? '',
        waiting_for: body.manifest.filter(({ write_ids }) => write_ids.length > 0).length,
        steps: [{ status: 'submitted', at: author.captured_at, by: author.user_id, notes: body.notes }],
      },
      author,
    ),
  // Only the server decides its outcome; the request itself is in the outbox.
  changed: (sheet) => sheet,
};
