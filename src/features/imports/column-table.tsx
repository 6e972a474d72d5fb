import { columnsOf } from '#domain/imports/import-columns.ts';
import type { ImportKind } from '#domain/imports/import-kinds.ts';
import { Select } from '#ui/select.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx';
import type { ImportWork } from './use-import.ts';

const SAMPLES = 3;

/** For each of our columns, which column of the file it is, with the first values under it. */
export function ColumnChoice({ kind, work }: { kind: ImportKind; work: ImportWork }) {
  const { opened, columns } = work;
  if (opened === null) return null;
  const samplesOf = (at: number) =>
    opened.rows
      .map(({ cells }) => (cells[at] ?? '').trim())
      .filter((cell) => cell !== '')
      .slice(0, SAMPLES)
      .join(' · ');
  const unused = opened.headings.filter((_, at) => !Object.values(columns).includes(at));
  return (
    <div className="grid gap-2">
      <Table aria-label="Columns">
        <TableHeader>
          <TableRow>
            <TableHead>In Caseload</TableHead>
            <TableHead>In the file</TableHead>
            <TableHead>Sample values</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {columnsOf(kind).map(([key, { label, required }]) => {
            const at = columns[key];
            return (
              <TableRow key={key}>
                <TableCell className="font-medium">
                  {label}
                  {required && <span className="text-destructive"> *</span>}
                </TableCell>
                <TableCell>
                  <Select
                    aria-label={label}
                    className="min-w-44"
                    value={at === undefined ? '' : String(at)}
                    onChange={({ target }) =>
                      work.chooseColumn(key, target.value === '' ? null : Number(target.value))
                    }
                  >
                    <option value="">Not in the file</option>
                    {opened.headings.map((heading, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, two may have one heading
                      <option key={place} value={String(place)}>
                        {heading.trim() === '' ? `Column ${place + 1}` : heading}
                      </option>
                    ))}
                  </Select>
                </TableCell>
                <TableCell className="max-w-80 truncate text-muted-foreground">
                  {at === undefined ? '' : samplesOf(at)}
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
      {unused.length > 0 && (
        <p className="text-muted-foreground text-sm">
          Not imported: {unused.map((heading) => heading.trim() || 'a column with no heading').join(', ')}.
        </p>
      )}
    </div>
  );
}
