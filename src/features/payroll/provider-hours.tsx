import { Clock } from 'lucide-react';
import { providerHoursFile } from '#contract/report-files/provider-hours-file.ts';
import { employmentLabel } from '#domain/access/employment.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { HOURS_FILTERS } from './payroll-filters.ts';

/** Each provider's hours of a pay period: as on the timesheet, and as they are paid. */
export const providerHours = defineReport(HOURS_FILTERS, {
  ...providerHoursFile,
  opens: ({ provider, from, to }) => `${provider} ${from} ${to}`,
  keepsPeriod: true,
  opensClosed: true,
  columns: withCells(providerHoursFile.columns, {
    provider: ({ provider_name, emp }) => <TwoLines first={provider_name} second={employmentLabel(emp)} />,
  }),
  rowHeight: 60,
  empty: {
    ...{ icon: Clock, title: 'No hours' },
    help: 'Try another pay period. Providers appear once they have sessions, events, or a timecard.',
    filtered: 'No providers match these filters.',
  },
});
