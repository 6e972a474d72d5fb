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

interface ReadOptions {
  /** Null to find it out. */
  encoding: Encoding | null;
  sheet: number;
  isHeading: (cells: readonly string[]) => boolean;
  /** Told how many records were read, after each slice. */
  onProgress: (records: number) => void;
  signal: AbortSignal;
}

/**
 * Reads a delimited file or a workbook without blocking the page for longer than one slice takes.
 *
 * @returns null if it was aborted
 * @throws Error if the file is too large, or can't be opened
 */
export async function readRecordFile(file: Blob, options: ReadOptions): Promise<RecordFile | null> {
  if (file.size > MOST_BYTES) throw new Error('Files can be up to 60 MB.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Loaded with the first workbook.
  const { isWorkbook, openWorkbook } = await import('./workbook-records.ts');
  if (isWorkbook(bytes)) {
    const workbook = openWorkbook(bytes);
    const sheet = Math.min(options.sheet, workbook.sheets.length - 1);
    const records = await taken(workbook.recordSlices(workbook.sheets[sheet]?.path ?? ''), options);
    const sheets = workbook.sheets.map(({ name }) => name);
    return records && { records, encoding: null, isDetected: true, sheets, sheet };
  }
  const encoding = options.encoding ?? detectEncoding(bytes);
  const records = await taken(recordSlices(decodeText(bytes, encoding), options.isHeading), options);
  return records && { records, encoding, isDetected: options.encoding === null, sheets: [], sheet: 0 };
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
