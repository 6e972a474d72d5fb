import type { QueryInputOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { LineNames, LinesReply, PayLinePage } from '#contract/payroll-figures.ts';
import {
  LINE_FINDING_LABELS,
  LINE_KIND_LABELS,
  type LineKind,
  type PayLine,
  paysTime,
} from '#domain/payroll/pay-line.ts';
import { closedPeriod } from '#domain/reports/report-days.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { clientFilter, NO_CLIENT, NONE, sumOf } from './delivery-figures.ts';
import {
  type Asked,
  distinctChoices,
  type FileColumn,
  type FileFilter,
  fileReport,
  type ReportCaller,
} from './file-report.ts';
import { allPages, daysQuery, headedSource, validId } from './headed-source.ts';

/** A pay line with what its ids are called. */
export interface LineRow extends PayLine {
  provider_name: string;
  service_name: string;
  client_name: string;
  /** "Session", "Daily overtime": what it pays. */
  what: string;
}

type Named<Line> = Line & Pick<LineRow, 'provider_name' | 'service_name' | 'client_name'>;

/** Lines with names, of which an answer has each once. */
export function namedLines<Line extends Pick<PayLine, 'provider' | 'service' | 'client'>>(
  lines: readonly Line[],
  names: LineNames,
): Named<Line>[] {
  const [providers, services, clients] = [names.providers, names.services, names.clients].map(
    (list) => new Map(list.map(({ id, name }) => [id, name])),
  );
  return lines.map((line) => ({
    ...line,
    provider_name: providers?.get(line.provider) ?? 'Unknown provider',
    service_name: line.service === null ? '' : (services?.get(line.service) ?? 'Unknown service'),
    client_name: line.client === null ? '' : (clients?.get(line.client) ?? 'Unknown client'),
  }));
}

/** "No pay rate": what someone has to look at; empty where there is nothing. */
export function findingWords({ finding }: Pick<PayLine, 'finding'>): string {
  return finding === null ? '' : LINE_FINDING_LABELS[finding];
}

/** The filter by what lines pay for, among those of the rows. */
export const kindFilter: FileFilter<{ kind: LineKind }> = {
  label: 'Pays for',
  choices: (_, rows) => distinctChoices(rows.map(({ kind }) => [kind, LINE_KIND_LABELS[kind]])),
  matches: ({ kind }, id) => kind === id,
};

/** The search through the names of a pay line. */
export const payLineSearch: FileFilter<
  Pick<LineRow, 'provider_name' | 'service_name' | 'client_name' | 'what'>
> = {
  ...{ label: 'Search', placeholder: 'Provider, service, or client' },
  words: ({ provider_name, what, service_name, client_name }) =>
    `${provider_name} ${what} ${service_name} ${client_name}`,
};

/** The columns that every list of pay lines has. */
export function payLineColumns<Row extends LineRow>(): FileColumn<Row>[] {
  return [
    {
      ...{ id: 'day', header: 'Date', kind: 'day', width: '7rem', tightWidth: '7rem' },
      value: ({ day }) => day,
      sortBy: ({ day, provider_name }) => `${day} ${provider_name}`,
    },
    {
      ...{ id: 'provider', header: 'Provider', width: '10rem', tightWidth: '7.5rem' },
      value: ({ provider_name }) => provider_name,
      sortBy: ({ provider_name, day }) => `${provider_name} ${day}`,
    },
    { ...{ id: 'what', header: 'Pays for' }, value: ({ what }) => what },
    { ...{ id: 'service', header: 'Service', only: 'file' }, value: ({ service_name }) => service_name },
    { ...{ id: 'client', header: 'Client', only: 'file' }, value: ({ client_name }) => client_name },
    {
      ...{ id: 'minutes', header: 'Time', kind: 'duration', width: '5.5rem', tightWidth: '5rem' },
      value: ({ minutes }) => minutes,
      // Premiums are on top of time that other lines have.
      total: (rows) => sumOf(rows, ({ kind, minutes }) => (paysTime(kind) ? minutes : 0)),
    },
    {
      ...{ id: 'rate', header: 'Rate', kind: 'money', width: '6.5rem', only: 'wide' },
      value: ({ hourly_cents }) => hourly_cents,
    },
    {
      ...{ id: 'percent', header: 'Percent of rate', kind: 'number', only: 'data' },
      value: ({ percent }) => percent,
    },
    {
      ...{ id: 'amount', header: 'Amount', kind: 'money', width: '7rem', tightWidth: '6.25rem' },
      ...{ none: 'No rate' },
      value: ({ amount_cents }) => amount_cents,
      total: (rows) => sumOf(rows, ({ amount_cents }) => amount_cents ?? 0),
    },
    { ...{ id: 'finding', header: 'To check', only: 'file' }, value: findingWords },
    { ...{ id: 'why', header: 'How it was calculated', only: 'data' }, value: ({ why }) => why.join(' ') },
  ];
}

/** Whose lines, and of which days. */
export function payLineQuery(asked: Asked) {
  const provider = validId(asked.provider);
  return { ...daysQuery(asked), ...(provider !== undefined && { provider }) };
}

/** The lines of an answer as rows. */
function payLineRows({ lines, names }: LinesReply): readonly LineRow[] {
  return namedLines(lines, names).map((line) => ({ ...line, what: LINE_KIND_LABELS[line.kind] }));
}

type LineCall = 'payroll.list-approved' | 'payroll.list-unapproved';

/** The lines that are approved, or those that aren't yet. */
export function payLineCall(show: unknown): LineCall {
  return show === 'unapproved' ? 'payroll.list-unapproved' : 'payroll.list-approved';
}

/** All pages of these lines, as one answer. Provider by provider, no week is computed twice. */
export async function wholePayLines(
  api: ReportCaller,
  call: LineCall,
  asked: QueryInputOf<Endpoints[LineCall]>,
): Promise<PayLinePage> {
  const pages = await allPages((page) => api.call(call, { query: { ...asked, sort: 'provider', ...page } }));
  return {
    ...pages[0],
    lines: pages.flatMap(({ lines }) => lines),
    names: {
      providers: pages.flatMap(({ names }) => names.providers),
      services: pages.flatMap(({ names }) => names.services),
      clients: pages.flatMap(({ names }) => names.clients),
    },
    next: null,
  };
}

/** Exactly the lines that are approved; those that aren't yet are one choice away. */
export const approvedPayrollFile = fileReport({
  id: 'approved-payroll',
  title: 'Completed & Approved',
  label: 'Pay lines',
  rows: headedSource({
    name: 'pay lines',
    ask: (api, asked) => wholePayLines(api, payLineCall(asked.show), payLineQuery(asked)),
    rows: payLineRows,
  }),
  rowId: ({ key }) => key,
  days: closedPeriod,
  filters: {
    provider: { label: 'Provider', everyone: 'provider' },
    client: {
      label: clientFilter.label,
      choices: (names, rows) => [...clientFilter.choices(names, rows), NO_CLIENT],
      matches: ({ client }, held) => (client ?? NONE) === held,
    },
    service: {
      label: 'Service',
      choices: ({ services }) => [...services, { id: NONE, name: 'No service' }],
      matches: ({ service }, held) => (service ?? NONE) === held,
    },
    show: {
      label: 'Show',
      all: 'Approved',
      choices: () => [{ id: 'unapproved', name: 'Not approved yet' }],
    },
    kind: kindFilter,
    search: payLineSearch,
  },
  sort: { id: 'day', desc: false },
  columns: payLineColumns<LineRow>(),
});

const LATE_DAYS = 90;

/** Sessions that were entered more than 48 hours after their pay period closed. */
export const latePayrollFile = fileReport({
  id: 'late-payroll',
  title: 'Late Billing',
  label: 'Late pay lines',
  rows: headedSource({
    name: 'late pay lines',
    ask: (api, asked) => api.call('payroll.list-late', { query: payLineQuery(asked) }),
    rows: payLineRows,
  }),
  rowId: ({ key }) => key,
  days: (today) => ({ from: dayPlus(today, -LATE_DAYS), to: today }),
  filters: { provider: { label: 'Provider', everyone: 'provider' }, search: payLineSearch },
  sort: { id: 'day', desc: true },
  columns: [
    ...payLineColumns<LineRow>(),
    {
      ...{ id: 'approved', header: 'Approved', width: '6.5rem', only: 'wide' },
      value: ({ is_approved }) => (is_approved ? 'Yes' : 'Not yet'),
    },
  ],
});
