import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { StudentNotes } from '#contract/reports.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { sumOf } from './delivery-figures.ts';
import { type AskedDays, distinctChoices, type FileColumn, fileReport } from './file-report.ts';
import { daysQuery, headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['report.student-notes']>;

const DAYS_SHOWN = 29;

/** A student's figures, and the days that they are about. */
export interface StudentNoteRow extends StudentNotes, AskedDays {}

export const openOf = ({ started, not_started }: StudentNotes) => started + not_started;

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
export const studentNoteFile = fileReport({
  id: 'student-notes',
  title: 'Student Notes',
  label: 'Notes by student',
  rows: headedSource({
    name: 'student notes',
    async ask(api, { from, to }): Promise<Answer & AskedDays> {
      const query = daysQuery({ from, to });
      return { ...(await api.call('report.student-notes', { query })), from, to };
    },
    rows: ({ students, from, to }: Answer & AskedDays): readonly StudentNoteRow[] =>
      students.map((row) => ({ ...row, from, to })),
  }),
  rowId: ({ student }) => student,
  days: (today) => ({ from: dayPlus(today, -DAYS_SHOWN), to: today }),
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
  columns: [
    { ...{ id: 'student', header: 'Student' }, value: ({ student_name }) => student_name },
    {
      ...{ id: 'client', header: 'Client', width: '13rem', only: 'wide' },
      value: ({ client_name }) => client_name,
    },
    ...FIGURES.map(
      ([id, header, value]): FileColumn<StudentNoteRow> => ({
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
});
