import { columnsOf } from '#domain/imports/import-columns.ts';
import type { ImportKind } from '#domain/imports/import-kinds.ts';
import { KIND_WORDS } from '#domain/imports/import-words.ts';
import { downloadCsv } from '#ui/csv.ts';

/** A file with all columns of a kind and one line that shows how they are filled in. */
export function downloadTemplate(kind: ImportKind): void {
  const columns = columnsOf(kind).map(([, { label, example }]) => ({ header: label, value: () => example }));
  downloadCsv(`${KIND_WORDS[kind].many} template.csv`, columns, [null]);
}
