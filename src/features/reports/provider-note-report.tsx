import { NotebookPen } from 'lucide-react';
import { providerNoteFile } from '#contract/report-files/provider-note-file.ts';
import { NOTE_STATUS_LABELS } from '#domain/reports/note-status.ts';
import type { NoteStatus } from '#domain/reports/report-statuses.ts';
import { displayDay, displayMoment } from '#domain/time/pacific.ts';
import { defineReport, withCells } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { PROVIDER_NOTE_FILTERS } from './care-filters.ts';

const LOOKS = {
  'not-started': 'destructive',
  draft: 'warning',
  returned: 'warning',
  'to-co-sign': 'neutral',
  done: 'success',
} as const satisfies Record<NoteStatus, string>;

/** The notes of sessions, written and missing; the texts stay in the students' files. */
export const providerNotes = defineReport(PROVIDER_NOTE_FILTERS, {
  ...providerNoteFile,
  opens: ({ session }) => session,
  rowHeight: 48,
  tightRowHeight: 64,
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
  empty: {
    ...{ icon: NotebookPen, title: 'No notes on these days' },
    help: 'Try other dates. Every delivered session needs a note for each student.',
    filtered: 'No notes match these filters.',
  },
  columns: withCells(providerNoteFile.columns, {
    date: ({ session_date, start_time, provider_name }, { isTight }) =>
      isTight ? (
        <TwoLines first={displayDay(session_date)} second={provider_name} />
      ) : (
        displayMoment(session_date, start_time)
      ),
    student: ({ student_name, service_name }, { isTight }) =>
      isTight ? (
        <TwoLines first={student_name} second={service_name} />
      ) : (
        <span title={student_name}>{student_name}</span>
      ),
    status: ({ status, is_late }) => (
      <TwoLines
        first={<Badge variant={LOOKS[status]}>{NOTE_STATUS_LABELS[status]}</Badge>}
        second={is_late && 'Late'}
      />
    ),
  }),
});
