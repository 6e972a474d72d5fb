import type { ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import type { NoteCompletion } from '#contract/reports.ts';
import { deliveredPercent } from '#domain/reports/service-minutes.ts';
import { countColumns, perProvider, providerColumn, providerSearch, sumOf } from './delivery-figures.ts';
import { fileReport } from './file-report.ts';
import { headedSource } from './headed-source.ts';

type Answer = ReplyOf<Endpoints['report.note-completion']>;

/** A provider's figures, and the days that they are about. */
export interface CompletionRow extends NoteCompletion {
  from: string;
  to: string;
  /** The instant of the answer. */
  as_of: string;
}

export const lateOf = ({ late_week, late_month, late_longer }: NoteCompletion) =>
  late_week + late_month + late_longer;
export const signedOf = ({ signed, co_signed, to_co_sign }: NoteCompletion) =>
  signed + co_signed + to_co_sign;

/** Signed notes in whole percent of those needed, with or without a co-signature. */
function signedPercent(rows: readonly NoteCompletion[]): number | null {
  return deliveredPercent(
    sumOf(rows, signedOf),
    sumOf(rows, ({ needed }) => needed),
  );
}

export const COMPLETION_FIGURES = [
  ['needed', 'Notes needed'],
  ['signed', 'Signed'],
  ['co_signed', 'Co-signed'],
  ['to_co_sign', 'To co-sign'],
  ['open', 'Open'],
  ['late_week', '1–7 days late'],
  ['late_month', '8–30 days late'],
  ['late_longer', 'Over 30 days late'],
  ['signed_late', 'Signed late'],
] as const;

/** On a tablet, what is left to do says enough. */
const ON_TABLETS: readonly string[] = ['needed', 'open', 'late_longer'];

/** How far the notes of each provider are. */
export const noteCompletionFile = fileReport({
  id: 'note-completion',
  title: 'Note Completion',
  label: 'Notes by provider',
  rows: headedSource({
    name: 'note completion',
    async ask(api, { from, to }): Promise<Answer & { from: string; to: string }> {
      const query = { start_date: from, end_date: to };
      return { ...(await api.call('report.note-completion', { query })), from, to };
    },
    rows: ({ providers, from, to, as_of }: Answer & { from: string; to: string }): readonly CompletionRow[] =>
      providers.map((row) => ({ ...row, from, to, as_of })),
  }),
  ...perProvider,
  filters: {
    show: {
      label: 'Show',
      choices: () => [
        { id: 'open', name: 'With open notes' },
        { id: 'late', name: 'With late notes' },
        { id: 'co-sign', name: 'With notes to co-sign' },
      ],
      matches: (row, held) =>
        held === 'open' ? row.open > 0 : held === 'late' ? lateOf(row) > 0 : row.to_co_sign > 0,
    },
    search: providerSearch,
  },
  sort: { id: 'open', desc: true },
  columns: [
    providerColumn,
    ...countColumns(COMPLETION_FIGURES, (row: CompletionRow, id) => row[id], {
      ...{ width: '6rem', onTablets: ON_TABLETS },
    }),
    {
      ...{ id: 'percent', header: '% signed', kind: 'number', width: '5.5rem', none: '–' },
      value: (row) => signedPercent([row]),
      total: signedPercent,
    },
  ],
});
