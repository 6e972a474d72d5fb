import { z } from 'zod';
import { instant, text, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { DeviceReport, PUSH_BYTES, PUSH_LIMIT, PushedWrite, SealedWrite, WriteAnswer } from './sync.ts';

/** Why a write is in quarantine instead of having taken effect. */
export const QUARANTINE_CAUSES = [
  /** Its author's account is no longer active. */
  'deactivated',
  /** It came from a device that was reported lost. */
  'lost-device',
  /** Its author may no longer see its subject, and handed it over. */
  'handed-over',
] as const;

/** A write held until someone decides on it. */
export const QuarantinedWrite = z.object({
  write_id: uuid,
  author: uuid,
  author_name: z.string(),
  device_id: uuid,
  cause: z.enum(QUARANTINE_CAUSES),
  /** The author's note; empty if there is none. */
  note: z.string(),
  /** Name in the contract. */
  endpoint: z.string(),
  params: z.record(z.string(), z.string()),
  body: z.unknown(),
  /**
   * Names by id of students that the write, or the row it changes, references and the reader may see: "Maya
   * Rivera".
   */
  student_names: z.record(z.string(), z.string()),
  /**
   * The session or calendar event that the write changes, as it is now; absent for readers whose devices hold what they may see,
   * and for other records.
   */
  current: z.unknown().optional(),
  captured_at: instant,
  received_at: instant,
  decision: z.enum(['open', 'accepted', 'refused']),
  decided_by_name: z.string().nullable(),
  decided_at: instant.nullable(),
  decision_note: z.string(),
  /** Why the last attempt to accept it failed; null if none did. */
  problem: z
    .object({
      code: z.string(),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
    })
    .nullable(),
});
export type QuarantinedWrite = z.output<typeof QuarantinedWrite>;

const writeParams = z.strictObject({ id: uuid });

/**
 * Unsynced changes exported to a file: ciphertext, and what is needed to order it. It contains no names; only
 * the server can decrypt it, with the key in escrow.
 */
export const RescueFile = z.strictObject({
  format: z.literal('caseload-rescue'),
  format_version: z.literal(1),
  device_id: uuid,
  user_id: uuid,
  app_version: text(40),
  exported_at: instant,
  writes: z.array(SealedWrite).max(5_000),
});
export type RescueFile = z.output<typeof RescueFile>;

export const quarantineEndpoints = defineEndpoints({
  'quarantine.list': {
    method: 'GET',
    path: '/api/sync/quarantine/',
    summary: 'Held changes, oldest first; with `all=1` reviewed ones too, newest first',
    policy: 'quarantine.decide',
    query: z.strictObject({ all: z.enum(['1']).optional() }),
    reply: z.array(QuarantinedWrite),
    audited: true,
  },
  'quarantine.accept': {
    method: 'POST',
    path: '/api/sync/quarantine/{id}/accept/',
    summary: 'Apply a held change as its author; no one can accept their own',
    policy: 'quarantine.decide',
    params: writeParams,
    body: z.strictObject({ note: text(2_000).default('') }),
    /** `open` with its problem if the rules refused the write. */
    reply: QuarantinedWrite,
  },
  'quarantine.refuse': {
    method: 'POST',
    path: '/api/sync/quarantine/{id}/refuse/',
    summary: 'Reject a held change with a reason; it stays in the list of reviewed ones',
    policy: 'quarantine.decide',
    params: writeParams,
    body: z.strictObject({ note: text(2_000).refine((note) => note.trim() !== '', 'Enter a reason.') }),
    reply: QuarantinedWrite,
  },
  'sync.hand-over': {
    method: 'POST',
    path: '/api/sync/hand-over/',
    summary:
      'Hand over unsynced changes about a student no longer on the caseload; they have no effect until accepted',
    policy: 'sync.use',
    allowance: 'push',
    bodyLimit: PUSH_BYTES,
    body: z.strictObject({
      device: DeviceReport,
      note: text(2_000).default(''),
      writes: z.array(PushedWrite).min(1).max(PUSH_LIMIT),
    }),
    /** The writes that the server now holds, or that had taken effect before. */
    reply: z.object({ kept: z.array(uuid) }),
  },
  'sync.check-in': {
    method: 'POST',
    path: '/api/sync/check-in/',
    summary: 'A locked or closed device reports its status and learns whether it was reported lost',
    policy: 'upload-token',
    body: z.strictObject({
      device: DeviceReport,
      /** A lost device without unsynced changes destroys its key after this answer. */
      forgets_key: z.boolean().default(false),
      /**
       * Base64 of the upload token encrypted with the data key. Without it the device isn't listed as wiped:
       * the token itself is stored in plaintext on the device.
       */
      wipe_proof: z.base64().max(400).nullable().default(null),
    }),
    reply: z.object({ server_time: instant, is_lost: z.boolean() }),
  },
  'sync.surrender': {
    method: 'POST',
    path: '/api/sync/surrender/',
    summary: 'Unsynced changes of a lost device, held for review before it destroys its key',
    policy: 'upload-token',
    allowance: 'push',
    bodyLimit: PUSH_BYTES,
    body: z.strictObject({ device: DeviceReport, writes: z.array(SealedWrite).min(1).max(PUSH_LIMIT) }),
    reply: z.object({ server_time: instant, kept: z.array(uuid) }),
  },
  'device.report-lost': {
    method: 'POST',
    path: '/api/sync/devices/{id}/lost/',
    summary:
      'Report a device lost or found: a lost one is logged out, and on contact uploads its changes and destroys its keys',
    policy: 'device.report-lost',
    params: z.strictObject({ id: uuid }),
    body: z.strictObject({ is_lost: z.boolean() }),
  },
  'rescue.import': {
    method: 'POST',
    path: '/api/sync/rescue/',
    summary:
      "Apply a rescue file's changes as their author, each once no matter how often it's imported; those of a lost device are held for review",
    policy: 'rescue.import',
    allowance: 'push',
    bodyLimit: 16 * 1_024 * 1_024,
    body: RescueFile,
    reply: z.object({ author_name: z.string(), answers: z.array(WriteAnswer.omit({ row: true })) }),
  },
});
