import type { ClientRate, ClientRates } from '#contract/billing-reports.ts';
import { fiscalYearText, RATE_LEVEL_LABELS } from '#domain/money/rates.ts';
import { lastMonth } from '#domain/reports/report-days.ts';
import { SETTING_LABELS } from '#domain/sessions/session.ts';
import { linesAsked } from './billing-sum-file.ts';
import { sumOf } from './delivery-figures.ts';
import { fileReport } from './file-report.ts';
import { headedSource } from './headed-source.ts';

/** What a rate is for besides client and service. */
export const rateSetting = ({ setting, student_name }: ClientRate) =>
  setting === null ? student_name : SETTING_LABELS[setting];
export const isMissing = ({ rate_cents }: ClientRate) => rate_cents === null;

/** The rate that each client gets, where it comes from, and what is missing. */
export const clientRateFile = fileReport({
  ...{ id: 'client-rates-report', title: 'Client Rates', label: 'Client rates' },
  rows: headedSource({
    name: 'client rates',
    ask: (api, asked) => api.call('billing.list-client-rates', { query: linesAsked(asked) }),
    rows: ({ rates }: ClientRates): readonly ClientRate[] => rates,
  }),
  rowId: (row) => [row.client, row.service, row.setting, row.student, row.start_year].join(' '),
  days: lastMonth,
  filters: {
    service: { label: 'Service', choices: ({ services }) => services },
    show: {
      label: 'Show',
      choices: () => [
        { id: 'missing', name: 'Without a rate' },
        { id: 'used', name: 'With sessions' },
      ],
      matches: (row, held) => (held === 'missing' ? isMissing(row) : row.sessions > 0),
    },
    search: {
      label: 'Search',
      placeholder: 'Client or service',
      words: (row) => `${row.client_name} ${row.service_name} ${rateSetting(row)}`,
    },
  },
  sort: { id: 'client', desc: false },
  columns: [
    {
      ...{ id: 'client', header: 'Client', width: '11.5rem', tightWidth: '11rem' },
      value: ({ client_name }) => client_name,
      sortBy: (row) => `${row.client_name} ${row.start_year} ${row.service_name} ${rateSetting(row)}`,
    },
    {
      ...{ id: 'year', header: 'Fiscal year', only: 'file' },
      value: ({ start_year }) => fiscalYearText(start_year),
    },
    {
      ...{ id: 'service', header: 'Service', width: '15.75rem', tightWidth: '11rem' },
      value: ({ service_name }) => service_name,
    },
    { ...{ id: 'setting', header: 'Setting or student', only: 'file' }, value: rateSetting },
    {
      ...{ id: 'rate', header: 'Hourly rate', kind: 'money', width: '6.5rem' },
      value: ({ rate_cents }) => rate_cents,
    },
    {
      ...{ id: 'level', header: 'Applies to', width: '7rem' },
      value: ({ level }) => (level === null ? 'Missing' : RATE_LEVEL_LABELS[level]),
    },
    { ...{ id: 'reason', header: 'Why this rate', only: 'wide' }, value: ({ reason }) => reason },
    {
      ...{ id: 'sessions', header: 'Sessions', kind: 'number', width: '6rem', only: 'wide' },
      value: ({ sessions }) => sessions,
      total: (rows) => sumOf(rows, ({ sessions }) => sessions),
    },
    {
      ...{ id: 'amount', header: 'Billed', kind: 'money', width: '7rem' },
      value: ({ amount_cents, rate_cents }) => (rate_cents === null ? null : amount_cents),
      total: (rows) => sumOf(rows, ({ amount_cents }) => amount_cents),
    },
  ],
});
