import { saveFile } from './save-file.ts';

/** What a spreadsheet may hold in one cell. */
export type CsvCell = string | number | null;

export interface CsvColumn<Row> {
  header: string;
  value: (row: Row) => CsvCell;
}

/** Rows as CSV (RFC 4180, CRLF). No cell of text can start a formula in a spreadsheet. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map((column) => csvField(column.header)),
    ...rows.map((row) => columns.map((column) => csvField(column.value(row)))),
  ];
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('');
}

/** Hands the rows to the browser as a file. The byte order mark makes spreadsheets read it as UTF-8. */
export function downloadCsv<Row>(
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): void {
  const file = new Blob(['\uFEFF', csvText(columns, rows)], { type: 'text/csv;charset=utf-8' });
  saveFile(fileName, file);
}

/** Text that a spreadsheet would run: also behind white space, and in the full-width forms of the signs. */
const formulaStart = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/** Text that no spreadsheet takes for a formula. */
export function harmlessText(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

function csvField(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = harmlessText(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
