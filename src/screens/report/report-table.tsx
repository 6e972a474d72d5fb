import { type ReactNode, useMemo } from 'react';
import { sortOf, sortValue } from '#contract/report-files/chosen-rows.ts';
import { isFigure, shownValue } from '#contract/report-files/file-cells.ts';
import { Button } from '#ui/button.tsx';
import { ClampedText } from '#ui/clamped-text.tsx';
import { DataTable, type DataTableColumn } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { CellTools, PagedSums, ReportColumn, Sums } from './define-report.ts';
import { isFiltered, type LooseAddress, type LooseReport, saidSort } from './report-state.ts';
import { SelectionBar, selectionColumn, useSelection } from './selection.tsx';
import { WhyButton } from './why.tsx';

const THREE_LINES_PX = 60;

interface ReportTableProps {
  report: LooseReport;
  address: LooseAddress;
  /** Filtered and in order. */
  rows: readonly object[];
  columns: readonly ReportColumn<object>[];
  tools: CellTools;
  /** Rows are there; the filters hide them. */
  hasRows: boolean;
  onOpen: ((id: string) => void) | undefined;
  /** The sums of all rows by column, where only some are loaded. */
  footers?: PagedSums['footers'];
  /** In place of it: the row opens here. */
  onOpenRow: ((row: object) => void) | undefined;
  onChange: (change: LooseAddress) => void;
  /** Takes the selected rows along, for people who may. */
  exportOf: ((rows: readonly object[]) => ReactNode) | undefined;
  onView: (address: LooseAddress) => void;
}

/** The rows of a report on the screen. */
export function ReportTable({
  report,
  address,
  rows,
  columns,
  tools,
  hasRows,
  onOpen,
  footers,
  onOpenRow,
  onChange,
  exportOf,
  onView,
}: ReportTableProps) {
  const { opens, why } = report;
  const rowHeight = tools.isTight ? tightRowHeight(report) : report.rowHeight;
  const rowColumns = useMemo(
    () => screenColumns(columns, rows, tools, { why, footers }),
    [columns, rows, tools, why, footers],
  );
  const openRow =
    onOpenRow ??
    (opens === undefined || onOpen === undefined ? undefined : (row: object) => onOpen(opens(row)));
  const selection = useSelection(report, rows);
  const rowName = report.rowName ?? report.rowId;
  const tableColumns = useMemo(
    () => (selection === null ? rowColumns : [selectionColumn(selection, rowName, rows), ...rowColumns]),
    [selection, rowColumns, rowName, rows],
  );
  const sort = useMemo(() => sortOf(report, address), [report, address]);
  return (
    <div className="grid min-w-0 gap-3 print:hidden">
      <DataTable
        label={report.label}
        scrollId={report.id}
        rows={rows}
        columns={tableColumns}
        rowId={report.rowId}
        sort={sort}
        onSortChange={(next) => onChange({ sort: saidSort(report, next) })}
        {...(rowHeight === undefined ? {} : { rowHeight })}
        {...(openRow === undefined ? {} : { onOpen: openRow })}
        selection={selection ?? undefined}
        empty={<NoRows report={report} address={address} hasRows={hasRows} onView={onView} />}
      />
      {selection !== null && (
        <SelectionBar
          selection={selection}
          rowName={rowName}
          exportOf={exportOf}
          onDone={() => void tools.reload()}
        />
      )}
    </div>
  );
}

/** On a tablet, rows that hold two lines get room for a third: its columns are too narrow for long names. */
function tightRowHeight({ tightRowHeight: own, rowHeight }: LooseReport): number | undefined {
  return own ?? (rowHeight === undefined ? undefined : Math.max(rowHeight, THREE_LINES_PX));
}

interface SumsTableProps {
  sums: Sums<object, object>;
  rows: readonly object[];
  tools: CellTools;
}

/** The rows of a report, summed by something. */
export function SumsTable({ sums, rows, tools }: SumsTableProps) {
  const summed = useMemo(() => sums.rows(rows), [sums, rows]);
  const columns = useMemo(() => screenColumns(sums.columns, summed, tools), [sums, summed, tools]);
  if (summed.length === 0) return null;
  return (
    <div className="grid min-w-0 gap-3 print:hidden">
      <h2 className="font-semibold text-lg">{sums.label}</h2>
      <DataTable
        label={sums.label}
        rows={summed}
        columns={columns}
        rowId={sums.rowId}
        empty={null}
        // The rows below stay in sight, and half of a sixth row says that there are more.
        className="max-h-[20.75rem]"
      />
    </div>
  );
}

/** The columns of the table, with the cells that they have on this screen. */
function screenColumns(
  columns: readonly ReportColumn<object>[],
  rows: readonly object[],
  tools: CellTools,
  { why, footers }: { why?: LooseReport['why']; footers?: PagedSums['footers'] | undefined } = {},
): DataTableColumn<object>[] {
  const shown = columns.filter(
    ({ only, hidesSame, value }) =>
      only !== 'file' &&
      only !== 'data' &&
      only !== (tools.isTight ? 'wide' : 'tight') &&
      !(hidesSame === true && isSame(rows, value)),
  );
  const hasTotals = shown.some(({ total }) => total !== undefined);
  const sum = (id: string, total: ReportColumn<object>['total']) =>
    (footers === undefined ? total?.(rows) : footers[id]) ?? null;
  return shown.map((column, place) => {
    const { id, header, kind, value, none, isUnsortable, isPinned, total } = column;
    const width = tools.isTight ? (column.tightWidth ?? column.width) : column.width;
    return {
      ...{ id, header },
      ...(width === undefined ? {} : { width }),
      value: sortValue(column),
      sortable: isUnsortable !== true,
      isPinned: isPinned === true,
      align: isFigure(kind) ? 'end' : 'start',
      cell: (row, isActive) => {
        const found = value(row);
        if (none !== undefined && (found === null || found === '')) {
          return <span className="text-muted-foreground">{none}</span>;
        }
        const asked = why?.(row, id) ?? null;
        if (asked === null) return cellOf(column, row, tools);
        return (
          <WhyButton why={asked} linkTo={tools.whyLink} isTabStop={isActive}>
            {cellOf(column, row, tools)}
          </WhyButton>
        );
      },
      ...(hasTotals && { footer: place === 0 ? 'Total' : shownValue(kind, sum(id, total)) }),
    };
  });
}

function isSame(rows: readonly object[], value: ReportColumn<object>['value']): boolean {
  const [first, ...others] = rows;
  return first !== undefined && others.length > 0 && others.every((row) => value(row) === value(first));
}

function cellOf<Row>({ kind, value, cell }: ReportColumn<Row>, row: Row, tools: CellTools): ReactNode {
  if (cell !== undefined) return cell(row, tools);
  const text = shownValue(kind, value(row));
  return isFigure(kind) ? <span title={text}>{text}</span> : <ClampedText text={text} />;
}

type NoRowsProps = Pick<ReportTableProps, 'report' | 'address' | 'hasRows' | 'onView'>;

function NoRows({ report, address, hasRows, onView }: NoRowsProps) {
  const { title, help, icon, filtered = help } = report.empty;
  const { sort, columns, period } = address;
  return (
    <EmptyState
      title={hasRows ? 'No matches' : title}
      {...(icon === undefined ? {} : { icon })}
      action={
        isFiltered(report, address) && (
          <Button variant="outline" onClick={() => onView({ sort, columns, period })}>
            Clear filters
          </Button>
        )
      }
    >
      {hasRows ? filtered : help}
    </EmptyState>
  );
}
