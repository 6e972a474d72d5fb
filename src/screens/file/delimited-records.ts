import Papa, { type ParseError } from 'papaparse';
import type { FileRecord } from '#domain/imports/file-record.ts';

/** Characters per slice: parsed in a few milliseconds, so the page stays responsive between slices. */
const SLICE = 96 * 1_024;
/** A quoted value that runs on for longer was never closed. */
const LONGEST_RECORD = 32 * 1_024;

const DELIMITERS = [',', ';', '\t'] as const;

/** Excel's own first line that names the separator. */
const SEPARATOR_LINE = /^sep=(.)\n/i;

/**
 * The records of a delimited text, slice by slice. The separator is the one that splits the heading into the
 * expected columns, otherwise the one that fits best.
 *
 * A record with broken quotation marks is one faulty record on the line where the mark was opened; reading
 * resumes on the next line, so that a forgotten mark doesn't swallow the lines below it.
 * @param isHeading whether a record names the expected columns
 */
export function* recordSlices(
  file: string,
  isHeading: (cells: readonly string[]) => boolean,
): Generator<FileRecord[], void, void> {
  const text = file.includes('\r') ? file.replace(/\r\n?/g, '\n') : file;
  const named = SEPARATOR_LINE.exec(text);
  let at = named === null ? 0 : named[0].length;
  let line = named === null ? 1 : 2;
  const delimiter = named?.[1] ?? delimiterOf(text, isHeading);
  while (at < text.length) {
    const slice = text.slice(at, endOfLine(text, at + SLICE));
    const { records, length, nextLine } = recordsOf(
      slice,
      delimiter,
      line,
      at + slice.length === text.length,
    );
    yield records;
    at += length;
    line = nextLine;
  }
}

/** The position after the line break that follows. */
function endOfLine(text: string, from: number): number {
  const at = from >= text.length ? -1 : text.indexOf('\n', from);
  return at < 0 ? text.length : at + 1;
}

function delimiterOf(text: string, isHeading: (cells: readonly string[]) => boolean): string {
  const start = text.trimStart().slice(0, SLICE);
  const first = (delimiter: string, preview: number) =>
    Papa.parse<string[]>(start, { delimiter, newline: '\n', preview }).data;
  const fits = (delimiter: string) => isHeading(first(delimiter, 1)[0] ?? []);
  // Below a title.
  const fitsLater = (delimiter: string) =>
    first(delimiter, 20).some((cells) => cells.length > 1 && isHeading(cells));
  const guess = () =>
    Papa.parse(start, { delimitersToGuess: [...DELIMITERS], newline: '\n', preview: 20 }).meta.delimiter;
  return DELIMITERS.find(fits) ?? DELIMITERS.find(fitsLater) ?? guess();
}

interface Slice {
  records: FileRecord[];
  /** Characters that were read. */
  length: number;
  /** The line after them. */
  nextLine: number;
}

/**
 * The records of a slice, up to the first one with broken quotation marks, or up to one that may go on in the
 * next slice.
 */
function recordsOf(slice: string, delimiter: string, firstLine: number, isLast: boolean): Slice {
  const read: Slice = { records: [], length: 0, nextLine: firstLine };
  Papa.parse<string[]>(slice, {
    delimiter,
    newline: '\n',
    step({ data, errors, meta }, parser) {
      const [error] = errors;
      if (error === undefined) {
        read.records.push({ line: read.nextLine, cells: data, fault: null });
        read.nextLine += lineBreaks(slice.slice(read.length, meta.cursor));
        read.length = meta.cursor;
        return;
      }
      parser.abort();
      const mayGoOn = !isLast && errors.some(isUnclosed) && slice.length - read.length < LONGEST_RECORD;
      if (!mayGoOn) addBroken(read, slice, delimiter, meta.cursor, error, errors);
    },
  });
  return read;
}

function isUnclosed({ code }: ParseError): boolean {
  return code === 'MissingQuotes';
}

/** Adds the line on which the quotation mark was opened as a faulty record, and moves on to the next line. */
function addBroken(
  read: Slice,
  slice: string,
  delimiter: string,
  end: number,
  error: ParseError,
  errors: readonly ParseError[],
): void {
  const opened = Math.max(read.length, (error.index ?? read.length + 1) - 1);
  const start = slice.lastIndexOf('\n', opened) + 1;
  const next = endOfLine(slice, opened);
  const staysOnLine = end <= next && !errors.some(isUnclosed);
  const line = read.nextLine + lineBreaks(slice.slice(read.length, opened));
  const { data } = Papa.parse<string[]>(slice.slice(start, next).trimEnd(), { delimiter, newline: '\n' });
  read.records.push({
    line,
    cells: data[0] ?? [],
    fault: staysOnLine
      ? 'There is a quotation mark inside a quoted value. Double it ("").'
      : 'A quotation mark opens on this line and never closes. Close it, or remove it.',
  });
  read.nextLine = line + 1;
  read.length = next;
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
