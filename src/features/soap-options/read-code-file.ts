import { type CodeFileReading, codeFileReader, isCodeHeading } from '#domain/students/clinical-code-file.ts';
import { recordSlices } from '#screens/file/delimited-records.ts';
import { decodeText, detectEncoding, type Encoding } from '#screens/file/file-text.ts';
import { nextTask } from '#screens/file/read-file.ts';

/** Far more than 100,000 codes with long descriptions. */
const MOST_BYTES = 40 * 1_024 * 1_024;

export interface ReadFile extends CodeFileReading {
  encoding: Encoding;
  /** The encoding was found out rather than chosen. */
  isDetected: boolean;
}

interface Reading {
  kind: Parameters<typeof codeFileReader>[0];
  services: Parameters<typeof codeFileReader>[1];
  /** Null to find it out. */
  encoding: Encoding | null;
  /** Told how many records were read, after each slice. */
  onProgress: (rows: number) => void;
  signal: AbortSignal;
}

/**
 * Reads a file of codes without blocking the page for longer than one slice takes.
 *
 * @returns null if it was aborted
 * @throws Error if the file is too large or can't be opened
 */
export async function readCodeFile(
  file: Blob,
  { kind, services, encoding, onProgress, signal }: Reading,
): Promise<ReadFile | null> {
  if (file.size > MOST_BYTES) throw new Error('Files can be up to 40 MB.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const taken = encoding ?? detectEncoding(bytes);
  const reader = codeFileReader(kind, services);
  for (const records of recordSlices(decodeText(bytes, taken), isCodeHeading)) {
    reader.take(records);
    onProgress(reader.reading().rows);
    await nextTask();
    if (signal.aborted) return null;
  }
  return signal.aborted ? null : { ...reader.reading(), encoding: taken, isDetected: encoding === null };
}
