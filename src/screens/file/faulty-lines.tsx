import { Download } from 'lucide-react';
import { counted } from '#domain/text/counted.ts';
import { Button } from '#ui/button.tsx';
import { type CsvColumn, downloadCsv } from '#ui/csv.ts';
import { ScrollRegion } from '#ui/scroll-region.tsx';

/** A line of a file that can't be imported. */
interface FaultyLine {
  line: number;
  cells: readonly string[];
  /** What is wrong, as sentences. */
  faults: readonly string[];
}

interface FaultyLinesProps {
  file: { name: string; headings: readonly string[] };
  faulty: readonly FaultyLine[];
}

const FAULTS_SHOWN = 50;
const ADDED = new Set(['line', 'error']);

/** Lines that can't be imported, each with what is wrong; nothing if there are none. */
export function FaultyLines({ file, faulty }: FaultyLinesProps) {
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
        <Button variant="outline" size="sm" onClick={() => download(file, faulty)}>
          <Download aria-hidden="true" />
          Download lines with errors
        </Button>
      </div>
      <ScrollRegion
        as="ul"
        aria-label="Lines with errors"
        className="grid max-h-60 gap-1 overflow-y-auto text-sm"
      >
        {faulty.slice(0, FAULTS_SHOWN).map(({ line, faults }) => (
          <li key={line} className="break-words">
            <span className="font-medium tabular-nums">Line {line.toLocaleString('en-US')}:</span>{' '}
            {faults.join(' ')}
          </li>
        ))}
        {hidden > 0 && <li className="text-muted-foreground">{counted(hidden, 'more line')} with errors.</li>}
      </ScrollRegion>
    </section>
  );
}

/** The lines in the columns of their file, with line number and error. Once fixed, the download can be imported. */
function download({ name, headings }: FaultyLinesProps['file'], faulty: readonly FaultyLine[]): void {
  const columns: CsvColumn<FaultyLine>[] = [
    ...headings.flatMap((header, at) =>
      ADDED.has(header.trim().toLowerCase())
        ? []
        : [{ header: header.trim(), value: ({ cells }: FaultyLine) => cells[at] ?? '' }],
    ),
    { header: 'line', value: ({ line }) => line },
    { header: 'error', value: ({ faults }) => faults.join(' ') },
  ];
  downloadCsv(`${name.replace(/\.\w+$/, '')} - lines with errors.csv`, columns, faulty);
}
