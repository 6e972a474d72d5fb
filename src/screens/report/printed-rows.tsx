import { isFigure, paperColumns, shownValue } from '#contract/report-files/file-cells.ts';
import { cn } from '#ui/class-names.ts';
import { usePrinting } from '#ui/use-printing.ts';
import type { ReportColumn, Sums } from './define-report.ts';

/** What stays on one line: a short value, and one that begins with a digit, such as a date with a time. */
const UNBROKEN = /^(.{0,10}|\d.{0,19})$/;

/** More columns than this are printed on landscape paper. */
const MOST_ON_PORTRAIT = 7;

interface PrintedRowsProps<Row> {
  /** The filters in words: paper shows them nowhere else. */
  asked: string;
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  sums?: Sums<Row, object> | undefined;
}

/** All rows, for printing: on screen the table renders only visible ones. */
export function PrintedRows<Row>({ asked, sums, ...table }: PrintedRowsProps<Row>) {
  const isPrinting = usePrinting();
  if (!isPrinting) return null;
  return (
    <div
      aria-hidden="true"
      data-wide={filledColumns(table.columns, table.rows).length > MOST_ON_PORTRAIT || undefined}
      className="hidden print:grid print:gap-4"
    >
      <p className="text-sm">{asked}</p>
      {sums !== undefined && (
        <PrintedTable columns={sums.columns} rows={sums.rows(table.rows)} rowId={sums.rowId} />
      )}
      <PrintedTable slot="printed-rows" {...table} />
    </div>
  );
}

/** The columns on paper, without those that are blank in every row. */
function filledColumns<Row>(columns: readonly ReportColumn<Row>[], rows: readonly Row[]) {
  return paperColumns(columns).filter(
    ({ kind, value }) => rows.length === 0 || rows.some((row) => shownValue(kind, value(row)) !== ''),
  );
}

type PrintedTableProps<Row> = Pick<PrintedRowsProps<Row>, 'columns' | 'rows' | 'rowId'> & { slot?: string };

function PrintedTable<Row>({ slot, columns, rows, rowId }: PrintedTableProps<Row>) {
  const onPaper = filledColumns(columns, rows);
  return (
    <table data-slot={slot} className="w-full border-collapse text-xs">
      <thead>
        <tr>
          {onPaper.map(({ id, header, kind }) => (
            <th
              key={id}
              className={cn(
                'border-border border-b p-1 align-bottom',
                isFigure(kind) ? 'text-right' : 'text-left',
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowId(row)} className="break-inside-avoid">
            {onPaper.map(({ id, kind, value }) => {
              const shown = shownValue(kind, value(row));
              return (
                <td
                  key={id}
                  className={cn(
                    'border-border border-b p-1 align-top',
                    UNBROKEN.test(shown) && 'whitespace-nowrap',
                    isFigure(kind) && 'text-right',
                  )}
                >
                  {shown}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      {onPaper.some(({ total }) => total !== undefined) && (
        <tfoot className="table-row-group">
          <tr>
            {onPaper.map(({ id, kind, total }, place) => (
              <td key={id} className={cn('p-1 font-semibold', isFigure(kind) && 'text-right')}>
                {place === 0 ? 'Total' : shownValue(kind, total?.(rows) ?? null)}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
