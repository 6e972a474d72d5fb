import { LINES_BYTES, LINES_PER_CALL } from '#contract/imports.ts';
import type { ImportLine } from '#domain/imports/import-lines.ts';

/** Bytes of a body besides the lines. */
const SLACK_BYTES = 32 * 1_024;
const encoder = new TextEncoder();

/** The lines from a position on that fit one call; at least one. */
export function nextLines(lines: readonly ImportLine[], from: number): ImportLine[] {
  const batch: ImportLine[] = [];
  let bytes = SLACK_BYTES;
  for (const line of lines.slice(from, from + LINES_PER_CALL)) {
    bytes += encoder.encode(JSON.stringify(line)).length + 1;
    if (batch.length > 0 && bytes > LINES_BYTES) break;
    batch.push(line);
  }
  return batch;
}
