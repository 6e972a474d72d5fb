import { Clock } from 'lucide-react';
import { payLineCall, payLineQuery, wholePayLines } from '#contract/report-files/pay-line-file.ts';
import { type ProviderHoursRow, providerHoursFile } from '#contract/report-files/provider-hours-file.ts';
import { employmentLabel } from '#domain/access/employment.ts';
import { paysTime } from '#domain/payroll/pay-line.ts';
import { durationText, hoursText } from '#domain/time/duration.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import type { Why } from '#screens/report/why.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { dayParts } from './line-rows.ts';
import { HOURS_FILTERS } from './payroll-filters.ts';

/** The days and lines of the time that is paid; where a line has other minutes than its session, it says why. */
function whyOf({ provider, provider_name, paid_minutes, from, to }: ProviderHoursRow): Why {
  return {
    title: `Paid, ${provider_name}`,
    rule: `The timesheet has ${durationText(paid_minutes)}, as recorded or punched. Paid time can differ: a changed duration is paid as scheduled unless it's approved, a late entry once it's accepted, and sessions in full if the timecard is shorter.`,
    async parts(api) {
      const asked = payLineQuery({ from, to, provider });
      const answers = await Promise.all(
        ['approved', 'unapproved'].map((show) => wholePayLines(api, payLineCall(show), asked)),
      );
      const time = answers.map(({ lines, names }) => ({
        lines: lines.filter(({ kind }) => paysTime(kind)),
        names,
      }));
      return dayParts(time, ({ minutes }) => hoursText(minutes));
    },
  };
}

/** Each provider's hours of a pay period: as on the timesheet, and as they are paid. */
export const providerHours = defineReport(HOURS_FILTERS, {
  ...providerHoursFile,
  opens: ({ provider, from, to }) => `${provider} ${from} ${to}`,
  keepsPeriod: true,
  opensClosed: true,
  columns: withCells(providerHoursFile.columns, {
    provider: ({ provider_name, emp }) => <TwoLines first={provider_name} second={employmentLabel(emp)} />,
  }),
  why: (row, column) => (column === 'pay_minutes' && row.pay_minutes > 0 ? () => whyOf(row) : null),
  rowHeight: 60,
  empty: {
    ...{ icon: Clock, title: 'No hours' },
    help: 'Try another pay period. Providers appear once they have sessions, events, or a timecard.',
    filtered: 'No providers match these filters.',
  },
});
