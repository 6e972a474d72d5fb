import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { ProviderHours } from '#contract/payroll-figures.ts';
import { EMPLOYMENT_LABELS, EMPLOYMENT_TYPES, employmentLabel } from '#domain/access/employment.ts';
import { closedPeriod, type ReportDays } from '#domain/reports/report-days.ts';
import { STATUS_LABELS } from '#domain/timesheets/timesheet.ts';
import { perProvider, providerColumn, providerSearch, sumOf } from './delivery-figures.ts';
import { type FileColumn, fileReport } from './file-report.ts';
import { daysQuery, headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['payroll.list-provider-hours']> & ReportDays;

/** A provider's hours of some days. */
export interface ProviderHoursRow extends ProviderHours, ReportDays {}

const HOURS = [
  ['expected_minutes', 'Expected', 'wide'],
  ['direct_minutes', 'Direct', 'wide'],
  ['indirect_minutes', 'Indirect', 'wide'],
  ['paid_minutes', 'On timesheet', null],
  ['pay_minutes', 'Paid', null],
  ['overtime_minutes', 'Overtime', null],
  ['double_minutes', 'Double time', null],
] as const;

/** Each provider's hours of a pay period: as on the timesheet, and as they are paid. */
export const providerHoursFile = fileReport({
  id: 'provider-hours',
  title: 'Provider Hours',
  label: 'Hours by provider',
  rows: headedSource({
    name: 'hours',
    async ask(api, asked): Promise<Answer> {
      const { from, to } = asked;
      return { ...(await api.call('payroll.list-provider-hours', { query: daysQuery(asked) })), from, to };
    },
    rows: ({ rows, from, to }: Answer): readonly ProviderHoursRow[] =>
      rows.map((row) => ({ ...row, from, to })),
  }),
  rowId: perProvider.rowId,
  days: closedPeriod,
  filters: {
    employment: {
      label: 'Employment',
      choices: () => EMPLOYMENT_TYPES.map((id) => ({ id, name: EMPLOYMENT_LABELS[id] })),
      matches: ({ emp }, id) => emp === id,
    },
    search: providerSearch,
  },
  sort: { id: 'provider', desc: false },
  columns: [
    providerColumn,
    { ...{ id: 'employment', header: 'Employment', only: 'file' }, value: ({ emp }) => employmentLabel(emp) },
    {
      ...{ id: 'status', header: 'Timesheet', width: '7.25rem', only: 'wide' },
      value: ({ status }) => STATUS_LABELS[status],
    },
    ...HOURS.map(
      ([id, header, only]): FileColumn<ProviderHoursRow> => ({
        ...{ id, header, kind: 'duration', width: '6.25rem' },
        ...(only !== null && { only }),
        value: (row) => row[id],
        total: (rows) => sumOf(rows, (row) => row[id]),
      }),
    ),
    {
      ...{ id: 'meals', header: 'Meal premiums', kind: 'number', width: '6.5rem', only: 'wide' },
      value: ({ meal_premiums }) => meal_premiums,
      total: (rows) => sumOf(rows, ({ meal_premiums }) => meal_premiums),
    },
  ],
});
