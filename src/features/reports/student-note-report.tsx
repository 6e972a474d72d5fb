import { NotebookText } from 'lucide-react';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import { openOf, type StudentNoteRow, studentNoteFile } from '#contract/report-files/student-note-file.ts';
import { NOTE_STATUS_LABELS } from '#domain/reports/note-status.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import type { Why } from '#screens/report/why.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { STUDENT_NOTE_FILTERS } from './care-filters.ts';

/** The sessions behind a figure, as the server has them. */
function whyOf({ student, student_name, from, to }: StudentNoteRow, column: 'started' | 'not_started'): Why {
  const isStarted = column === 'started';
  return {
    title: `${isStarted ? 'Started' : 'Not started'}, ${student_name}`,
    rule: isStarted
      ? 'Drafts, and notes that were returned with a comment.'
      : 'Every delivered session needs a note for each student.',
    async parts(api) {
      const days = { start_date: from, end_date: to };
      const { notes } = await api.call('report.open-notes', { params: { id: student }, query: days });
      return notes
        .filter(({ status }) => (status !== 'not-started') === isStarted)
        .map(({ session, session_date, provider_name, service_name, status }) => ({
          id: session,
          label: `${displayDay(session_date)}, ${service_name}, ${provider_name}`,
          figure: NOTE_STATUS_LABELS[status],
          to: { kind: 'session', id: session },
        }));
    },
  };
}

/** How far the notes of each student are; the texts stay in the students' files. */
export const studentNotes = defineReport(STUDENT_NOTE_FILTERS, {
  ...studentNoteFile,
  opens: ({ student }) => student,
  tightRowHeight: 56,
  totals: (rows) => [
    ['Students', rows.length],
    ['Notes', sumOf(rows, ({ needed }) => needed)],
    ['Signed', sumOf(rows, ({ done, to_co_sign }) => done + to_co_sign)],
    ['Not signed', sumOf(rows, openOf)],
    ['Late', sumOf(rows, ({ late }) => late)],
  ],
  why: (row, column) =>
    (column === 'started' || column === 'not_started') && row[column] > 0 ? () => whyOf(row, column) : null,
  empty: {
    ...{ icon: NotebookText, title: 'No students' },
    help: 'Students appear here once a service is assigned.',
    filtered: 'No students match these filters.',
  },
  columns: withCells(studentNoteFile.columns, {
    student: ({ student_name, client_name }, { isTight }) => (
      <TwoLines first={student_name} second={isTight && client_name} />
    ),
  }),
});
