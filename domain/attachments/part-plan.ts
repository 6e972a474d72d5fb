/**
 * Bytes of one uploaded part of a file: small enough for a poor network, large enough to keep the number of
 * requests low.
 */
export const PART_BYTES = 256 * 1024;

/** How many parts a file of this size has. */
export function partCount(size: number): number {
  return Math.ceil(size / PART_BYTES);
}

/** The byte range of a part, counting from 1; null if the file has no such part. */
export function partRange(size: number, part: number): { start: number; end: number } | null {
  if (!Number.isInteger(part) || part < 1 || part > partCount(size)) return null;
  const start = (part - 1) * PART_BYTES;
  return { start, end: Math.min(size, start + PART_BYTES) };
}

/** The parts that have not arrived, in order. */
export function missingParts(count: number, arrived: Iterable<number>): number[] {
  const there = new Set(arrived);
  return Array.from({ length: count }, (_, index) => index + 1).filter((part) => !there.has(part));
}
