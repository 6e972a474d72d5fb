import { csvText } from '#domain/files/csv-text.ts';
import { type Sheet, workbookFile } from '#domain/files/workbook-file.ts';
import { csvColumns, sheetRows } from './file-cells.ts';
import type { FileColumn, FileSums } from './file-report.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const CSV_TYPE = 'text/csv;charset=utf-8';

/** Rows as they are shown, and what a file says of them. */
interface ShownReport<Row> {
  title: string;
  columns: readonly FileColumn<Row>[];
  /** In the order shown. */
  rows: readonly Row[];
  sums?: FileSums<Row, object> | undefined;
  /** The contents of a workbook's "about" sheet. */
  about: readonly (readonly [label: string, words: string])[];
}

/** The rows as CSV. The byte order mark makes spreadsheets read it as UTF-8. */
export function reportCsv<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string {
  return `\uFEFF${csvText(csvColumns(columns), rows)}`;
}

/** The rows as a workbook: with a sheet of the sums, and one about the report. */
export function reportWorkbook<Row>(report: ShownReport<Row>): Uint8Array<ArrayBuffer> {
  const { title, columns, rows, sums, about } = report;
  const sheets: Sheet[] = [{ name: title, ...sheetRows(columns, rows) }];
  if (sums !== undefined) sheets.push({ name: sums.sheet, ...sheetRows(sums.columns, sums.rows(rows)) });
  sheets.push({
    name: 'About',
    head: ['About', title],
    rows: about,
  });
  return workbookFile(sheets);
}
