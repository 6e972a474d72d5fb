import { columnsOf } from '#domain/imports/import-columns.ts';
import type { ImportKind, LineOutcome } from '#domain/imports/import-kinds.ts';
import { counted } from '#domain/text/counted.ts';
import { Badge } from '#ui/badge.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx';
import type { Check, ImportWork } from './use-import.ts';

const LINES_SHOWN = 10;

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
      <ScrollRegion as="div" className="max-h-96 overflow-auto rounded-lg border border-border">
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
      </ScrollRegion>
      {hidden > 0 && <p className="text-muted-foreground text-xs">And {counted(hidden, 'more line')}.</p>}
    </section>
  );
}
