import { type CsvColumn, csvText } from '#domain/files/csv-text.ts';
import { saveFile } from './save-file.ts';

export { type CsvColumn, csvText };

/** Downloads the rows as a file. The byte order mark makes spreadsheets read it as UTF-8. */
export function downloadCsv<Row>(
  fileName: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): void {
  const file = new Blob(['\uFEFF', csvText(columns, rows)], { type: 'text/csv;charset=utf-8' });
  saveFile(fileName, file);
}
