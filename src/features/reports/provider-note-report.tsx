import { NotebookPen } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { ReportedNote } from '#contract/reports.ts';
import { median, NOTE_STATUS_LABELS } from '#domain/reports/note-status.ts';
import { NOTE_STATUSES, type NoteStatus } from '#domain/reports/report-statuses.ts';
import { deliveredPercent } from '#domain/reports/service-minutes.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { dayPlus, displayDay, displayMoment, pacificDay } from '#domain/time/pacific.ts';
import { defineReport, distinctChoices, fromServer, sumsOf } from '#screens/report/define-report.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { PROVIDER_NOTE_FILTERS } from './care-filters.ts';
import { sumOf, unsyncedOf } from './delivery-columns.tsx';

type Answer = ReplyOf<Endpoints['report.provider-notes']>;

const DAYS_SHOWN = 29;
const PAGE = 2_000;

const LOOKS = {
  'not-started': 'destructive',
  draft: 'warning',
  returned: 'warning',
  'to-co-sign': 'neutral',
  done: 'success',
} as const satisfies Record<NoteStatus, string>;

/** All pages of an answer, as one. */
async function wholeAnswer(api: ApiClient, start_date: string, end_date: string): Promise<Answer> {
  const days = { start_date, end_date, limit: String(PAGE) };
  const ask = (after?: string) =>
    api.call('report.provider-notes', { query: { ...days, ...(after !== undefined && { after }) } });
  const first = await ask();
  const notes = [...first.notes];
  for (let next = first.next; next !== null; ) {
    const page = await ask(next);
    notes.push(...page.notes);
    next = page.next;
  }
  return { ...first, notes, next: null };
}

interface ProviderSum extends Record<'needed' | 'open' | 'late' | 'to_co_sign' | 'done', number> {
  provider: string;
  provider_name: string;
  percent: number | null;
  /** Half of the signed notes were signed within so many days. */
  days: number | null;
}

function byProvider(rows: readonly ReportedNote[]): ProviderSum[] {
  return [...groupedBy(rows, ({ provider }) => provider)]
    .map(([provider, notes]) => {
      const count = (fits: (note: ReportedNote) => boolean) => notes.filter(fits).length;
      const done = count(({ status }) => status === 'done');
      const to_co_sign = count(({ status }) => status === 'to-co-sign');
      return {
        provider,
        provider_name: notes[0]?.provider_name ?? '',
        ...{ needed: notes.length, done, to_co_sign },
        open: notes.length - done - to_co_sign,
        late: count(({ is_late }) => is_late),
        percent: deliveredPercent(done + to_co_sign, notes.length),
        days: median(notes.flatMap(({ days_to_sign }) => days_to_sign ?? [])),
      };
    })
    .sort((a, b) => a.provider_name.localeCompare(b.provider_name));
}

/** The notes of sessions, written and missing; the texts stay in the students' files. */
export const providerNotes = defineReport(PROVIDER_NOTE_FILTERS, {
  id: 'provider-notes',
  title: 'Provider Notes',
  label: 'Notes by session',
  rows: fromServer({
    name: 'provider notes',
    ask: (api, { from, to }) => wholeAnswer(api, from, to),
    rows: ({ notes }: Answer): readonly ReportedNote[] => notes,
    asOf: ({ as_of }) => as_of,
    unsynced: unsyncedOf,
  }),
  rowId: ({ session, student }) => `${session} ${student}`,
  opens: ({ session }) => session,
  days: (today) => ({ from: dayPlus(today, -DAYS_SHOWN), to: today }),
  rowHeight: 48,
  tightRowHeight: 64,
  filters: {
    provider: {
      label: 'Provider',
      choices: (_, rows) =>
        distinctChoices(rows.map(({ provider, provider_name }) => [provider, provider_name])),
      matches: ({ provider }, id) => provider === id,
    },
    service: {
      label: 'Service',
      choices: (_, rows) => distinctChoices(rows.map(({ service, service_name }) => [service, service_name])),
      matches: ({ service }, id) => service === id,
    },
    status: {
      label: 'Status',
      choices: () => NOTE_STATUSES.map((id) => ({ id, name: NOTE_STATUS_LABELS[id] })),
      matches: ({ status }, held) => status === held,
      isCounted: true,
    },
    late: {
      label: 'Late',
      all: 'All notes',
      choices: () => [{ id: 'true', name: 'More than 7 days' }],
      matches: ({ is_late }) => is_late,
    },
    search: {
      label: 'Search',
      placeholder: 'Student or provider',
      words: (row) => `${row.student_name} ${row.provider_name} ${row.service_name}`,
    },
  },
  sort: { id: 'date', desc: true },
  totals(rows) {
    const [done, late] = [
      rows.filter(({ status }) => status === 'done' || status === 'to-co-sign').length,
      rows.filter(({ is_late }) => is_late).length,
    ];
    return [
      ['Notes', rows.length],
      ['Signed', done],
      ['Not signed', rows.length - done],
      ['Late', late],
    ];
  },
  columns: [
    {
      ...{ id: 'date', header: 'Session', kind: 'moment', width: '10.75rem', tightWidth: '11.5rem' },
      value: ({ session_date, start_time }) => `${session_date} ${start_time}`,
      cell: ({ session_date, start_time, provider_name }, { isTight }) =>
        isTight ? (
          <TwoLines first={displayDay(session_date)} second={provider_name} />
        ) : (
          displayMoment(session_date, start_time)
        ),
    },
    {
      ...{ id: 'provider', header: 'Provider', width: '10rem', only: 'wide' },
      value: ({ provider_name }) => provider_name,
    },
    {
      ...{ id: 'student', header: 'Student' },
      value: ({ student_name }) => student_name,
      cell: ({ student_name, service_name }, { isTight }) =>
        isTight ? (
          <TwoLines first={student_name} second={service_name} />
        ) : (
          <span title={student_name}>{student_name}</span>
        ),
    },
    {
      ...{ id: 'service', header: 'Service', width: '11.5rem', only: 'wide' },
      value: ({ service_name }) => service_name,
    },
    {
      ...{ id: 'minutes', header: 'Minutes', kind: 'number', width: '6rem', only: 'wide' },
      value: ({ minutes }) => minutes,
      total: (rows) => sumOf(rows, ({ minutes }) => minutes),
    },
    {
      ...{ id: 'status', header: 'Status', width: '8rem' },
      value: ({ status }) => NOTE_STATUS_LABELS[status],
      sortBy: ({ status }) => NOTE_STATUSES.indexOf(status),
      cell: ({ status, is_late }) => (
        <TwoLines
          first={<Badge variant={LOOKS[status]}>{NOTE_STATUS_LABELS[status]}</Badge>}
          second={is_late && 'Late'}
        />
      ),
    },
    { ...{ id: 'late', header: 'Late', only: 'file' }, value: ({ is_late }) => (is_late ? 'Yes' : '') },
    {
      ...{ id: 'signed', header: 'Signed', kind: 'day', width: '7rem', only: 'wide', none: '–' },
      value: ({ signed_at }) => (signed_at === null ? null : pacificDay(signed_at)),
    },
    {
      ...{ id: 'days', header: 'Days to sign', kind: 'number', width: '6.5rem', only: 'wide', none: '–' },
      value: ({ days_to_sign }) => days_to_sign,
    },
    {
      ...{ id: 'cosigner', header: 'Co-signed by', only: 'file' },
      value: ({ co_signed_by_name }) => co_signed_by_name,
    },
  ],
  sums: sumsOf({
    label: 'Notes by provider',
    sheet: 'Providers',
    rows: byProvider,
    rowId: ({ provider }) => provider,
    columns: [
      { ...{ id: 'provider', header: 'Provider' }, value: ({ provider_name }) => provider_name },
      ...(
        [
          ['needed', 'Notes'],
          ['open', 'Not signed'],
          ['late', 'Late'],
          ['to_co_sign', 'To co-sign'],
          ['done', 'Done'],
        ] as const
      ).map(([id, header]) => ({
        ...{ id, header, kind: 'number' as const, width: '6rem', tightWidth: '5rem' },
        value: (sum: ProviderSum) => sum[id],
        total: (all: readonly ProviderSum[]) => sumOf(all, (one) => one[id]),
      })),
      {
        ...{ id: 'percent', header: '% signed', kind: 'number', width: '6rem', tightWidth: '5rem' },
        value: ({ percent }) => percent,
      },
      {
        ...{
          id: 'days',
          header: 'Days to sign',
          kind: 'number',
          width: '6.5rem',
          tightWidth: '4.25rem',
          none: '–',
        },
        value: ({ days }) => days,
      },
    ],
  }),
  empty: {
    ...{ icon: NotebookPen, title: 'No notes on these days' },
    help: 'Try other dates. Every delivered session needs a note for each student.',
    filtered: 'No notes match these filters.',
  },
});
