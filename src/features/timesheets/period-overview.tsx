import { type ReactNode, useMemo } from 'react';
import type { Provider } from '#contract/catalogue.ts';
import { timesheetsOfProviders } from '#db/timesheets.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { STATUS_LABELS } from '#domain/timesheets/timesheet.ts';
import { useLocal } from '#sync/signed-in.ts';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { CsvButton, Totals } from '#ui/report-head.tsx';
import { figureText } from './hours-columns.ts';
import { type OverviewRow, overviewCounts, overviewRows } from './overview-rows.ts';
import type { Period } from './period-choice.ts';
import { periodWords } from './period-switcher.tsx';
import { SheetStatusBadge } from './sheet-status-badge.tsx';

/** Those that wait for the office come first. */
const ORDER = [
  'submitted',
  'reopened',
  'not-submitted',
  'rejected',
  'withdrawn',
  'approved',
  'locked',
] as const;

const COLUMNS: readonly DataTableColumn<OverviewRow>[] = [
  { id: 'provider', header: 'Provider', value: ({ name }) => name },
  {
    id: 'status',
    header: 'Status',
    width: '8.5rem',
    value: ({ status }) => ORDER.indexOf(status),
    cell: ({ status }) => <SheetStatusBadge status={status} />,
    csvValue: ({ status }) => STATUS_LABELS[status],
  },
  ...(
    [
      ['paid_minutes', 'Paid', '6rem'],
      ['expected_minutes', 'Expected', '7.5rem'],
      ['direct_minutes', 'Direct', '6rem'],
      ['indirect_minutes', 'Indirect', '6.75rem'],
      ['sessions', 'Sessions', '7rem'],
    ] as const
  ).map(
    ([name, header, width]): DataTableColumn<OverviewRow> => ({
      ...{ id: name, header, width },
      align: 'end',
      value: ({ totals }) => totals?.[name] ?? null,
      cell: ({ totals }) => (totals === null ? '–' : figureText(name, totals[name])),
    }),
  ),
  {
    id: 'revision',
    header: 'Revision',
    width: '7.25rem',
    align: 'end',
    value: ({ revision }) => revision,
    cell: ({ revision }) => revision ?? '–',
  },
  {
    id: 'submitted',
    header: 'Submitted',
    width: '11.5rem',
    value: ({ submitted_at }) => submitted_at,
    cell: submittedWords,
    csvValue: submittedWords,
  },
];

/** In minutes, so that a spreadsheet can reckon with them. */
const FILE_COLUMNS = COLUMNS.map((column) =>
  column.id.endsWith('_minutes') ? { ...column, header: `${column.header} (minutes)` } : column,
);

/** When, or how much of it has not arrived. */
function submittedWords({ submitted_at, waiting_for, status }: OverviewRow): string {
  if (submitted_at === null) return '';
  return waiting_for > 0 && status === 'submitted'
    ? `Waiting for ${waiting_for} to arrive`
    : pacificDisplay(submitted_at);
}

interface PeriodOverviewProps {
  period: Period;
  providers: ReadonlyMap<string, Provider>;
  switchers: ReactNode;
  onProvider: (id: string) => void;
}

/** Everybody's timesheet of one period: who has submitted, what waits for a decision. */
export function PeriodOverview({ period, providers, switchers, onProvider }: PeriodOverviewProps) {
  const ids = useMemo(() => [...providers.keys()].sort(), [providers]);
  const sheets = useLocal(
    (db) => timesheetsOfProviders(db, ids, period.start_date),
    [ids.join(' '), period.start_date],
  );
  const rows = useMemo(
    () =>
      overviewRows(
        namedProviders(providers.values()),
        (sheets ?? []).filter((sheet) => sheet.period_start_date === period.start_date),
        period.is_locked,
      ),
    [providers, sheets, period],
  );
  if (sheets === undefined) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title="Timesheets"
        description={`${periodWords(period)}, Pacific`}
        actions={
          <div className="flex flex-wrap items-center gap-2">
            {switchers}
            <CsvButton fileName={`timesheets-${period.start_date}`} columns={FILE_COLUMNS} rows={rows} />
          </div>
        }
      />
      <Totals figures={overviewCounts(rows)} />
      <DataTable
        label="Timesheets of the period"
        rows={rows}
        columns={COLUMNS}
        rowId={({ provider }) => provider}
        onOpen={({ provider }) => onProvider(provider)}
        initialSort={{ id: 'status', desc: false }}
        className="max-h-none"
        empty={<EmptyState title="Nobody to show">There is no provider yet.</EmptyState>}
      />
    </div>
  );
}
