import type { BillingLinePage, BillingLines, ListedLine } from '#contract/billing-reports.ts';
import type { QueryInputOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import { lineKey } from '#domain/money/invoices.ts';
import { approvalOf, LINE_STATUSES, type LineStatus, statusOf } from '#domain/money/line-status.ts';
import { fiscalYearSoFar, lastMonth } from '#domain/reports/report-days.ts';
import { ATTENDANCE_LABELS, SETTING_LABELS } from '#domain/sessions/session.ts';
import { approvalWords, LINE_STATUS_LABELS, latenessWords } from './billing-line-words.ts';
import { clientFilter, NO_CLIENT, NONE, sumOf } from './delivery-figures.ts';
import {
  type Asked,
  type FileColumn,
  type FileFilter,
  fileReport,
  type ReportCaller,
} from './file-report.ts';
import { allPages, daysQuery, headedSource, validId } from './headed-source.ts';

const columns: readonly FileColumn<ListedLine>[] = [
  {
    ...{ id: 'date', header: 'Date', kind: 'day', width: '7rem' },
    value: ({ session_date }) => session_date,
    sortBy: (line) => `${line.session_date} ${line.start_time} ${lineKey(line)}`,
  },
  { ...{ id: 'client', header: 'Client', only: 'file' }, value: ({ client_name }) => client_name },
  { ...{ id: 'student', header: 'Student' }, value: ({ student_name }) => student_name },
  {
    ...{ id: 'provider', header: 'Provider', width: '10rem', only: 'wide' },
    value: ({ provider_name }) => provider_name,
  },
  {
    ...{ id: 'service', header: 'Service', width: '15.75rem', tightWidth: '9.5rem' },
    value: ({ service_name }) => service_name,
  },
  { ...{ id: 'setting', header: 'Setting', only: 'file' }, value: ({ setting }) => SETTING_LABELS[setting] },
  { ...{ id: 'location', header: 'Location', only: 'file' }, value: ({ location_name }) => location_name },
  {
    ...{ id: 'attendance', header: 'Attendance', only: 'file' },
    value: ({ attendance }) => ATTENDANCE_LABELS[attendance],
  },
  {
    ...{ id: 'minutes', header: 'Minutes', kind: 'number', width: '5.25rem', only: 'wide' },
    value: ({ kind, minutes }) => (kind === 'billed' ? minutes : null),
    total: (rows) => sumOf(rows, ({ minutes }) => minutes),
  },
  {
    ...{ id: 'hourly', header: 'Hourly rate', kind: 'money', width: '6.5rem', only: 'wide' },
    value: ({ hourly_cents }) => hourly_cents,
  },
  {
    ...{ id: 'amount', header: 'Amount', kind: 'money', width: '6.75rem', none: '–' },
    // What is blocked or not billed has no amount: it is never zero.
    value: ({ kind, amount_cents }) => (kind === 'billed' ? amount_cents : null),
    total: (rows) => sumOf(rows, ({ amount_cents }) => amount_cents),
  },
  {
    ...{ id: 'status', header: 'Status', width: '9.25rem', tightWidth: '10.5rem' },
    value: (line) => LINE_STATUS_LABELS[statusOf(line)],
  },
  { ...{ id: 'invoice', header: 'Invoice', only: 'file' }, value: ({ invoice }) => invoice?.number ?? '' },
  { ...{ id: 'approval', header: 'Approval', only: 'data' }, value: approvalWords },
  { ...{ id: 'lateness', header: 'Entered', only: 'data' }, value: latenessWords },
  {
    ...{ id: 'why', header: 'How it was calculated', only: 'data' },
    value: ({ reasons }) => reasons.join(' '),
  },
];

const search: FileFilter<ListedLine> = {
  ...{ label: 'Search', placeholder: 'Names, invoice numbers' },
  words: (line) =>
    `${line.client_name} ${line.student_name} ${line.provider_name} ${line.service_name} ${line.location_name} ${line.invoice?.number ?? ''} ${line.reasons.join(' ')}`,
};

const statusFilter = (statuses: readonly LineStatus[]): FileFilter<ListedLine> => ({
  label: 'Status',
  choices: () => statuses.map((id) => ({ id, name: LINE_STATUS_LABELS[id] })),
  matches: (line, held) => statusOf(line) === held,
});

type LinesAsked = QueryInputOf<Endpoints['billing.list-lines']>;

/** The days and what narrows them, as they are asked for. */
export function lineQuery(asked: Asked): LinesAsked {
  return {
    ...daysQuery(asked),
    client: asked.client === NONE ? NONE : validId(asked.client),
    provider: validId(asked.provider),
    location: typeof asked.location === 'string' && asked.location !== '' ? asked.location : undefined,
    service: validId(asked.service),
  };
}

/** All pages of these lines, as one answer. */
export async function wholeLines(api: ReportCaller, query: LinesAsked): Promise<BillingLinePage> {
  const pages = await allPages((page) => api.call('billing.list-lines', { query: { ...query, ...page } }));
  return { ...pages[0], lines: pages.flatMap(({ lines }) => lines), next: null };
}

/** Every session and student with what is billed for it and why. */
export const billingLineFile = fileReport({
  ...{ id: 'billing-lines', title: 'Billing', label: 'Billing lines' },
  rows: headedSource({
    name: 'billing lines',
    ask: (api, asked) => wholeLines(api, lineQuery(asked)),
    rows: ({ lines }: BillingLines): readonly ListedLine[] => lines,
  }),
  rowId: lineKey,
  days: lastMonth,
  filters: {
    // The server narrows by it.
    client: {
      label: clientFilter.label,
      choices: (names, rows) => [...clientFilter.choices(names, rows), NO_CLIENT],
    },
    provider: { label: 'Provider', everyone: 'provider' },
    location: {
      label: 'Location',
      choices: ({ locations }) => [...locations, { id: NONE, name: 'No location' }],
    },
    service: { label: 'Service', choices: ({ services }) => services },
    status: statusFilter(LINE_STATUSES),
    approval: {
      label: 'Approval',
      choices: () => [
        { id: 'approved', name: 'Approved' },
        { id: 'unapproved', name: 'Not approved yet' },
      ],
      matches: (line, held) => approvalOf(line) === held,
    },
    search,
  },
  sort: { id: 'date', desc: false },
  columns,
});

/** What came after the month's invoice: the next supplemental invoice has it. */
export const lateBillingFile = fileReport({
  ...{ id: 'late-billing', title: 'Late Billing', label: 'Late lines' },
  rows: headedSource({
    name: 'late lines',
    ask: (api, asked) => api.call('billing.list-late', { query: daysQuery(asked) }),
    rows: ({ lines }: BillingLines): readonly ListedLine[] => lines,
  }),
  rowId: lineKey,
  days: fiscalYearSoFar,
  filters: { status: statusFilter(['open', 'invoiced']), search },
  sort: { id: 'date', desc: true },
  columns,
});
