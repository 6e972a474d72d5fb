import { type ReactNode, useCallback, useMemo } from 'react';
import type { Provider } from '#contract/catalogue.ts';
import { timesheetsOfProviders } from '#db/timesheets.ts';
import { namedProviders } from '#domain/providers/provider-name.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import { isWhole } from '#domain/timesheets/status-rules.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { useAsked, useLocal } from '#sync/signed-in.ts';
import type { CsvColumn } from '#ui/csv.ts';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { OfficeFacts } from '#ui/office-facts.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { CsvButton, Totals } from '#ui/report-head.tsx';
import { FigureNow } from './figure-now.tsx';
import { type OverviewRow, overviewCounts, overviewRows, rowStatusWords } from './overview-rows.ts';
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

const OVERVIEW_FIGURES = [
  ['paid_minutes', 'Paid', '6rem'],
  ['expected_minutes', 'Expected', '7.5rem'],
  ['direct_minutes', 'Direct', '6rem'],
  ['indirect_minutes', 'Indirect', '6.75rem'],
  ['sessions', 'Sessions', '7rem'],
] as const;

const COLUMNS: readonly DataTableColumn<OverviewRow>[] = [
  { id: 'provider', header: 'Provider', value: ({ name }) => name },
  {
    id: 'status',
    header: 'Status',
    width: '9.5rem',
    value: ({ status, arrival }) => ORDER.indexOf(status) + (arrival === null || isWhole(arrival) ? 0 : 0.5),
    cell: ({ status, arrival }) => <SheetStatusBadge status={status} arrival={arrival} />,
    csvValue: rowStatusWords,
  },
  ...OVERVIEW_FIGURES.map(
    ([name, header, width]): DataTableColumn<OverviewRow> => ({
      ...{ id: name, header, width },
      align: 'end',
      value: ({ totals }) => totals?.[name] ?? null,
      cell: ({ totals, submitted_totals }) => (
        <FigureNow name={name} now={totals} submitted={submitted_totals} isShort />
      ),
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

/** In minutes, so that a spreadsheet can add them up; what was submitted is in columns of its own. */
const FILE_COLUMNS: readonly CsvColumn<OverviewRow>[] = COLUMNS.flatMap((column) => {
  const figure = OVERVIEW_FIGURES.find(([name]) => name === column.id);
  if (figure === undefined) return [column];
  const [name, header] = figure;
  const unit = name === 'sessions' ? '' : ' (minutes)';
  return [
    { ...column, header: `${header}${unit}` },
    {
      header: `${header} as submitted${unit}`,
      value: ({ revision, totals, submitted_totals }) =>
        revision === null ? null : ((submitted_totals ?? totals)?.[name] ?? null),
    },
  ];
});

/** When it was submitted; nothing before the server has it. */
function submittedWords({ submitted_at, arrival }: OverviewRow): string {
  return submitted_at === null || arrival?.version === 0 ? '' : pacificDisplay(submitted_at);
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
  const { start_date, end_date } = period;
  const ask = useCallback(
    (api: ApiClient) =>
      api.call('timesheet.totals', { query: { period_start_date: start_date, period_end_date: end_date } }),
    [start_date, end_date],
  );
  const asked = useAsked(ask);
  const answer = asked.result;
  const now = useMemo(
    () => new Map(answer?.providers.map(({ provider_id, totals }) => [provider_id, totals])),
    [answer],
  );
  const rows = useMemo(
    () =>
      overviewRows(
        namedProviders(providers.values()),
        (sheets ?? []).filter((sheet) => sheet.period_start_date === period.start_date),
        period.is_locked,
        now,
      ),
    [providers, sheets, period, now],
  );
  if (sheets === undefined) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title="Timesheets"
        description={`${periodWords(period)}, Pacific${asked.answeredAt === null ? '' : `. As of ${pacificDisplay(asked.answeredAt)}`}`}
        actions={
          <div className="flex flex-wrap items-center gap-2">
            {switchers}
            <CsvButton
              fileName={`timesheets-${period.start_date}`}
              columns={FILE_COLUMNS}
              rows={answer === undefined ? [] : rows}
            />
          </div>
        }
      />
      <OfficeFacts name="hours as of now" asked={asked}>
        {() => null}
      </OfficeFacts>
      <Totals figures={overviewCounts(rows)} />
      {rows.some(({ submitted_totals }) => submitted_totals !== null) && (
        <p className="text-muted-foreground text-sm">
          Small figures are as submitted, where they differ from now.
        </p>
      )}
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
