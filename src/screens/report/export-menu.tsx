import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '#ui/button.tsx';
import { downloadCsv } from '#ui/csv.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#ui/dropdown-menu.tsx';
import { saveFile } from '#ui/save-file.ts';
import type { FilterShapes } from './address.ts';
import { csvColumns, sheetRows } from './cells.ts';
import type { ReportColumn, ReportSpec, Sums } from './define-report.ts';

interface ExportMenuProps<Row> {
  /** Without extension. */
  fileName: string;
  title: string;
  columns: readonly ReportColumn<Row>[];
  /** In the order shown. */
  rows: readonly Row[];
  sums?: Sums<Row, object> | undefined;
  inFiles?: ReportSpec<FilterShapes, Row>['inFiles'] | undefined;
  /** The contents of a workbook's "about" sheet. */
  about: readonly (readonly [label: string, words: string])[];
}

/** Exports all rows of a report as a file. */
export function ExportMenu<Row>({
  fileName,
  title,
  columns,
  rows: shown,
  sums,
  inFiles,
  about,
}: ExportMenuProps<Row>) {
  const [isWriting, setWriting] = useState(false);
  const rows = inFiles === undefined ? shown : shown.filter(inFiles.matches);
  const leftOut = shown.length === rows.length ? '' : (inFiles?.leftOut(shown.length - rows.length) ?? '');
  const isEmpty = rows.length === 0;
  const writeWorkbook = async () => {
    setWriting(true);
    try {
      const { workbookFile } = await import('#ui/workbook.ts');
      const file = workbookFile([
        { name: title, ...sheetRows(columns, rows) },
        ...(sums === undefined ? [] : [{ name: sums.sheet, ...sheetRows(sums.columns, sums.rows(rows)) }]),
        {
          name: 'About',
          head: ['About', title],
          rows: [...about, ...(leftOut === '' ? [] : [['Left out', leftOut] as const])],
        },
      ]);
      saveFile(
        `${fileName}.xlsx`,
        new Blob([file], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }),
      );
    } catch (problem) {
      console.warn('A workbook was not written.', problem);
      toast.error("The Excel file couldn't be created. Try again, or export a CSV file.");
    } finally {
      setWriting(false);
    }
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" disabled={shown.length === 0} progress={isWriting ? 'loading' : 'idle'}>
          {!isWriting && <Download aria-hidden="true" />}
          Export
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {leftOut !== '' && (
          <div className="max-w-64 px-2 py-1.5 text-muted-foreground text-sm">{leftOut}</div>
        )}
        <DropdownMenuItem
          disabled={isEmpty}
          onSelect={() => downloadCsv(`${fileName}.csv`, csvColumns(columns), rows)}
        >
          CSV
        </DropdownMenuItem>
        {sums !== undefined && (
          <DropdownMenuItem
            onSelect={() =>
              downloadCsv(
                `${fileName}-${sums.sheet.toLowerCase()}.csv`,
                csvColumns(sums.columns),
                sums.rows(rows),
              )
            }
          >
            {sums.sheet} as CSV
          </DropdownMenuItem>
        )}
        <DropdownMenuItem disabled={isEmpty} onSelect={() => void writeWorkbook()}>
          Excel (XLSX)
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

export function PrintButton({ isDisabled }: { isDisabled: boolean }) {
  return (
    <Button variant="outline" disabled={isDisabled} onClick={() => window.print()}>
      <Printer aria-hidden="true" />
      Print
    </Button>
  );
}
