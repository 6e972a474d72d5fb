import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { fileColumns, shownValue } from './cells.ts';
import type { ReportColumn } from './define-report.ts';

interface PrintedRowsProps<Row> {
  /** What was asked, in words: on paper nothing else says so. */
  asked: string;
  columns: readonly ReportColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
}

/** All rows on paper: the table on the screen lays out only those in sight. */
export function PrintedRows<Row>({ asked, columns, rows, rowId }: PrintedRowsProps<Row>) {
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const inFile = fileColumns(columns);
  return (
    <div aria-hidden="true" className="hidden print:block">
      <p className="mb-2 text-sm">{asked}</p>
      <table data-slot="printed-rows" className="w-full border-collapse text-xs">
        <thead>
          <tr>
            {inFile.map(({ id, header }) => (
              <th key={id} className="border-border border-b p-1 text-left">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {inFile.map(({ id, kind, value }) => (
                <td key={id} className="border-border border-b p-1 align-top">
                  {shownValue(kind, value(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** From just before the browser lays out the paper: thousands of rows cost nothing until then. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
