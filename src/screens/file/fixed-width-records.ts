import type { FileRecord } from '#domain/imports/file-record.ts';

/** Lines per slice: read in a few milliseconds, so the page stays responsive between slices. */
const SLICE = 2_000;

interface Layout {
  heading: readonly string[];
  record: (text: string, line: number) => FileRecord;
}

/** The records of a text with columns of fixed widths, slice by slice, below the heading that the text lacks. */
export function* fixedWidthSlices(
  text: string,
  { heading, record }: Layout,
): Generator<FileRecord[], void, void> {
  const lines = text.split(/\r\n?|\n/);
  yield [{ line: 1, cells: heading, fault: null }];
  for (let from = 0; from < lines.length; from += SLICE) {
    const records: FileRecord[] = [];
    lines.slice(from, from + SLICE).forEach((line, at) => {
      if (line.trim() !== '') records.push(record(line, from + at + 1));
    });
    yield records;
  }
}
