import { Download } from 'lucide-react';
import { columnsOf } from '#domain/imports/import-columns.ts';
import type { ImportKind, LineOutcome } from '#domain/imports/import-kinds.ts';
import type { FaultyImportLine } from '#domain/imports/import-lines.ts';
import { counted } from '#domain/text/counted.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx';
import { downloadFaulty } from './import-files.ts';
import type { Check, ImportWork, OpenedFile } from './use-import.ts';

const LINES_SHOWN = 10;
const FAULTS_SHOWN = 50;

const OUTCOMES = {
  add: ['New', 'success'],
  update: ['Update', 'warning'],
  same: ['Unchanged', 'outline'],
  exists: ['Exists', 'outline'],
  faulty: ['Error', 'destructive'],
} as const satisfies Record<LineOutcome, readonly [string, string]>;

interface LinePreviewProps {
  kind: ImportKind;
  work: ImportWork;
  check: Check;
}

/** The first lines that can be imported, under our columns. */
export function LinePreview({ kind, work, check }: LinePreviewProps) {
  const shown = columnsOf(kind).filter(([key]) => key in work.columns);
  const hidden = check.good.length - LINES_SHOWN;
  if (check.good.length === 0) return null;
  return (
    <section aria-label="Preview" className="grid gap-1.5">
      <h3 className="font-medium text-sm">Preview</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div tabIndex={0} className="max-h-96 overflow-auto rounded-lg border border-border">
        <Table aria-label="First lines">
          <TableHeader>
            <TableRow>
              <TableHead align="end">Line</TableHead>
              <TableHead>Result</TableHead>
              {shown.map(([key, { label }]) => (
                <TableHead key={key}>{label}</TableHead>
              ))}
            </TableRow>
          </TableHeader>
          <TableBody>
            {check.good.slice(0, LINES_SHOWN).map(({ line, cells }) => {
              const outcome = check.outcomes.get(line);
              const [words, look] = outcome === undefined ? ['', 'outline' as const] : OUTCOMES[outcome];
              return (
                <TableRow key={line}>
                  <TableCell align="end" className="text-muted-foreground">
                    {line.toLocaleString('en-US')}
                  </TableCell>
                  <TableCell>{words !== '' && <Badge variant={look}>{words}</Badge>}</TableCell>
                  {shown.map(([key]) => (
                    <TableCell key={key} className="max-w-60 truncate">
                      {cells[key] ?? ''}
                    </TableCell>
                  ))}
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </div>
      {hidden > 0 && <p className="text-muted-foreground text-xs">And {counted(hidden, 'more line')}.</p>}
    </section>
  );
}

/** Lines that can't be imported, each with what is wrong. */
export function FaultyLines({ opened, faulty }: { opened: OpenedFile; faulty: readonly FaultyImportLine[] }) {
  const hidden = faulty.length - FAULTS_SHOWN;
  if (faulty.length === 0) return null;
  return (
    <section aria-label="Errors" className="grid gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-destructive text-sm">
          {faulty.length === 1
            ? "1 line has errors and won't be imported."
            : `${counted(faulty.length, 'line')} have errors and won't be imported.`}
        </h3>
        <Button variant="outline" size="sm" onClick={() => downloadFaulty(opened, faulty)}>
          <Download aria-hidden="true" />
          Download lines with errors
        </Button>
      </div>
      <ul
        aria-label="Lines with errors"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        className="grid max-h-60 gap-1 overflow-y-auto text-sm"
      >
        {faulty.slice(0, FAULTS_SHOWN).map(({ line, faults }) => (
          <li key={line} className="break-words">
            <span className="font-medium tabular-nums">Line {line.toLocaleString('en-US')}:</span>{' '}
            {faults.join(' ')}
          </li>
        ))}
        {hidden > 0 && <li className="text-muted-foreground">{counted(hidden, 'more line')} with errors.</li>}
      </ul>
    </section>
  );
}
