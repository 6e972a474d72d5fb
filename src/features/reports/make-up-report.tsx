import { CalendarClock } from 'lucide-react';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import { makeUpFile } from '#contract/report-files/make-up-file.ts';
import { OWED_STATE_LABELS } from '#domain/reports/report-statuses.ts';
import { ATTENDANCE_LABELS } from '#domain/sessions/session.ts';
import { hoursText } from '#domain/time/duration.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { MAKE_UP_FILTERS } from './care-filters.ts';

const LOOKS = { owed: 'warning', 'made-up': 'success', expired: 'destructive' } as const;

/** What students are owed from sessions that they missed, and until when it can be made up. */
export const makeUpReport = defineReport(MAKE_UP_FILTERS, {
  ...makeUpFile,
  rowHeight: 60,
  tightRowHeight: 64,
  totals: (rows) => [
    ['Students', new Set(rows.map(({ student }) => student)).size],
    ['Owed', hoursText(sumOf(rows, (row) => row.owed_minutes))],
    ['Made up', hoursText(sumOf(rows, (row) => row.made_up_minutes))],
    ['Left', hoursText(sumOf(rows, (row) => row.left_minutes))],
    ['Expired', hoursText(sumOf(rows, (row) => row.expired_minutes))],
  ],
  empty: {
    ...{ icon: CalendarClock, title: 'No makeups owed on these days' },
    help: 'Try other dates. Missed sessions that can be made up appear here.',
    filtered: 'No makeups match these filters.',
  },
  columns: withCells(makeUpFile.columns, {
    student: ({ student_name, client_name, service_name }, { isTight }) => (
      <TwoLines first={student_name} second={isTight ? service_name : client_name} />
    ),
    service: ({ service_name }) => <ClampedText text={service_name} />,
    provider: ({ provider_name }) => <ClampedText text={provider_name} />,
    missed: ({ session, session_date, attendance }, { linkTo }) => (
      <TwoLines
        first={linkTo(session, displayDay(session_date), 'underline underline-offset-2 tabular-nums')}
        second={ATTENDANCE_LABELS[attendance]}
      />
    ),
    state: ({ state }) => <Badge variant={LOOKS[state]}>{OWED_STATE_LABELS[state]}</Badge>,
  }),
});
