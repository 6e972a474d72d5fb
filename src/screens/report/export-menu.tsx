import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { csvColumns } from '#contract/report-files/file-cells.ts';
import { Button } from '#ui/button.tsx';
import { downloadCsv } from '#ui/csv.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#ui/dropdown-menu.tsx';
import { saveFile } from '#ui/save-file.ts';
import type { ReportColumn, Sums } from './define-report.ts';

interface ExportMenuProps<Row> {
  /** Without extension. */
  fileName: string;
  title: string;
  columns: readonly ReportColumn<Row>[];
  /** In the order shown. */
  rows: readonly Row[];
  sums?: Sums<Row, object> | undefined;
  /** The contents of a workbook's "about" sheet. */
  about: readonly (readonly [label: string, words: string])[];
  /** Offers to mail it. */
  onMail?: (() => void) | undefined;
}

/** Exports all rows of a report as a file. */
export function ExportMenu<Row>({
  fileName,
  title,
  columns,
  rows,
  sums,
  about,
  onMail,
}: ExportMenuProps<Row>) {
  const [isWriting, setWriting] = useState(false);
  const isEmpty = rows.length === 0;
  const writeWorkbook = async () => {
    setWriting(true);
    try {
      const { reportWorkbook, XLSX_TYPE } = await import('#contract/report-files/written-file.ts');
      const file = reportWorkbook({ title, columns, rows, sums, about });
      saveFile(`${fileName}.xlsx`, new Blob([file], { type: XLSX_TYPE }));
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
        <Button
          variant="outline"
          disabled={rows.length === 0 && onMail === undefined}
          progress={isWriting ? 'loading' : 'idle'}
        >
          {!isWriting && <Download aria-hidden="true" />}
          Export
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
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
        {onMail !== undefined && <DropdownMenuItem onSelect={onMail}>Send by mail…</DropdownMenuItem>}
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
