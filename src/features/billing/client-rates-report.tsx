import { Link } from '@tanstack/react-router';
import { CircleDollarSign } from 'lucide-react';
import type { ClientRate, ClientRates } from '#contract/billing-reports.ts';
import { clientSlug } from '#domain/clients/client-rules.ts';
import { moneyText } from '#domain/money/money-text.ts';
import { fiscalYearText, RATE_LEVEL_LABELS } from '#domain/money/rates.ts';
import { SETTING_LABELS } from '#domain/sessions/session.ts';
import { countedOf } from '#domain/text/counted.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { lastMonth, validId } from './billing-days.ts';
import { CLIENT_RATE_FILTERS } from './billing-filters.ts';

const settingOf = ({ setting, student_name }: ClientRate) =>
  setting === null ? student_name : SETTING_LABELS[setting];
const isMissing = ({ rate_cents }: ClientRate) => rate_cents === null;

/** The rate that each client gets, where it comes from, and what is missing. */
export const clientRatesReport = defineReport(CLIENT_RATE_FILTERS, {
  ...{ id: 'client-rates-report', title: 'Client Rates', label: 'Client rates' },
  rows: fromServer({
    name: 'client rates',
    ask: (api, { from, to, service }) =>
      api.call('billing.list-client-rates', {
        query: { start_date: from, end_date: to, service: validId(service) },
      }),
    rows: ({ rates }: ClientRates) => rates,
    asOf: ({ as_of }) => as_of,
    unsynced: ({ unsynced }) => unsynced,
  }),
  rowId: (row) => [row.client, row.service, row.setting, row.student, row.start_year].join(' '),
  rowName: (row) => `${row.client_name}, ${row.service_name}, ${settingOf(row)}`,
  rowHeight: 52,
  tightRowHeight: 60,
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
    search: { label: 'Search', words: (row) => `${row.client_name} ${row.service_name} ${settingOf(row)}` },
  },
  sort: { id: 'client', desc: false },
  remark: (shown, all) => countedOf(shown.length, all.length, 'rate'),
  totals: (rows) => [
    ['Without a rate', rows.filter(isMissing).length],
    ['Sessions without a rate', rows.filter(isMissing).reduce((sum, { sessions }) => sum + sessions, 0)],
    ['Billed', moneyText(rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0))],
  ],
  columns: [
    {
      ...{ id: 'client', header: 'Client' },
      value: ({ client_name }) => client_name,
      sortBy: (row) => `${row.client_name} ${row.start_year} ${row.service_name} ${settingOf(row)}`,
      cell: ({ client_name, start_year }) => (
        <TwoLines first={client_name} second={fiscalYearText(start_year)} />
      ),
    },
    {
      ...{ id: 'year', header: 'Fiscal year', only: 'file' },
      value: ({ start_year }) => fiscalYearText(start_year),
    },
    {
      ...{ id: 'service', header: 'Service' },
      value: ({ service_name }) => service_name,
      cell: (row) => <TwoLines first={row.service_name} second={settingOf(row)} />,
    },
    { ...{ id: 'setting', header: 'Setting or student', only: 'file' }, value: settingOf },
    {
      ...{ id: 'rate', header: 'Hourly rate', kind: 'money', width: '8.5rem' },
      value: ({ rate_cents }) => rate_cents,
      cell: ({ rate_cents, client, client_name }) =>
        rate_cents === null ? (
          <Link
            to="/clients/info/$id/$client_slug"
            params={{ id: client, client_slug: clientSlug(client_name) }}
            search={{ tab: 'rates' }}
            className="underline underline-offset-2"
          >
            Add a rate
          </Link>
        ) : (
          moneyText(rate_cents)
        ),
    },
    {
      ...{ id: 'level', header: 'Applies to', width: '8rem' },
      value: ({ level }) => (level === null ? 'Missing' : RATE_LEVEL_LABELS[level]),
      cell: ({ level }) =>
        level === null ? <Badge variant="warning">Missing</Badge> : RATE_LEVEL_LABELS[level],
    },
    {
      ...{ id: 'reason', header: 'Why this rate', only: 'wide' },
      value: ({ reason }) => reason,
      cell: ({ reason }) => <ClampedText text={reason} />,
    },
    {
      ...{ id: 'sessions', header: 'Sessions', kind: 'number', width: '6.5rem', only: 'wide' },
      value: ({ sessions }) => sessions,
      total: (rows) => rows.reduce((sum, { sessions }) => sum + sessions, 0),
    },
    {
      ...{ id: 'amount', header: 'Billed', kind: 'money', width: '8.5rem' },
      value: ({ amount_cents, rate_cents }) => (rate_cents === null ? null : amount_cents),
      total: (rows) => rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    },
  ],
  empty: {
    ...{ icon: CircleDollarSign, title: 'No clients with services yet' },
    help: "Add services to a client's contract, and their rates appear here.",
    filtered: 'No rates match these filters.',
  },
});
