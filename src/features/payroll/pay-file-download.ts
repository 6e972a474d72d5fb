import type { PayFile } from '#contract/payroll.ts';
import { downloadCsv } from '#ui/csv.ts';
import { saveFile } from '#ui/save-file.ts';

/** Saves the pay file of a run. The server keeps its rows, so that the same file always has the same bytes. */
export async function savePayFile({ file_name, head, rows }: PayFile, format: 'csv' | 'xlsx'): Promise<void> {
  if (format === 'csv') {
    const columns = head.map((header, at) => ({
      header,
      value: (row: PayFile['rows'][number]) => row[at] ?? null,
    }));
    downloadCsv(`${file_name}.csv`, columns, rows);
    return;
  }
  const { workbookFile } = await import('#ui/workbook.ts');
  const file = workbookFile([{ name: 'Pay', head, rows }]);
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  saveFile(`${file_name}.xlsx`, new Blob([file], { type }));
}
