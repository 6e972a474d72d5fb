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
  /** Loads the rows that aren't there yet and answers with all; with null where that failed, which it says itself. */
  complete?: () => Promise<readonly Row[] | null>;
  sums?: Sums<Row, object> | undefined;
  /** The contents of a workbook's "about" sheet. */
  about: (written: readonly Row[]) => readonly (readonly [label: string, words: string])[];
  /** Offers to mail it. */
  onMail?: (() => void) | undefined;
}

/** Exports all rows of a report as a file. */
export function ExportMenu<Row>({
  fileName,
  title,
  columns,
  rows,
  complete,
  sums,
  about,
  onMail,
}: ExportMenuProps<Row>) {
  const [isWriting, setWriting] = useState(false);
  const isEmpty = rows.length === 0;
  const whole = async (): Promise<readonly Row[] | null> => (complete === undefined ? rows : complete());
  const writeCsv = async () => {
    // At once where nothing has to be loaded: the browser saves what a press asked for.
    if (complete === undefined) return downloadCsv(`${fileName}.csv`, csvColumns(columns), rows);
    setWriting(true);
    const taken = await whole().finally(() => setWriting(false));
    if (taken !== null) downloadCsv(`${fileName}.csv`, csvColumns(columns), taken);
  };
  const writeWorkbook = async () => {
    setWriting(true);
    try {
      const taken = await whole();
      if (taken === null) return;
      const { reportWorkbook, XLSX_TYPE } = await import('#contract/report-files/written-file.ts');
      const file = reportWorkbook({ title, columns, rows: taken, sums, about: about(taken) });
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
        <DropdownMenuItem disabled={isEmpty} onSelect={() => void writeCsv()}>
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
        {onMail !== undefined && <DropdownMenuItem onSelect={onMail}>Send by email…</DropdownMenuItem>}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

interface PrintButtonProps {
  isDisabled: boolean;
  /** Loads the rows that aren't there yet, before they are printed; null where that failed. */
  complete?: () => Promise<unknown>;
}

export function PrintButton({ isDisabled, complete }: PrintButtonProps) {
  const [isLoading, setLoading] = useState(false);
  const print = async () => {
    if (complete !== undefined) {
      setLoading(true);
      const found = await complete().finally(() => setLoading(false));
      if (found === null) return;
      // Once they are rendered.
      await new Promise((done) => setTimeout(done));
    }
    window.print();
  };
  return (
    <Button
      variant="outline"
      disabled={isDisabled}
      progress={isLoading ? 'loading' : 'idle'}
      onClick={() => void print()}
    >
      {!isLoading && <Printer aria-hidden="true" />}
      Print
    </Button>
  );
}
