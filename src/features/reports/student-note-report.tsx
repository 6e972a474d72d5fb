import { NotebookText } from 'lucide-react';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { StudentNotes } from '#contract/reports.ts';
import { NOTE_STATUS_LABELS } from '#domain/reports/note-status.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import {
  defineReport,
  distinctChoices,
  fromServer,
  type ReportColumn,
} from '#screens/report/define-report.ts';
import { TwoLines } from '#ui/two-lines.tsx';
import { STUDENT_NOTE_FILTERS } from './care-filters.ts';
import { sumOf, unsyncedOf } from './delivery-columns.tsx';

type Answer = ReplyOf<Endpoints['report.student-notes']>;

const DAYS_SHOWN = 29;

const openOf = ({ started, not_started }: StudentNotes) => started + not_started;

const FIGURES = [
  ['needed', 'Notes', (row) => row.needed],
  ['done', 'Done', (row) => row.done],
  ['to_co_sign', 'To co-sign', (row) => row.to_co_sign],
  ['started', 'Started', (row) => row.started],
  ['not_started', 'Not started', (row) => row.not_started],
  ['late', 'Late', (row) => row.late],
  ['file_notes', 'File notes', (row) => row.file_notes],
] as const satisfies [string, string, (row: StudentNotes) => number][];

/** On a tablet the sessions without a signature say enough. */
const ON_TABLETS: readonly string[] = ['needed', 'not_started', 'late'];

/** How far the notes of each student are; the texts stay in the students' files. */
export const studentNotes = defineReport(STUDENT_NOTE_FILTERS, {
  id: 'student-notes',
  title: 'Student Notes',
  label: 'Notes by student',
  rows: fromServer({
    name: 'student notes',
    ask: (api, { from, to }) =>
      api.call('report.student-notes', { query: { start_date: from, end_date: to } }),
    rows: ({ students }: Answer): readonly StudentNotes[] => students,
    asOf: ({ as_of }) => as_of,
    unsynced: unsyncedOf,
  }),
  rowId: ({ student }) => student,
  opens: ({ student }) => student,
  days: (today) => ({ from: dayPlus(today, -DAYS_SHOWN), to: today }),
  tightRowHeight: 56,
  filters: {
    client: {
      label: 'Client',
      choices: (_, rows) =>
        distinctChoices(
          rows.flatMap(({ client_name }) =>
            client_name === '' ? [] : [[client_name, client_name] as const],
          ),
        ),
      matches: ({ client_name }, name) => client_name === name,
    },
    show: {
      label: 'Show',
      all: 'All students',
      choices: () => [
        { id: 'open', name: 'With notes to sign' },
        { id: 'late', name: 'With late notes' },
        { id: 'none', name: 'Without sessions' },
      ],
      matches: (row, held) =>
        held === 'open' ? openOf(row) > 0 : held === 'late' ? row.late > 0 : row.needed === 0,
    },
    search: {
      label: 'Search',
      placeholder: 'Student or client',
      words: ({ student_name, client_name }) => `${student_name} ${client_name}`,
    },
  },
  sort: { id: 'not_started', desc: true },
  totals: (rows) => [
    ['Students', rows.length],
    ['Notes', sumOf(rows, ({ needed }) => needed)],
    ['Signed', sumOf(rows, ({ done, to_co_sign }) => done + to_co_sign)],
    ['Not signed', sumOf(rows, openOf)],
    ['Late', sumOf(rows, ({ late }) => late)],
  ],
  why(row, column) {
    const shown = row.open.filter(({ status }) =>
      column === 'not_started' ? status === 'not-started' : status !== 'not-started',
    );
    if ((column !== 'not_started' && column !== 'started') || shown.length === 0) return null;
    return () => ({
      title: `${column === 'started' ? 'Started' : 'Not started'}, ${row.student_name}`,
      rule:
        column === 'started'
          ? 'Drafts, and notes that were returned with a comment.'
          : 'Every delivered session needs a note for each student.',
      parts: shown.map(({ session, session_date, provider_name, service_name, status }) => ({
        id: session,
        label: `${displayDay(session_date)}, ${service_name}, ${provider_name}`,
        figure: NOTE_STATUS_LABELS[status],
        to: { kind: 'session', id: session },
      })),
    });
  },
  columns: [
    {
      ...{ id: 'student', header: 'Student' },
      value: ({ student_name }) => student_name,
      cell: ({ student_name, client_name }, { isTight }) => (
        <TwoLines first={student_name} second={isTight && client_name} />
      ),
    },
    {
      ...{ id: 'client', header: 'Client', width: '13rem', only: 'wide' },
      value: ({ client_name }) => client_name,
    },
    ...FIGURES.map(
      ([id, header, value]): ReportColumn<StudentNotes> => ({
        ...{ id, header, kind: 'number', width: '5.75rem', value },
        ...(!ON_TABLETS.includes(id) && { only: 'wide' as const }),
        total: (rows) => sumOf(rows, value),
      }),
    ),
    {
      ...{ id: 'last', header: 'Last signed', kind: 'day', width: '7.5rem', none: 'None' },
      value: ({ last_note_date }) => last_note_date,
    },
  ],
  empty: {
    ...{ icon: NotebookText, title: 'No students' },
    help: 'Students appear here once a service is assigned.',
    filtered: 'No students match these filters.',
  },
});
