import type { Problem } from '#contract/errors.ts';

/** The upload state of an attachment's bytes on this device. It contains no name. */
export interface AttachmentFile {
  /** The attachment's id. */
  id: string;
  /** `sending`: the server doesn't have all of it. `offline`: it does, and this is a cached copy. */
  purpose: 'sending' | 'offline';
  /** Number of parts. */
  parts: number;
  /** Parts known to be on the server. */
  arrived: number[];
  /** It is unknown what the server has: ask before sending more. */
  must_ask: 0 | 1;
  /** `stopped`: the server refused a part, and its author decides. */
  state: 'waiting' | 'stopped';
  attempts: number;
  /** Earliest clock reading for the next attempt. Milliseconds. */
  next_attempt_at: number;
  problem: Problem | null;
  /** ISO 8601, the device's clock. */
  captured_at: string;
  /** When it was last viewed here. */
  opened_at: string;
}

export interface AttachmentPart {
  attachment: string;
  /** From 1. */
  part: number;
  sealed: Uint8Array<ArrayBuffer>;
}
