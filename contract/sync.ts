import { z } from 'zod';
import { instant, personName, text, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { ENTITY_NAMES } from './entity-name.ts';

export const PUSH_LIMIT = 50;
/** Largest body of a push in bytes: 50 long notes, or encrypted writes with the values that they replace. */
export const PUSH_BYTES = 4 * 1_024 * 1_024;
const MOST_PARAMS = 8;

/** The parameters of an address. Counted before they are checked. */
const writeParams = z.preprocess(
  (given: Record<string, string>, context) => {
    if (typeof given === 'object' && given !== null && Object.keys(given).length > MOST_PARAMS) {
      context.addIssue({ code: 'custom', message: `Use at most ${MOST_PARAMS} parameters.` });
    }
    return given;
  },
  z.record(text(40), text(200)),
);

/**
 * What the device's own clock said, where the device knew it to be wrong:
 * `captured_at` is then corrected by the server's time.
 */
const deviceCapturedAt = instant.optional();

/** One queued write, as it travels. It holds data only: no address, no token. */
export const PushedWrite = z.strictObject({
  /** UUIDv7, at the same time the Idempotency-Key. */
  write_id: uuid,
  /** Name in the contract, and the version of the body's shape. */
  endpoint: text(80),
  endpoint_version: z.int().min(1),
  params: writeParams,
  body: z.unknown(),
  /** The version that the change was made upon; nothing for creations. */
  base_version: z.int().min(0).nullable(),
  /** Writes without which this one makes no sense. */
  depends_on: z.array(uuid).max(50),
  captured_at: instant,
  device_captured_at: deviceCapturedAt,
});
export type PushedWrite = z.output<typeof PushedWrite>;

/** What a write of a batch must have at least: one that has no more is refused alone. */
const AnyWrite = z.looseObject({ write_id: uuid, depends_on: z.array(uuid).max(50).catch([]) });

/** What a device says of itself with each contact. */
export const DeviceReport = z.strictObject({
  device_id: uuid,
  /** The device's clock as the request is sent. */
  device_now: instant,
  app_version: text(40),
  unsent_count: z.int().min(0),
  /** When the oldest unsent work was captured. */
  unsent_since: instant.nullable(),
  /**
   * The newest of its writes that the server has answered for good. A server that does not
   * know it was restored from an older backup: the device then hands in again what it kept.
   */
  acknowledged: uuid.optional(),
});
export type DeviceReport = z.output<typeof DeviceReport>;

/** Who made a row what it is now, and when that came to the office. */
export const RowChange = z.object({ by: uuid, by_name: personName, at: instant });
export type RowChange = z.output<typeof RowChange>;

export const WriteAnswer = z.object({
  write_id: uuid,
  status: z.int(),
  /** Of the error catalog; nothing where it was accepted. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The new version of the row; nothing for deletions and refusals. */
  version: z.int().nullable(),
  /** The row as stored, or for `record.stale` as it is now. Absent in answers to sealed writes. */
  row: z.unknown().optional(),
  /** With `record.stale` and `record.deleted`: who came first, where the audit tells. Absent in answers to sealed writes. */
  changed: RowChange.optional(),
});
export type WriteAnswer = z.output<typeof WriteAnswer>;

export const PulledChange = z.object({
  entity: z.enum(ENTITY_NAMES),
  id: text(64),
  /** Scopes of the reader in which the row stands, as far as this page knows. */
  scopes: z.array(z.string()),
  /** Scopes of the reader that it left. */
  left: z.array(z.string()),
  /** The row in its contract's shape; nothing where it only left. */
  row: z.unknown().nullable(),
});
export type PulledChange = z.output<typeof PulledChange>;

/**
 * What a scope holds: how many rows, and the SHA-256 (hexadecimal) of
 * `entity|id|version` of each, ordered by these texts and joined by line feeds.
 * Rows without a version of their own count as version 1. Nothing where something in
 * the scope was moving as the page was read: that tells nothing either way.
 */
export const ScopeDigest = z.object({ scope: z.string(), rows: z.int(), sha256: z.string().nullable() });
export type ScopeDigest = z.output<typeof ScopeDigest>;

export const PullPage = z.object({
  /** Changes on restore or clone: the device then pulls afresh and hands in again what it kept. */
  epoch: z.string(),
  cursor: z.string(),
  more: z.boolean(),
  server_time: instant,
  /** The cursor was not usable any more: what follows is everything, from the start. */
  is_fresh: z.boolean(),
  scopes_added: z.array(z.string()),
  scopes_removed: z.array(z.string()),
  changes: z.array(PulledChange),
  /** Writes of this device that have taken effect since the cursor. */
  done: z.array(uuid),
  /** How many changes the first pull brings, about; on its first page alone. */
  total: z.int().nullable(),
  /**
   * A Pacific day. From this page on the device holds all people and lookups, and all
   * dated rows of this day and later ones; older rows are still to come. Only on the
   * page of a fresh pull that completes this.
   */
  whole_from: z.iso.date().optional(),
  /**
   * What each scope of the reader holds as of this page; only on the last page of a
   * pull that asked for it. A device whose own reckoning differs, or that holds rows
   * in other scopes, pulls afresh.
   */
  digests: z.array(ScopeDigest).optional(),
});
export type PullPage = z.output<typeof PullPage>;

export const SealedWrite = z.strictObject({
  write_id: uuid,
  base_version: z.int().min(0).nullable(),
  depends_on: z.array(uuid).max(50),
  captured_at: instant,
  device_captured_at: deviceCapturedAt,
  /** Base64 of IV and AES-GCM ciphertext of `{ endpoint, endpoint_version, params, body }`. */
  sealed: z.base64().max(2_000_000),
});
export type SealedWrite = z.output<typeof SealedWrite>;

const writeAnswers = z.object({ server_time: instant, answers: z.array(WriteAnswer) });
/** 202: the office keeps the write in quarantine until somebody decides on it; the device is done with it. */
export const QUARANTINED = 202;
/** Unsent work that its author gave up by typing a word; it left no other trace. */
const Discard = z.strictObject({ discarded_at: instant, writes: z.int().min(1) });

/** Base64 of the 256-bit data key. */
const dataKey = z.base64().length(44);

export const syncEndpoints = defineEndpoints({
  'sync.push': {
    method: 'POST',
    path: '/api/sync/push/',
    summary: 'Up to 50 queued writes; each runs as its ordinary call and is answered separately',
    policy: 'sync.use',
    allowance: 'push',
    bodyLimit: PUSH_BYTES,
    body: z.strictObject({
      device: DeviceReport,
      writes: z
        .array(z.union([PushedWrite, AnyWrite]))
        .min(1)
        .max(PUSH_LIMIT),
    }),
    reply: writeAnswers,
  },
  'sync.push-sealed': {
    method: 'POST',
    path: '/api/sync/push-sealed/',
    summary: 'Queued writes as ciphertext, from a locked or closed device; the answers only confirm receipt',
    policy: 'upload-token',
    allowance: 'push',
    bodyLimit: PUSH_BYTES,
    body: z.strictObject({ device: DeviceReport, writes: z.array(SealedWrite).min(1).max(PUSH_LIMIT) }),
    reply: writeAnswers,
  },
  'sync.pull': {
    method: 'GET',
    path: '/api/sync/pull/',
    summary: 'Rows changed since the cursor, per scope, a page at a time',
    policy: 'sync.use',
    query: z.strictObject({
      cursor: text(20_000).optional(),
      limit: z.coerce.number().int().min(1).max(2_000).default(500),
      device_id: uuid.optional(),
      /** As in the device's own report. Unknown here, everything follows from the start. */
      acknowledged: uuid.optional(),
      /** Asks for a digest per scope with the last page. Costs O(rows): once a day, or after a doubt. */
      digests: z.enum(['1']).optional(),
    }),
    reply: PullPage,
  },
  'sync.ping': {
    method: 'GET',
    path: '/api/sync/ping/',
    summary: 'Whether the server responds, and its clock',
    policy: 'public',
    reply: z.object({ server_time: instant }),
  },
  'sync.hints': {
    method: 'GET',
    path: '/api/sync/hints/',
    summary: 'Server-sent events: "something in your scopes changed, pull"',
    policy: 'sync.use',
    isRaw: true,
  },
  'device.list': {
    method: 'GET',
    path: '/api/sync/devices/',
    summary: 'Devices with their last contact, unsynced changes, and app version',
    policy: 'device.read-all',
    reply: z.array(
      z.object({
        id: uuid,
        user_id: uuid,
        username: z.string(),
        app_version: z.string(),
        last_contact_at: instant,
        unsent_count: z.int(),
        unsent_since: instant.nullable(),
        /** Reported lost; nothing while it is not. */
        lost_at: instant.nullable(),
        /** Since then it has handed in its work and was told to forget its keys. */
        wiped_at: instant.nullable(),
      }),
    ),
  },
  'device.list-unsynced': {
    method: 'GET',
    path: '/api/sync/unsynced/',
    summary: 'Devices with unsynced changes, of people whose days the caller may see',
    policy: 'device.read-unsynced',
    query: z.strictObject({
      /** The device that asks: its changes are in what it shows. */
      device_id: uuid.optional(),
    }),
    reply: z.array(
      z.object({
        user_id: uuid,
        name: z.string(),
        changes: z.int(),
        /** The oldest of them, as the devices said themselves. */
        since: instant.nullable(),
      }),
    ),
  },
  'device.register': {
    method: 'PUT',
    path: '/api/sync/devices/{id}/',
    summary: 'Register the device: escrow its data key and get its append-only upload token',
    policy: 'sync.use',
    params: z.strictObject({ id: uuid }),
    body: z.strictObject({
      app_version: text(40),
      data_key: dataKey,
      /** Since the last registration on this device; entered in the audit. */
      discards: z.array(Discard).max(100).default([]),
    }),
    reply: z.object({ upload_token: z.string() }),
  },
  'device.read-escrow': {
    method: 'GET',
    path: '/api/sync/devices/{id}/escrow/',
    summary: "The data key of the caller's device, to rewrap it under a new password; audited",
    policy: 'sync.use',
    audited: true,
    params: z.strictObject({ id: uuid }),
    /** Nothing where this device holds none of the caller's: as with a first sign-in. */
    reply: z.object({ data_key: dataKey.nullable() }),
  },
});
