import { useMemo } from 'react';
import type { Service } from '#contract/catalog.ts';
import type { ReadCode } from '#domain/students/clinical-code-file.ts';
import { counted } from '#domain/text/counted.ts';
import { namesById } from '#screens/device/record-names.ts';
import { Badge } from '#ui/badge.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx';
import type { Comparison } from './code-import.ts';
import type { ReadFile } from './read-code-file.ts';

const ROWS_SHOWN = 20;

interface CodePreviewProps {
  reading: ReadFile;
  services: readonly Service[];
  /** The codes that are added or changed, as the list has them now; null while that isn't known. */
  before: Comparison['before'] | null;
}

const STATES = ['Changed', 'New', 'Unchanged'] as const;
type State = (typeof STATES)[number];
const STATE_LOOKS = { Changed: 'warning', New: 'success', Unchanged: 'outline' } as const;

/** The first codes of a file as they would be imported; once compared, those that change come first. */
export function CodePreview({ reading, services, before }: CodePreviewProps) {
  const names = namesById(services);
  const codes = useMemo(() => inPreviewOrder(reading.codes, before), [reading, before]);
  const serviceWords = (service: string | null) =>
    service === null ? 'All' : (names.get(service) ?? 'Unknown service');
  const hidden = codes.length - ROWS_SHOWN;
  if (codes.length === 0) return null;
  return (
    <section aria-label="Preview" className="grid gap-1.5">
      <h3 className="font-medium text-sm">Preview</h3>
      <ScrollRegion
        as="div"
        className="max-h-[max(14rem,36dvh)] overflow-auto rounded-lg border border-border"
      >
        <Table aria-label="First codes">
          <TableHeader>
            <TableRow>
              <TableHead align="end">Line</TableHead>
              {before !== null && <TableHead>Change</TableHead>}
              <TableHead>Code</TableHead>
              <TableHead>Description</TableHead>
              <TableHead>Service</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {codes.slice(0, ROWS_SHOWN).map(({ line, code, description, service }) => {
              const now = before?.get(code) ?? null;
              const state = before === null ? null : stateOf(code, before);
              return (
                <TableRow key={line}>
                  <TableCell align="end" className="text-muted-foreground">
                    {line.toLocaleString('en-US')}
                  </TableCell>
                  {state !== null && (
                    <TableCell>
                      <Badge variant={STATE_LOOKS[state]}>{state}</Badge>
                    </TableCell>
                  )}
                  <TableCell className="font-medium whitespace-nowrap">{code}</TableCell>
                  <TableCell className="min-w-48 py-2 whitespace-pre-line">
                    <BeforeAndAfter before={now?.description} after={description} />
                    {now !== null && (now.archived || now.is_sample) && (
                      <p className="text-muted-foreground text-xs">
                        {now.archived ? 'Restored from the archive' : 'No longer a sample'}
                      </p>
                    )}
                  </TableCell>
                  <TableCell className="whitespace-nowrap">
                    {service === undefined ? (
                      'Not in the file'
                    ) : (
                      <BeforeAndAfter
                        before={now === null ? undefined : serviceWords(now.service)}
                        after={serviceWords(service)}
                      />
                    )}
                  </TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </ScrollRegion>
      {hidden > 0 && <p className="text-muted-foreground text-xs">And {counted(hidden, 'more code')}.</p>}
    </section>
  );
}

/** What a value becomes: "~~Old~~ → New". @param before absent where there was none */
function BeforeAndAfter({ before, after }: { before: string | undefined; after: string }) {
  if (before === undefined || before === after) return after;
  return (
    <>
      <s className="text-muted-foreground">{before || 'None'}</s> <span aria-hidden="true">→</span>
      <span className="sr-only"> becomes </span> {after || 'None'}
    </>
  );
}

function stateOf(code: string, before: Comparison['before']): State {
  if (!before.has(code)) return 'Unchanged';
  return before.get(code) === null ? 'New' : 'Changed';
}

/** What the list loses is looked at first. */
function inPreviewOrder(
  codes: readonly ReadCode[],
  before: Comparison['before'] | null,
): readonly ReadCode[] {
  if (before === null) return codes;
  return STATES.flatMap((state) => codes.filter(({ code }) => stateOf(code, before) === state));
}
