import { CalendarX } from 'lucide-react';
import {
  type CancellationRow,
  cancellationFile,
  NO_REASON,
} from '#contract/report-files/cancellation-file.ts';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import { attendanceRule } from '#domain/sessions/attendance.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { wholeList } from '#screens/device/held-sessions.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import type { Why } from '#screens/report/why.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { CANCELLATION_FILTERS } from './care-filters.ts';

/** Every session of a row: the answer of the report names only the newest. */
function whyOf({ attendance, reason, provider, provider_name, service, from, to }: CancellationRow): Why {
  return {
    title: `${ATTENDANCE_LABELS[attendance]}, ${provider_name}`,
    rule: "Recorded sessions that weren't delivered, with the time that was planned.",
    async parts(api) {
      const sessions = await wholeList(api, { start_date: from, end_date: to, provider, service });
      return sessions
        .filter((session) => session.attendance === attendance && session.reason === reason)
        .map(({ id, session_date, scheduled_minutes }) => ({
          id,
          label: displayDay(session_date),
          figure: hoursText(scheduled_minutes),
          to: { kind: 'session', id },
        }));
    },
  };
}

/** Why sessions weren't delivered, and how much was planned for them. */
export const cancellationReport = defineReport(CANCELLATION_FILTERS, {
  ...cancellationFile,
  tightRowHeight: 56,
  totals: (rows) => [
    ['Sessions', sumOf(rows, ({ sessions }) => sessions)],
    ['Planned time', hoursText(sumOf(rows, ({ scheduled_minutes }) => scheduled_minutes))],
    [
      'Owe a makeup',
      sumOf(
        rows.filter(({ attendance }) => attendanceRule(attendance).owes_make_up),
        ({ sessions }) => sessions,
      ),
    ],
    ['Made up', sumOf(rows, ({ made_up }) => made_up)],
  ],
  why: (row, column) => (column === 'sessions' || column === 'minutes' ? () => whyOf(row) : null),
  empty: {
    ...{ icon: CalendarX, title: 'No cancellations on these days' },
    help: "Try other dates. Sessions that weren't delivered appear here with the reason.",
    filtered: 'No cancellations match these filters.',
  },
  columns: withCells(cancellationFile.columns, {
    attendance: ({ attendance, reason }, { isTight }) => (
      <TwoLines first={ATTENDANCE_LABELS[attendance]} second={isTight && (reason || NO_REASON)} />
    ),
    provider: ({ provider_name, service_name }, { isTight }) => (
      <TwoLines first={provider_name} second={isTight && service_name} />
    ),
  }),
});
