import type { FileRecord } from '#domain/imports/file-record.ts';
import { recordSlices } from './delimited-records.ts';
import { decodeText, detectEncoding, type Encoding } from './file-text.ts';

const MOST_BYTES = 60 * 1_024 * 1_024;

/** A file with records, as it was read. */
export interface RecordFile {
  records: FileRecord[];
  /** Null for a workbook, which has no encoding. */
  encoding: Encoding | null;
  /** The encoding was found out rather than chosen. */
  isDetected: boolean;
  /** The names of a workbook's sheets, and which of them was read; none for a delimited file. */
  sheets: readonly string[];
  sheet: number;
}

interface OpenOptions {
  /** Null to find it out. */
  encoding: Encoding | null;
  /** Null for the first one with the expected columns. */
  sheet: number | null;
  isHeading: (cells: readonly string[]) => boolean;
  /** The records of a text that isn't delimited; null if it is. */
  fixedWidth?: (text: string) => Iterable<FileRecord[]> | null;
}

interface ReadOptions extends OpenOptions {
  /** Told how many records were read, after each slice. */
  onProgress: (records: number) => void;
  signal: AbortSignal;
}

/** A file whose records can be read, slice by slice. */
interface OpenRecordFile extends Omit<RecordFile, 'records'> {
  slices: Iterable<FileRecord[]>;
}

/**
 * Opens a delimited file, one with columns of fixed widths, or a workbook.
 *
 * @throws Error if the file is too large, or can't be opened
 */
export async function openRecordFile(file: Blob, options: OpenOptions): Promise<OpenRecordFile> {
  if (file.size > MOST_BYTES) throw new Error('Files can be up to 60 MB.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Loaded with the first workbook.
  const { isWorkbook, openWorkbook } = await import('./workbook-records.ts');
  if (isWorkbook(bytes)) {
    const workbook = openWorkbook(bytes);
    const recordsOf = (at: number) => workbook.recordSlices(workbook.sheets[at]?.path ?? '');
    const fitting = () => {
      const places = workbook.sheets.map((_, at) => headingPlace(recordsOf(at), options.isHeading));
      const first = places.indexOf(0);
      return first < 0 ? places.findIndex((place) => place > 0) : first;
    };
    const sheet = Math.min(options.sheet ?? Math.max(0, fitting()), workbook.sheets.length - 1);
    const sheets = workbook.sheets.map(({ name }) => name);
    return { slices: recordsOf(sheet), encoding: null, isDetected: true, sheets, sheet };
  }
  const encoding = options.encoding ?? detectEncoding(bytes);
  const text = decodeText(bytes, encoding);
  const slices = options.fixedWidth?.(text) ?? recordSlices(text, options.isHeading);
  return { slices, encoding, isDetected: options.encoding === null, sheets: [], sheet: 0 };
}

/** Which of the first records that aren't blank is the heading: 0 for the first one, below a title more; -1 for none. */
function headingPlace(slices: Iterable<FileRecord[]>, isHeading: OpenOptions['isHeading']): number {
  for (const records of slices) {
    const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')).slice(0, 20);
    if (filled.length === 0) continue;
    return filled.findIndex(({ cells }, at) => (at === 0 || cells.length > 1) && isHeading(cells));
  }
  return -1;
}

/**
 * Reads a file without blocking the page for longer than one slice takes.
 *
 * @returns null if it was aborted
 * @throws Error if the file is too large, or can't be opened
 */
export async function readRecordFile(file: Blob, options: ReadOptions): Promise<RecordFile | null> {
  const { slices, ...open } = await openRecordFile(file, options);
  const records = await taken(slices, options);
  return records && { ...open, records };
}

async function taken(
  slices: Iterable<FileRecord[]>,
  { onProgress, signal }: ReadOptions,
): Promise<FileRecord[] | null> {
  const records: FileRecord[] = [];
  for (const slice of slices) {
    for (const record of slice) records.push(record);
    onProgress(records.length);
    await nextTask();
    if (signal.aborted) return null;
  }
  return records;
}

/** Lets the browser draw and take input. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
