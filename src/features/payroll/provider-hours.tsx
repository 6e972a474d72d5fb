import { Clock } from 'lucide-react';
import type { ProviderHours } from '#contract/payroll.ts';
import { EMPLOYMENT_LABELS, EMPLOYMENT_TYPES, employmentLabel } from '#domain/access/employment.ts';
import { STATUS_LABELS } from '#domain/timesheets/timesheet.ts';
import { defineReport, fromServer, type ReportColumn, type Unsynced } from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { HOURS_FILTERS } from './payroll-filters.ts';

interface Answer {
  as_of: string;
  rows: readonly ProviderHours[];
  unsynced: readonly Unsynced[];
  from: string;
  to: string;
}

interface Row extends ProviderHours {
  from: string;
  to: string;
}

const HOURS = [
  ['expected_minutes', 'Expected', 'wide'],
  ['direct_minutes', 'Direct', 'wide'],
  ['indirect_minutes', 'Indirect', 'wide'],
  ['paid_minutes', 'On timesheet', null],
  ['pay_minutes', 'Paid', null],
  ['overtime_minutes', 'Overtime', null],
  ['double_minutes', 'Double time', null],
] as const;

const hourColumns = HOURS.map(
  ([id, header, only]): ReportColumn<Row> => ({
    ...{ id, header, kind: 'duration', width: '6.25rem' },
    ...(only !== null && { only }),
    value: (row) => row[id],
    total: (rows) => rows.reduce((sum, row) => sum + row[id], 0),
  }),
);

/** Each provider's hours of a pay period: as on the timesheet, and as they are paid. */
export const providerHours = defineReport(HOURS_FILTERS, {
  id: 'provider-hours',
  title: 'Provider Hours',
  label: 'Hours by provider',
  rows: fromServer({
    name: 'hours',
    ask: async (api, { from, to }): Promise<Answer> => ({
      ...(await api.call('payroll.list-provider-hours', { query: { start_date: from, end_date: to } })),
      ...{ from, to },
    }),
    rows: ({ rows, from, to }: Answer) => rows.map((row): Row => ({ ...row, from, to })),
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) => unsynced,
  }),
  rowId: ({ provider }) => provider,
  opens: ({ provider, from, to }) => `${provider} ${from} ${to}`,
  keepsPeriod: true,
  opensClosed: true,
  filters: {
    employment: {
      label: 'Employment',
      choices: () => EMPLOYMENT_TYPES.map((id) => ({ id, name: EMPLOYMENT_LABELS[id] })),
      matches: ({ emp }, id) => emp === id,
    },
    search: { label: 'Search', placeholder: 'Provider', words: ({ provider_name }) => provider_name },
  },
  sort: { id: 'provider', desc: false },
  columns: [
    {
      ...{ id: 'provider', header: 'Provider' },
      value: ({ provider_name }) => provider_name,
      cell: ({ provider_name, emp }) => <TwoLines first={provider_name} second={employmentLabel(emp)} />,
    },
    { ...{ id: 'employment', header: 'Employment', only: 'file' }, value: ({ emp }) => employmentLabel(emp) },
    {
      ...{ id: 'status', header: 'Timesheet', width: '7.25rem', only: 'wide' },
      value: ({ status }) => STATUS_LABELS[status],
    },
    ...hourColumns,
    {
      ...{ id: 'meals', header: 'Meal premiums', kind: 'number', width: '6.5rem', only: 'wide' },
      value: ({ meal_premiums }) => meal_premiums,
      total: (rows) => rows.reduce((sum, { meal_premiums }) => sum + meal_premiums, 0),
    },
  ],
  rowHeight: 60,
  empty: {
    ...{ icon: Clock, title: 'No hours' },
    help: 'Try another pay period. Providers appear once they have sessions, events, or a timecard.',
    filtered: 'No providers match these filters.',
  },
});
