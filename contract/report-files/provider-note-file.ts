import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { ReportedNote } from '#contract/reports.ts';
import { median, NOTE_STATUS_LABELS, waitsForAuthor } from '#domain/reports/note-status.ts';
import { NOTE_STATUSES } from '#domain/reports/report-statuses.ts';
import { deliveredPercent } from '#domain/reports/service-minutes.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { providerFilter, providerSums, serviceFilter, sumOf, sumsByProvider } from './delivery-figures.ts';
import { fileReport, type ReportCaller } from './file-report.ts';
import { headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['report.provider-notes']>;

const DAYS_SHOWN = 29;

/** All statuses of notes that wait for their author. */
const UNSIGNED = 'unsigned';

const PAGE = 2_000;

/** All pages of these notes, as one answer. */
export async function wholeNotes(
  api: ReportCaller,
  days: { start_date: string; end_date: string; provider?: string },
): Promise<Answer> {
  const ask = (after?: string) =>
    api.call('report.provider-notes', {
      query: { ...days, limit: String(PAGE), ...(after !== undefined && { after }) },
    });
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
  return sumsByProvider(rows, (notes) => {
    const count = (fits: (note: ReportedNote) => boolean) => notes.filter(fits).length;
    const done = count(({ status }) => status === 'done');
    const to_co_sign = count(({ status }) => status === 'to-co-sign');
    return {
      ...{ needed: notes.length, done, to_co_sign },
      open: notes.length - done - to_co_sign,
      late: count(({ is_late }) => is_late),
      percent: deliveredPercent(done + to_co_sign, notes.length),
      days: median(notes.flatMap(({ days_to_sign }) => days_to_sign ?? [])),
    };
  });
}

/** The notes of sessions, written and missing; the texts stay in the students' files. */
export const providerNoteFile = fileReport({
  id: 'provider-notes',
  title: 'Provider Notes',
  label: 'Notes by session',
  rows: headedSource({
    name: 'provider notes',
    ask: (api, { from, to }) => wholeNotes(api, { start_date: from, end_date: to }),
    rows: ({ notes }: Answer): readonly ReportedNote[] => notes,
  }),
  rowId: ({ session, student }) => `${session} ${student}`,
  days: (today) => ({ from: dayPlus(today, -DAYS_SHOWN), to: today }),
  filters: {
    provider: providerFilter,
    service: serviceFilter,
    status: {
      label: 'Status',
      choices: () => [
        { id: UNSIGNED, name: 'Not signed' },
        ...NOTE_STATUSES.map((id) => ({ id, name: NOTE_STATUS_LABELS[id] })),
      ],
      matches: ({ status }, held) => (held === UNSIGNED ? waitsForAuthor(status) : status === held),
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
  columns: [
    {
      ...{ id: 'date', header: 'Session', kind: 'moment', width: '11.5rem' },
      value: ({ session_date, start_time }) => `${session_date} ${start_time}`,
    },
    {
      ...{ id: 'provider', header: 'Provider', width: '10rem', only: 'wide' },
      value: ({ provider_name }) => provider_name,
    },
    { ...{ id: 'student', header: 'Student' }, value: ({ student_name }) => student_name },
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
  sums: providerSums({
    label: 'Notes by provider',
    rows: byProvider,
    columns: [
      ...(
        [
          ['needed', 'Notes'],
          ['open', 'Not signed'],
          ['late', 'Late'],
          ['to_co_sign', 'To co-sign'],
          ['done', 'Done'],
        ] as const
      ).map(([id, header]) => ({
        ...{ id, header, kind: 'number' as const, width: '6.5rem', tightWidth: '5rem' },
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
          width: '7.25rem',
          tightWidth: '4.25rem',
          none: '–',
        },
        value: ({ days }) => days,
      },
    ],
  }),
});
