import type { PayFile } from '#contract/payroll.ts';
import { downloadCsv } from '#ui/csv.ts';
import { saveFile } from '#ui/save-file.ts';

/**
 * Saves the pay file of a run, in the usual layout or the organization's own. The server keeps its rows, so that the same file always has the same bytes.
 */
export async function savePayFile(file: PayFile, format: 'csv' | 'xlsx', isOwn = false): Promise<void> {
  const { head, rows } = (isOwn ? file.own : null) ?? file;
  const file_name = isOwn ? `${file.file_name}-own` : file.file_name;
  if (format === 'csv') {
    const columns = head.map((header, at) => ({
      header,
      value: (row: PayFile['rows'][number]) => row[at] ?? null,
    }));
    downloadCsv(`${file_name}.csv`, columns, rows);
    return;
  }
  const { workbookFile } = await import('#ui/workbook.ts');
  const bytes = workbookFile([{ name: 'Pay', head, rows }]);
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  saveFile(`${file_name}.xlsx`, new Blob([bytes], { type }));
}
