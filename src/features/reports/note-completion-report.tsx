import { ClipboardCheck } from 'lucide-react';
import { sumOf } from '#contract/report-files/delivery-figures.ts';
import {
  COMPLETION_FIGURES,
  type CompletionRow,
  lateOf,
  noteCompletionFile,
  signedOf,
} from '#contract/report-files/note-completion-file.ts';
import { wholeNotes } from '#contract/report-files/provider-note-file.ts';
import { isCountedIn } from '#domain/reports/note-completion.ts';
import { NOTE_STATUS_LABELS } from '#domain/reports/note-status.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import { defineReport } from '#screens/report/define-report.ts';
import type { Why } from '#screens/report/why.tsx';
import { NOTE_COMPLETION_FILTERS } from './care-filters.ts';

/** The notes behind a figure, as the server has them. */
function whyOf(row: CompletionRow, [figure, header]: (typeof COMPLETION_FIGURES)[number]): Why {
  return {
    title: `${header}, ${row.provider_name}`,
    rule:
      figure === 'signed_late'
        ? 'Signed more than 7 days after the session.'
        : 'Every delivered session needs a note for each student, within 7 days.',
    async parts(api) {
      const { notes } = await wholeNotes(api, {
        ...{ start_date: row.from, end_date: row.to, provider: row.provider },
      });
      return notes
        .filter((note) => isCountedIn(figure, note, pacificDay(row.as_of)))
        .map(({ session, student, session_date, student_name, service_name, status }) => ({
          id: `${session} ${student}`,
          label: `${displayDay(session_date)}, ${student_name}, ${service_name}`,
          figure: NOTE_STATUS_LABELS[status],
          to: { kind: 'session', id: session },
        }));
    },
  };
}

/** How far the notes of each provider are, and which are late. */
export const noteCompletionReport = defineReport(NOTE_COMPLETION_FILTERS, {
  ...noteCompletionFile,
  tightRowHeight: 56,
  totals: (rows) => [
    ['Notes needed', sumOf(rows, ({ needed }) => needed)],
    ['Signed', sumOf(rows, signedOf)],
    ['Open', sumOf(rows, ({ open }) => open)],
    ['Late', sumOf(rows, lateOf)],
  ],
  why(row, column) {
    const found = COMPLETION_FIGURES.find(([id]) => id === column);
    return found === undefined || row[found[0]] === 0 ? null : () => whyOf(row, found);
  },
  empty: {
    ...{ icon: ClipboardCheck, title: 'No notes on these days' },
    help: 'Try other dates. Every delivered session needs a note for each student.',
    filtered: 'No providers match these filters.',
  },
});
