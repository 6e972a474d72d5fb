import { History } from 'lucide-react';
import type { BulkChange } from '#contract/bulk-changes.ts';
import { BULK_CHANGE_KINDS, BULK_CHANGE_LABELS } from '#domain/students/bulk-change.ts';
import { countedOf } from '#domain/text/counted.ts';
import { displayDay, pacificDay } from '#domain/time/pacific.ts';
import { defineReport, fromServer } from '#screens/report/define-report.ts';
import { Badge } from '#ui/badge.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { TwoLines } from '#ui/two-lines.tsx';
import { BULK_CHANGE_FILTERS } from './bulk-change-filters.ts';
import { recordsWords } from './bulk-words.ts';
import { UndoChange } from './undo-change.tsx';

function stateWords({ undone_at, undone_by_name, remaining, undo_refusal, undo_until }: BulkChange): string {
  if (undone_at === null) return undo_refusal || `You can undo it until ${displayDay(undo_until)}.`;
  const by = undone_by_name === null ? '' : ` by ${undone_by_name}`;
  const rest = remaining === 0 ? '' : `, except ${remaining.toLocaleString('en-US')}`;
  return `Undone on ${displayDay(pacificDay(undone_at))}${by}${rest}.`;
}

/** Bulk changes, newest first, each with its undo. */
export const bulkChanges = defineReport(BULK_CHANGE_FILTERS, {
  id: 'bulk-changes',
  title: 'Bulk changes',
  label: 'Bulk changes',
  rows: fromServer({
    name: 'bulk changes',
    ask: (api) => api.call('bulk-change.list'),
    rows: (changes: readonly BulkChange[]) => changes,
  }),
  rowId: ({ id }) => id,
  filters: {
    kind: {
      label: 'Kind',
      choices: () => BULK_CHANGE_KINDS.map((id) => ({ id, name: BULK_CHANGE_LABELS[id] })),
      matches: ({ kind }, held) => kind === held,
    },
    status: {
      label: 'Status',
      choices: () => [
        { id: 'open', name: 'Can be undone' },
        { id: 'undone', name: 'Undone' },
      ],
      matches: ({ undone_at, undo_refusal }, held) =>
        held === 'undone' ? undone_at !== null : undo_refusal === '',
    },
    search: {
      label: 'Search',
      placeholder: 'Student, client, or person',
      words: ({ about, made_by_name }) => `${about} ${made_by_name ?? ''}`,
    },
  },
  sort: { id: 'made_at', desc: true },
  remark: (shown, all) => countedOf(shown.length, all.length, 'change'),
  columns: [
    {
      ...{ id: 'kind', header: 'Change' },
      value: ({ kind }) => BULK_CHANGE_LABELS[kind],
      cell: ({ kind, about }) => <TwoLines first={BULK_CHANGE_LABELS[kind]} second={about} />,
    },
    { ...{ id: 'about', header: 'What', only: 'file' }, value: ({ about }) => about },
    {
      ...{ id: 'records', header: 'Records', width: '8rem', tightWidth: '7.25rem' },
      value: recordsWords,
      sortBy: ({ records }) => records,
    },
    {
      ...{ id: 'made_at', header: 'Made', kind: 'instant', width: '12rem', only: 'wide' },
      value: ({ made_at }) => made_at,
    },
    {
      ...{ id: 'made_by', header: 'Made by', width: '10rem', tightWidth: '7.25rem' },
      value: ({ made_by_name }) => made_by_name,
    },
    {
      ...{ id: 'status', header: 'Status', width: '12rem', tightWidth: '9rem' },
      value: stateWords,
      cell: (change) => (
        <span className="grid justify-items-start gap-0.5">
          {change.undone_at !== null && <Badge variant="outline">Undone</Badge>}
          <ClampedText text={stateWords(change)} isSmall />
        </span>
      ),
    },
    {
      ...{
        id: 'undo',
        header: 'Action',
        width: '6.5rem',
        only: 'screen',
        isUnsortable: true,
        isPinned: true,
      },
      value: () => null,
      cell: (change, { reload }) =>
        change.undo_refusal === '' && <UndoChange change={change} onDone={reload} />,
    },
  ],
  rowHeight: 60,
  tightRowHeight: 96,
  empty: {
    ...{ icon: History, title: 'No bulk changes yet' },
    help: 'Renewals, transfers, and other bulk changes appear here. You can undo each for 30 days.',
    filtered: 'No bulk changes match these filters.',
  },
});
