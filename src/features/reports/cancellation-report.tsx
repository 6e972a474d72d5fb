import { CalendarX } from 'lucide-react';
import { cancellationFile, NO_REASON } from '#contract/report-files/cancellation-file.ts';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import { attendanceRule } from '#domain/sessions/attendance.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { CANCELLATION_FILTERS } from './care-filters.ts';

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
  why(row, column) {
    if (column !== 'sessions') return null;
    const { newest, sessions } = row;
    return () => ({
      title: `${ATTENDANCE_LABELS[row.attendance]}, ${row.provider_name}`,
      rule:
        newest.length < sessions
          ? `The newest ${newest.length} of ${sessions.toLocaleString('en-US')} sessions.`
          : "Recorded sessions that weren't delivered.",
      parts: newest.map(({ session, session_date, minutes }) => ({
        id: session,
        label: displayDay(session_date),
        figure: hoursText(minutes),
        to: { kind: 'session', id: session },
      })),
    });
  },
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
