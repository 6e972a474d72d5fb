import { CircleDollarSign } from 'lucide-react';
import type { MissingRate } from '#contract/payroll-closing.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { fiscalYearText } from '#domain/money/rates.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { entryProblem } from './missing-rate-entry.ts';
import { MissingRateForm } from './missing-rate-form.tsx';
import { OPEN_ITEM_FILTERS } from './payroll-filters.ts';

/** What has no pay rate in a pay period, with the rate to be entered for several at once. */
export const missingRateList = defineReport(OPEN_ITEM_FILTERS, {
  ...{ id: 'missing-pay-rates', title: 'Missing pay rates', label: 'Missing pay rates' },
  rows: fromServer({
    name: 'missing pay rates',
    ask: (api, { from, to }) =>
      api.call('payroll.list-missing-rates', { query: { start_date: from, end_date: to } }),
    rows: ({ rows }): readonly MissingRate[] => rows,
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) => unsynced,
  }),
  rowId: ({ provider, service, kind, start_year }) => `${provider} ${service ?? kind} ${start_year}`,
  rowName: ({ provider_name, what, start_year }) =>
    `${provider_name}, ${what}, ${fiscalYearText(start_year)}`,
  opens: ({ provider }) => provider,
  opensClosed: true,
  steps: [
    {
      ...{ id: 'enter-rate', label: 'Enter rate for', nouns: ['missing rate', 'missing rates'] },
      may: (actor) => mayUse(actor, 'payroll.view'),
      refusal: entryProblem,
      form: (rows, leads) => <MissingRateForm rows={rows} {...leads} />,
    },
  ],
  filters: {
    search: {
      label: 'Search',
      placeholder: 'Provider or service',
      words: ({ provider_name, what }) => `${provider_name} ${what}`,
    },
  },
  sort: { id: 'provider', desc: false },
  totals: (rows) => [
    ['Missing rates', rows.length],
    ['Lines', rows.reduce((sum, { lines }) => sum + lines, 0)],
  ],
  columns: [
    { id: 'provider', header: 'Provider', value: ({ provider_name }) => provider_name },
    { id: 'what', header: 'Paid for', value: ({ what }) => what },
    {
      ...{ id: 'year', header: 'Fiscal year', width: '8rem', tightWidth: '7rem' },
      value: ({ start_year }) => fiscalYearText(start_year),
    },
    {
      ...{ id: 'first', header: 'First day', kind: 'day', width: '8rem', only: 'wide' },
      value: ({ first_day }) => first_day,
    },
    {
      ...{ id: 'lines', header: 'Lines', kind: 'number', width: '6rem', tightWidth: '5rem' },
      value: ({ lines }) => lines,
    },
    {
      ...{ id: 'hours', header: 'Hours', kind: 'duration', width: '7rem', tightWidth: '6rem' },
      value: ({ minutes }) => minutes,
    },
  ],
  empty: {
    ...{ icon: CircleDollarSign, title: 'No rate is missing' },
    help: 'Every line of this pay period has a pay rate.',
    filtered: 'No missing rates match these filters.',
  },
});
