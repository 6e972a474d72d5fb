import { Download } from 'lucide-react';
import type { Service } from '#contract/catalog.ts';
import type { FaultyLine } from '#domain/students/clinical-code-file.ts';
import { namesById } from '#screens/device/record-names.ts';
import { Button } from '#ui/button.tsx';
import { type CsvColumn, downloadCsv } from '#ui/csv.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx';
import type { ReadFile } from './read-code-file.ts';

const ROWS_SHOWN = 20;
const FAULTS_SHOWN = 50;

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first codes of a file as they would be imported. */
export function CodePreview({ reading, services }: { reading: ReadFile; services: readonly Service[] }) {
  const { codes } = reading;
  const names = namesById(services);
  const hidden = codes.length - ROWS_SHOWN;
  if (codes.length === 0) return null;
  return (
    <section aria-label="Preview" className="grid gap-1.5">
      <h3 className="font-medium text-sm">Preview</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div tabIndex={0} className="max-h-56 overflow-auto rounded-lg border border-border">
        <Table aria-label="First codes">
          <TableHeader>
            <TableRow>
              <TableHead align="end">Line</TableHead>
              <TableHead>Code</TableHead>
              <TableHead>Description</TableHead>
              <TableHead>Service</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {codes.slice(0, ROWS_SHOWN).map(({ line, code, description, service }) => (
              <TableRow key={line}>
                <TableCell align="end" className="text-muted-foreground">
                  {line.toLocaleString('en-US')}
                </TableCell>
                <TableCell className="font-medium whitespace-nowrap">{code}</TableCell>
                <TableCell className="min-w-48 py-2 whitespace-pre-line">{description}</TableCell>
                <TableCell className="whitespace-nowrap">
                  {service === undefined
                    ? 'Not in the file'
                    : service === null
                      ? 'All'
                      : (names.get(service) ?? 'Unknown service')}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      {hidden > 0 && <p className="text-muted-foreground text-xs">And {countOf(hidden, 'more code')}.</p>}
    </section>
  );
}

/** Rows that can't be imported, each with its line and what is wrong. */
export function FaultyRows({ reading, fileName }: { reading: ReadFile; fileName: string }) {
  const { faulty } = reading;
  const hidden = faulty.length - FAULTS_SHOWN;
  if (faulty.length === 0) return null;
  return (
    <section aria-label="Faults" className="grid gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium text-destructive text-sm">
          {faulty.length === 1
            ? "1 row has a fault and won't be imported."
            : `${countOf(faulty.length, 'row')} have faults and won't be imported.`}
        </h3>
        <Button variant="outline" size="sm" onClick={() => downloadFaulty(reading, fileName)}>
          <Download aria-hidden="true" />
          Download faulty rows
        </Button>
      </div>
      <ul
        aria-label="Faulty rows"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        className="grid max-h-40 gap-1 overflow-y-auto text-sm"
      >
        {faulty.slice(0, FAULTS_SHOWN).map(({ line, faults }) => (
          <li key={line} className="break-words">
            <span className="font-medium tabular-nums">Line {line.toLocaleString('en-US')}:</span>{' '}
            {faults.join(' ')}
          </li>
        ))}
        {hidden > 0 && <li className="text-muted-foreground">{countOf(hidden, 'more row')} with faults.</li>}
      </ul>
    </section>
  );
}

/** The faulty rows in the columns of their file, with line and fault. Once corrected, it can be imported as it is. */
function faultColumns(heading: readonly string[]): CsvColumn<FaultyLine>[] {
  return [
    ...heading.flatMap((header, at) =>
      ADDED.has(header.trim().toLowerCase())
        ? []
        : [{ header: header.trim(), value: ({ cells }: FaultyLine) => cells[at] ?? '' }],
    ),
    { header: 'line', value: ({ line }) => line },
    { header: 'fault', value: ({ faults }) => faults.join(' ') },
  ];
}
const ADDED = new Set(['line', 'fault']);

function downloadFaulty({ heading, faulty }: ReadFile, fileName: string): void {
  downloadCsv(`${fileName.replace(/\.\w+$/, '')} - faulty rows.csv`, faultColumns(heading), faulty);
}
