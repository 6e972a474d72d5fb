import { columnsOf } from '#domain/imports/import-columns.ts';
import { type ImportKind, KIND_WORDS } from '#domain/imports/import-kinds.ts';
import type { FaultyImportLine } from '#domain/imports/import-lines.ts';
import { type CsvColumn, downloadCsv } from '#ui/csv.ts';
import type { OpenedFile } from './use-import.ts';

const ADDED = new Set(['line', 'error']);

/** The lines with errors in the columns of their file, with line and error. Once corrected, it can be imported as it is. */
export function downloadFaulty(
  { headings, name }: Pick<OpenedFile, 'headings' | 'name'>,
  faulty: readonly FaultyImportLine[],
): void {
  const columns: CsvColumn<FaultyImportLine>[] = [
    ...headings.flatMap((header, at) =>
      ADDED.has(header.trim().toLowerCase())
        ? []
        : [{ header: header.trim(), value: ({ cells }: FaultyImportLine) => cells[at] ?? '' }],
    ),
    { header: 'line', value: ({ line }) => line },
    { header: 'error', value: ({ faults }) => faults.join(' ') },
  ];
  downloadCsv(`${name.replace(/\.\w+$/, '')} - lines with errors.csv`, columns, faulty);
}

/** A file with all columns of a kind and one line that shows how they are filled in. */
export function downloadTemplate(kind: ImportKind): void {
  const columns = columnsOf(kind).map(([, { label, example }]) => ({ header: label, value: () => example }));
  downloadCsv(`${KIND_WORDS[kind].many} template.csv`, columns, [null]);
}
