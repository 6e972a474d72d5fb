import { Printer } from 'lucide-react';
import { type ReactNode, useCallback, useDeferredValue, useMemo } from 'react';
import { payPeriods } from '#db/catalogue.ts';
import { pacificDisplay } from '#domain/time/pacific.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { type NamedRecords, useNamedRecords } from '#sync/named-records.ts';
import { syncPosition } from '#sync/pull.ts';
import { type Asked as AskedAnswer, useLocal, useSignedIn } from '#sync/signed-in.ts';
import { useToday } from '#sync/today.ts';
import { Button } from '#ui/button.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { OfficeFacts, RefreshButton } from '#ui/office-facts.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Totals } from '#ui/report-head.tsx';
import { useViewport } from '#ui/viewport.ts';
import type { FilterShapes, ReportAddress } from './address.ts';
import { shownValue } from './cells.ts';
import { ColumnChoice } from './column-choice.tsx';
import { Completeness, DeviceCompleteness } from './completeness.tsx';
import type {
  CellTools,
  DeviceSource,
  Report,
  ReportColumn,
  ServerSource,
  Unsynced,
} from './define-report.ts';
import { ExportMenu } from './export-menu.tsx';
import { useKeptAnswer } from './kept-answer.ts';
import { PrintedRows } from './printed-rows.tsx';
import { ReportFilters } from './report-filters.tsx';
import {
  askedOf,
  askedWords,
  changedAddress,
  choosableColumns,
  chosenColumns,
  filteredRows,
  inOrder,
  isFiltered,
  type LooseAddress,
  type LooseReport,
  saidSort,
  sortOf,
  sortValue,
} from './report-state.ts';
import { SavedViews } from './saved-views.tsx';

interface ReportScreenProps<Shapes extends FilterShapes, Row extends object> {
  report: Report<Shapes, Row>;
  search: ReportAddress<Shapes>;
  /** Takes the address from what it is to what it shall be. */
  onSearch: (change: (before: ReportAddress<Shapes>) => ReportAddress<Shapes>) => void;
  /** Told what a row opens. */
  onOpen?: (id: string) => void;
  linkTo?: CellTools['linkTo'];
  /** Stand before the buttons that every report has. */
  actions?: ReactNode;
}

/** A report as its declaration says: on the screen, on paper and as files. */
export function ReportScreen<Shapes extends FilterShapes, Row extends object>({
  report,
  search,
  onSearch,
  ...others
}: ReportScreenProps<Shapes, Row>) {
  const today = useToday();
  const names = useNamedRecords();
  const periods = useLocal(payPeriods, []);
  if (names === undefined || periods === undefined) return null;
  const asked = askedOf(report, search, today, periods);
  const frame: FrameProps = {
    ...others,
    ...{ report, names, asked, today },
    address: search,
    onChange: (change) =>
      onSearch((before) => changedAddress(report, before, change) as ReportAddress<Shapes>),
    onView: (view) => onSearch(() => changedAddress(report, {}, view) as ReportAddress<Shapes>),
  };
  const { rows: source }: LooseReport = report;
  return source.from === 'device' ? (
    <DeviceReport {...frame} source={source} />
  ) : (
    <ServerReport {...frame} source={source} />
  );
}

interface FrameProps extends Pick<ReportScreenProps<FilterShapes, object>, 'onOpen' | 'linkTo' | 'actions'> {
  report: LooseReport;
  names: NamedRecords;
  asked: { from: string; to: string };
  today: string;
  address: LooseAddress;
  onChange: (change: LooseAddress) => void;
  onView: (address: LooseAddress) => void;
}

function DeviceReport({ source, ...props }: FrameProps & { source: DeviceSource<FilterShapes, object> }) {
  const { report, names } = props;
  const { workspace } = useSignedIn();
  const position = useLocal(syncPosition, []);
  const rows = source.useRows(useSame(props.asked));
  if (rows === undefined) return null;
  return (
    <ReportFrame
      {...props}
      rows={rows}
      asOf={position?.pulled_at ?? null}
      now={workspace.clock.now()}
      completeness={report.asksDevices === true && <DeviceCompleteness names={names} />}
    />
  );
}

function ServerReport({
  source,
  ...props
}: FrameProps & { source: ServerSource<FilterShapes, object, unknown> }) {
  const { report, names } = props;
  const { workspace } = useSignedIn();
  const asked = useSame(props.asked);
  const ask = useCallback((api: ApiClient) => source.ask(api, asked), [source, asked]);
  const answer = useKeptAnswer<unknown>(report.id, JSON.stringify(asked), ask);
  const { result, answeredAt } = answer;
  const rows = useMemo(
    () => (result === undefined ? undefined : source.rows(result, { names, device_id: workspace.device_id })),
    [source, result, names, workspace],
  );
  const unsynced: readonly Unsynced[] | undefined =
    result === undefined ? undefined : source.unsynced?.(result);
  return (
    <ReportFrame
      {...props}
      rows={rows}
      answer={{ name: source.name, asked: answer, other: answer.other }}
      asOf={result === undefined ? null : (source.asOf?.(result) ?? answeredAt)}
      // The ages are those of the answer: what is shown grows old together.
      now={answeredAt ?? workspace.clock.now()}
      completeness={unsynced !== undefined && <Completeness unsynced={unsynced} />}
    />
  );
}

/** The same object as long as the same is asked. */
function useSame<Value extends object>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text), [text]);
}

interface ReportFrameProps extends FrameProps {
  rows: readonly object[] | undefined;
  /** When the rows were true: an instant, or in ms since the epoch. */
  asOf: string | number | null;
  now: number;
  completeness: ReactNode;
  answer?: { name: string; asked: AskedAnswer<unknown>; other: LooseAddress | null };
}

const nowhere: CellTools['linkTo'] = (_, content) => content;
const NO_ROWS: readonly object[] = [];

function ReportFrame({
  report,
  names,
  asked,
  today,
  address,
  onChange,
  onView,
  onOpen,
  linkTo = nowhere,
  actions,
  rows: found,
  asOf,
  now,
  completeness,
  answer,
}: ReportFrameProps) {
  const { profile } = useSignedIn();
  const isTight = useViewport() !== 'full';
  const all = found ?? NO_ROWS;
  // Drawing a long list waits for whoever types or chooses.
  const shownAddress = useDeferredValue(address);
  const shown = useMemo(() => filteredRows(report, all, shownAddress), [report, all, shownAddress]);
  const sort = useMemo(() => sortOf(report, address), [report, address]);
  const rows = useMemo(() => inOrder(report, shown, sort), [report, shown, sort]);
  const columns = useMemo(() => chosenColumns<object>(report, address), [report, address]);
  const reload = answer?.asked.reload ?? nothingToReload;
  const tableColumns = useMemo(
    () => screenColumns(columns, { now, isTight, linkTo, reload }),
    [columns, now, isTight, linkTo, reload],
  );
  const choicesOf = (filter: string) => report.filters[filter]?.choices?.(names, all) ?? [];
  const days = Object.values(report.shapes).includes('days') ? asked : null;
  const words = askedWords(report, address, days, choicesOf);
  const asOfWords = asOf === null ? '' : `As of ${pacificDisplay(asOf)}, Pacific`;
  const description = [asOfWords, report.remark?.(shown, all) ?? '']
    .filter((part) => part !== '')
    .join(' · ');
  const choosable = choosableColumns(report);
  const { opens } = report;
  const body = (
    <>
      {completeness}
      <div className="flex flex-wrap items-end justify-between gap-3">
        {report.totals !== undefined && <Totals figures={report.totals(rows, all, now)} />}
        <div className="ml-auto flex gap-2 print:hidden">
          <SavedViews report={report.id} address={address} onView={onView} />
          <ColumnChoice
            columns={choosable}
            shown={columns.filter((column) => choosable.includes(column)).map(({ id }) => id)}
            onChange={(ids) => onChange({ columns: ids?.join(',') })}
          />
        </div>
      </div>
      <div className="min-w-0 print:hidden">
        <DataTable
          label={report.label}
          rows={rows}
          columns={tableColumns}
          rowId={report.rowId}
          sort={sort}
          onSortChange={(next) => onChange({ sort: saidSort(report, next) })}
          {...(report.rowHeight === undefined ? {} : { rowHeight: report.rowHeight })}
          {...(opens === undefined || onOpen === undefined ? {} : { onOpen: (row) => onOpen(opens(row)) })}
          empty={<NoRows report={report} address={address} hasRows={all.length > 0} onView={onView} />}
        />
      </div>
      <PrintedRows asked={words} columns={columns} rows={rows} rowId={report.rowId} />
    </>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHeader
        title={report.title}
        description={description === '' ? undefined : description}
        actions={
          <span className="flex flex-wrap gap-2 print:hidden">
            {actions}
            {report.mayExport?.({ role: profile.auth, grants: profile.grants }) !== false && (
              <>
                <ExportMenu
                  fileName={[report.id, ...(days === null ? [today] : [days.from, days.to])].join('-')}
                  title={report.title}
                  columns={columns}
                  rows={rows}
                  about={[
                    ['As of', asOfWords.replace('As of ', '')],
                    ['Shown', words],
                    ['Rows', rows.length.toLocaleString('en-US')],
                  ]}
                />
                <Button variant="outline" disabled={rows.length === 0} onClick={() => window.print()}>
                  <Printer aria-hidden="true" />
                  Print
                </Button>
              </>
            )}
            {answer !== undefined && <RefreshButton asked={answer.asked} />}
          </span>
        }
      />
      <ReportFilters
        report={report}
        address={address}
        days={asked}
        choicesOf={choicesOf}
        onChange={onChange}
      />
      {answer === undefined ? (
        body
      ) : (
        <>
          <OfficeFacts name={answer.name} asked={{ ...answer.asked, result: found }}>
            {() => body}
          </OfficeFacts>
          {answer.other !== null && (
            <Button
              variant="outline"
              className="justify-self-center"
              onClick={() => onChange(answer.other ?? {})}
            >
              Show the last answer
            </Button>
          )}
        </>
      )}
    </div>
  );
}

const nothingToReload = async () => undefined;

/** The columns of the table, with the cells that they have on this screen. */
function screenColumns(
  columns: readonly ReportColumn<object>[],
  tools: CellTools,
): DataTableColumn<object>[] {
  return columns
    .filter(({ only }) => only !== 'file' && !(only === 'wide' && tools.isTight))
    .map((column) => {
      const { id, header, kind, value, cell, none, isUnsortable } = column;
      const width = tools.isTight ? (column.tightWidth ?? column.width) : column.width;
      return {
        ...{ id, header },
        ...(width === undefined ? {} : { width }),
        value: sortValue(column),
        sortable: isUnsortable !== true,
        align: kind === 'number' || kind === 'difference' ? 'end' : 'start',
        cell: (row) => {
          const found = value(row);
          if (none !== undefined && (found === null || found === '')) {
            return <span className="text-muted-foreground">{none}</span>;
          }
          if (cell !== undefined) return cell(row, tools);
          const text = shownValue(kind, found);
          return <span title={text}>{text}</span>;
        },
      };
    });
}

interface NoRowsProps {
  report: LooseReport;
  address: LooseAddress;
  /** Rows are there; the filters hide them. */
  hasRows: boolean;
  onView: (address: LooseAddress) => void;
}

function NoRows({ report, address, hasRows, onView }: NoRowsProps) {
  const { title, help, icon, filtered = help } = report.empty;
  return (
    <EmptyState
      title={title}
      {...(icon === undefined ? {} : { icon })}
      action={
        isFiltered(report, address) && (
          <Button variant="outline" onClick={() => onView({ sort: address.sort, columns: address.columns })}>
            Clear filters
          </Button>
        )
      }
    >
      {hasRows ? filtered : help}
    </EmptyState>
  );
}
