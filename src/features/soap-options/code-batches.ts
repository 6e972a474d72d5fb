import { CODE_BATCH_BYTES, CODES_PER_CALL } from '#contract/soap-options.ts';
import type { CodeLine } from '#domain/students/clinical-code-file.ts';

/** Bytes of a body besides the codes. */
const SLACK_BYTES = 1_024;
const encoder = new TextEncoder();

/** The codes from a position on that fit one call; at least one. */
export function nextBatch(codes: readonly CodeLine[], from: number): CodeLine[] {
  const batch: CodeLine[] = [];
  let bytes = SLACK_BYTES;
  for (const { code, description, service } of codes.slice(from, from + CODES_PER_CALL)) {
    const line = { code, description, service };
    bytes += encoder.encode(JSON.stringify(line)).length + 1;
    if (batch.length > 0 && bytes > CODE_BATCH_BYTES) break;
    batch.push(line);
  }
  return batch;
}
