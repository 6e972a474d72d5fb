import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { BillingLines, ListedLine } from '#contract/billing-reports.ts';
import { clientSlug } from '#domain/clients/client-rules.ts';
import { lineKey } from '#domain/money/invoices.ts';
import { ATTENDANCE_LABELS, SETTING_LABELS } from '#domain/sessions/session.ts';
import { countedOf } from '#domain/text/counted.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { fieldLabel } from '#entities/words/words.ts';
import {
  defineReport,
  distinctChoices,
  fromServer,
  type ReportColumn,
} from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { fiscalYearSoFar, lastMonth, validId } from './billing-days.ts';
import { LATE_FILTERS, LINE_FILTERS } from './billing-filters.ts';
import {
  approvalWords,
  LINE_STATUS_LABELS,
  type LineStatus,
  latenessWords,
  lineTitle,
  statusOf,
  whyOfLine,
} from './line-words.ts';

type Column = ReportColumn<ListedLine>;

const LOOKS = { open: 'default', invoiced: 'success', blocked: 'warning', 'not-billed': 'neutral' } as const;
const label = (field: Parameters<typeof fieldLabel>[1]) => fieldLabel('session', field);

/** Where a missing fact is added: the client's rates, or the session. */
function SettleLink({ line }: { line: ListedLine }) {
  const { blocker, client, client_name, session } = line;
  const look = 'underline underline-offset-2';
  if (blocker === 'rate' && client !== null) {
    return (
      <Link
        to="/clients/info/$id/$client_slug"
        params={{ id: client, client_slug: clientSlug(client_name) }}
        search={{ tab: 'rates' }}
        className={look}
      >
        Add a rate
      </Link>
    );
  }
  const words = {
    rate: 'Open the session',
    client: "Add the student's client",
    'late-entry': 'Review the late entry',
    authorization: 'Check the assigned service',
  };
  return (
    <Link to="/my-sessions/info/$id" params={{ id: session }} className={look}>
      {words[blocker ?? 'rate']}
    </Link>
  );
}

function LineState({ line }: { line: ListedLine }) {
  const status = statusOf(line);
  return (
    <TwoLines
      first={<Badge variant={LOOKS[status]}>{LINE_STATUS_LABELS[status]}</Badge>}
      second={line.invoice?.number ?? (status === 'blocked' && <SettleLink line={line} />)}
    />
  );
}

const columns: readonly Column[] = [
  {
    ...{ id: 'date', header: label('session_date'), kind: 'day', width: '7.25rem' },
    value: ({ session_date }) => session_date,
    sortBy: (line) => `${line.session_date} ${line.start_time} ${lineKey(line)}`,
    cell: ({ session, session_date }, { linkTo }) =>
      linkTo(session, displayDay(session_date), 'underline underline-offset-2 tabular-nums'),
  },
  {
    ...{ id: 'client', header: 'Client', only: 'file' },
    value: ({ client_name }) => client_name,
  },
  {
    ...{ id: 'student', header: 'Student' },
    value: ({ student_name }) => student_name,
    cell: ({ student_name, client_name }) => (
      <TwoLines first={student_name || 'Indirect work'} second={client_name || 'No client'} />
    ),
  },
  { ...{ id: 'provider', header: 'Provider', only: 'wide' }, value: ({ provider_name }) => provider_name },
  {
    ...{ id: 'service', header: 'Service' },
    value: ({ service_name }) => service_name,
    cell: ({ service_name, setting }) => <TwoLines first={service_name} second={SETTING_LABELS[setting]} />,
  },
  { ...{ id: 'setting', header: 'Setting', only: 'file' }, value: ({ setting }) => SETTING_LABELS[setting] },
  { ...{ id: 'location', header: 'Location', only: 'file' }, value: ({ location_name }) => location_name },
  {
    ...{ id: 'attendance', header: 'Attendance', only: 'file' },
    value: ({ attendance }) => ATTENDANCE_LABELS[attendance],
  },
  {
    ...{ id: 'minutes', header: 'Minutes', kind: 'number', width: '6rem', only: 'wide' },
    value: ({ kind, minutes }) => (kind === 'billed' ? minutes : null),
    total: (rows) => rows.reduce((sum, { minutes }) => sum + minutes, 0),
  },
  {
    ...{ id: 'hourly', header: 'Hourly rate', kind: 'money', width: '7rem', only: 'wide' },
    value: ({ hourly_cents }) => hourly_cents,
  },
  {
    ...{ id: 'amount', header: 'Amount', kind: 'money', width: '7.5rem', none: '–' },
    // What is blocked or not billed has no amount: it is never zero.
    value: ({ kind, amount_cents }) => (kind === 'billed' ? amount_cents : null),
    total: (rows) => rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  },
  {
    ...{ id: 'status', header: 'Status', width: '10.5rem' },
    value: (line) => LINE_STATUS_LABELS[statusOf(line)],
    cell: (line) => <LineState line={line} />,
  },
  { ...{ id: 'invoice', header: 'Invoice', only: 'file' }, value: ({ invoice }) => invoice?.number ?? '' },
  { ...{ id: 'approval', header: 'Approval', only: 'data' }, value: approvalWords },
  { ...{ id: 'lateness', header: 'Entered', only: 'data' }, value: latenessWords },
  {
    ...{ id: 'why', header: 'How it was calculated', only: 'data' },
    value: ({ reasons }) => reasons.join(' '),
  },
];

const words = (line: ListedLine) =>
  `${line.client_name} ${line.student_name} ${line.provider_name} ${line.service_name} ${line.location_name} ${line.invoice?.number ?? ''} ${line.reasons.join(' ')}`;

function totalsOf(rows: readonly ListedLine[]) {
  const of = (status: LineStatus) => rows.filter((line) => statusOf(line) === status);
  return [
    ['Lines', rows.length],
    ...(['invoiced', 'open', 'blocked', 'not-billed'] as const).map(
      (status) => [LINE_STATUS_LABELS[status], of(status).length] as const,
    ),
  ] as const;
}

const unsynced = (answer: BillingLines) => answer.unsynced;

/** Every session and student with what is billed for it and why. */
export const billingLines = defineReport(LINE_FILTERS, {
  ...{ id: 'billing-lines', title: 'Billing', label: 'Billing lines' },
  rows: fromServer({
    name: 'billing lines',
    ask: (api, { from, to, client, provider, location, service }) =>
      api.call('billing.list-lines', {
        query: {
          ...{ start_date: from, end_date: to, client: validId(client), provider: validId(provider) },
          ...{ location: location === '' ? undefined : location, service: validId(service) },
        },
      }),
    rows: ({ lines }: BillingLines) => lines,
    asOf: ({ as_of }) => as_of,
    unsynced,
  }),
  rowId: lineKey,
  rowName: lineTitle,
  rowHeight: 52,
  tightRowHeight: 60,
  days: lastMonth,
  filters: {
    client: {
      label: 'Client',
      choices: (_, rows) =>
        distinctChoices(
          rows.flatMap(({ client, client_name }) => (client === null ? [] : [[client, client_name]])),
        ),
    },
    provider: { label: 'Provider', everyone: 'provider' },
    location: { label: 'Location', choices: ({ locations }) => locations },
    service: { label: 'Service', choices: ({ services }) => services },
    status: {
      label: 'Status',
      choices: () =>
        (['open', 'invoiced', 'blocked', 'not-billed'] as const).map((id) => ({
          id,
          name: LINE_STATUS_LABELS[id],
        })),
      matches: (line, held) => statusOf(line) === held,
    },
    search: { label: 'Search', placeholder: 'Names, invoice numbers', words },
  },
  sort: { id: 'date', desc: false },
  remark: (shown, all) => countedOf(shown.length, all.length, 'line'),
  totals: totalsOf,
  columns,
  why: (line, column) => (column === 'amount' && line.kind === 'billed' ? () => whyOfLine(line) : null),
  empty: {
    ...{ icon: ReceiptText, title: 'No sessions on these days' },
    help: 'Try other dates. Every session is listed here with the amount billed.',
    filtered: 'No lines match these filters.',
  },
});

/** What came after the month's invoice: the next supplemental invoice has it. */
export const lateBilling = defineReport(LATE_FILTERS, {
  ...{ id: 'late-billing', title: 'Late Billing', label: 'Late lines' },
  rows: fromServer({
    name: 'late lines',
    ask: (api, { from, to }) => api.call('billing.list-late', { query: { start_date: from, end_date: to } }),
    rows: ({ lines }: BillingLines) => lines,
    asOf: ({ as_of }) => as_of,
    unsynced,
  }),
  rowId: lineKey,
  rowName: lineTitle,
  rowHeight: 52,
  tightRowHeight: 60,
  days: fiscalYearSoFar,
  filters: {
    status: {
      label: 'Status',
      choices: () => (['open', 'invoiced'] as const).map((id) => ({ id, name: LINE_STATUS_LABELS[id] })),
      matches: (line, held) => statusOf(line) === held,
    },
    search: { label: 'Search', placeholder: 'Names, invoice numbers', words },
  },
  sort: { id: 'date', desc: true },
  remark: () => "Entered after that month's invoice was sent. Billed on a supplemental invoice.",
  totals: totalsOf,
  columns,
  why: (line, column) => (column === 'amount' && line.kind === 'billed' ? () => whyOfLine(line) : null),
  empty: {
    ...{ icon: ReceiptText, title: 'No late entries' },
    help: "Sessions entered after that month's invoice was sent appear here.",
    filtered: 'No late lines match these filters.',
  },
});
