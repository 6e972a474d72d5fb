import { saveFile } from './save-file.ts';

/** A value of a spreadsheet cell. */
export type CsvCell = string | number | null;

export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => CsvCell;
}

/** Rows as CSV (RFC 4180, CRLF). No text cell can start a formula in a spreadsheet. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map((column) => csvField(column.header)),
    ...rows.map((row) => columns.map((column) => csvField(column.value(row)))),
  ];
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('');
}

/** Downloads the rows as a file. The byte order mark makes spreadsheets read it as UTF-8. */
export function downloadCsv<Row>(
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): void {
  const file = new Blob(['\uFEFF', csvText(columns, rows)], { type: 'text/csv;charset=utf-8' });
  saveFile(fileName, file);
}

/** Text that a spreadsheet would execute: also after white space, and with full-width signs. */
const formulaStart = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** Text that no spreadsheet treats as a formula. */
export function harmlessText(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

function csvField(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = harmlessText(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
