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
