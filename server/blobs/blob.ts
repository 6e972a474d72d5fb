import type { Readable } from 'node:stream';

/** A complete stored file. */
export interface Blob {
  size: number;
  /** Its first bytes, at most the requested number. */
  head: Uint8Array;
  stream(): Readable;
}

/**
 * Storage for file bytes. Every server process sees the same, and none keeps anything of it in memory. Names
 * are ids, never people's file names.
 */
export interface BlobStore {
  /** Stores one part of an unfinished file. The same part again replaces it. */
  putPart(id: string, part: number, bytes: Uint8Array): Promise<void>;
  /** The stored parts, in order. */
  parts(id: string): Promise<number[]>;
  /**
   * Assembles the file if all of its parts are present and match the announcement. `missing`: a part is not
   * there (any more); `different`: they don't match, and nothing of them is kept.
   */
  join(
    id: string,
    announced: { parts: number; size: number; sha256: string },
  ): Promise<'joined' | 'missing' | 'different'>;
  /** Stores a complete file at once. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Null if no complete file is stored. */
  read(id: string, headBytes: number): Promise<Blob | null>;
  dropParts(id: string): Promise<void>;
  /** Deletes the file and all its parts. */
  remove(id: string): Promise<void>;
  /** Every file of which anything is stored. */
  list(): AsyncIterable<StoredBlob>;
}

/** What is stored of a file. */
export interface StoredBlob {
  id: string;
  /** The instant of its last change. */
  changed_at: Date;
  /** Whether the complete file is there. */
  is_whole: boolean;
  /** Whether parts of it are there. */
  has_parts: boolean;
}

/** The name of a complete file. */
export const WHOLE = 'whole';
const PART = /^part-(\d{1,4})$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function partName(part: number): string {
  return `part-${part}`;
}

/** The numbers of the parts among these names, in order. */
export function partsNamed(names: readonly string[]): number[] {
  return names
    .flatMap((name) => PART.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

export function isBlobId(text: string): boolean {
  return ID.test(text);
}

/** @throws TypeError for anything else, which could point outside of the store */
export function checkedId(id: string): string {
  if (!isBlobId(id)) throw new TypeError('Blobs have ids.');
  return id;
}
