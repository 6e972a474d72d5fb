import { type CodeFileReading, codeFileReader, isCodeHeading } from '#domain/students/clinical-code-file.ts';
import { type CodeListLayout, codeListLayout } from '#domain/students/code-list-layout.ts';
import type { Encoding } from '#screens/file/file-text.ts';
import { fixedWidthSlices } from '#screens/file/fixed-width-records.ts';
import { nextTask, openRecordFile } from '#screens/file/read-file.ts';

export interface ReadFile extends CodeFileReading {
  /** Null for a workbook, which has no encoding. */
  encoding: Encoding | null;
  /** The encoding was found out rather than chosen. */
  isDetected: boolean;
  /** Lines of a published list that were left out because claims don't take them. */
  categories: number;
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
 * Reads a file of codes (delimited, a workbook, or ICD-10-CM as published) without blocking the page for longer than
 * one slice takes.
 *
 * @returns null if it was aborted
 * @throws Error if the file is too large or can't be opened
 */
export async function readCodeFile(
  file: Blob,
  { kind, services, encoding, onProgress, signal }: Reading,
): Promise<ReadFile | null> {
  let layout: CodeListLayout | null = null;
  const open = await openRecordFile(file, {
    ...{ encoding, sheet: null, isHeading: isCodeHeading },
    fixedWidth: (text) => {
      layout = kind === 'dx' ? codeListLayout(firstLine(text)) : null;
      return layout && fixedWidthSlices(text, layout);
    },
  });
  const isCategory = (layout as CodeListLayout | null)?.isCategory ?? (() => false);
  const reader = codeFileReader(kind, services);
  let categories = 0;
  for (const records of open.slices) {
    const codes = records.filter((record) => !isCategory(record));
    categories += records.length - codes.length;
    reader.take(codes);
    onProgress(reader.reading().rows + categories);
    await nextTask();
    if (signal.aborted) return null;
  }
  if (signal.aborted) return null;
  const { encoding: taken, isDetected } = open;
  return { ...reader.reading(), encoding: taken, isDetected, categories };
}

function firstLine(text: string): string {
  const end = text.search(/[\r\n]/);
  return end < 0 ? text : text.slice(0, end);
}
