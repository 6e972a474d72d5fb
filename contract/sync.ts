import { z } from 'zod';
import { instant, personName, text, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { ENTITY_NAMES } from './entity-name.ts';

export const PUSH_LIMIT = 50;
/** Maximum size of a push in bytes: 50 long notes, or encrypted writes with the values that they replace. */
export const PUSH_BYTES = 4 * 1_024 * 1_024;
/** Files of students that a device follows at most. */
export const FOLLOW_LIMIT = 200;
const MOST_PARAMS = 8;

/** URL parameters. Counted before they are validated. */
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
 * The device's own clock, if the device knew it to be wrong: `captured_at` is then corrected by the server's
 * time.
 */
const deviceCapturedAt = instant.optional();

/** One queued write as sent. It contains data only: no URL, no token. */
export const PushedWrite = z.strictObject({
  /** UUIDv7, also the Idempotency-Key. */
  write_id: uuid,
  /** Name in the contract, and the version of the body's shape. */
  endpoint: text(80),
  endpoint_version: z.int().min(1),
  params: writeParams,
  body: z.unknown(),
  /** The version that the change is based on; null for creations. */
  base_version: z.int().min(0).nullable(),
  /** Writes on which this one depends. */
  depends_on: z.array(uuid).max(50),
  captured_at: instant,
  device_captured_at: deviceCapturedAt,
});
export type PushedWrite = z.output<typeof PushedWrite>;

/** The minimum of a valid write in a batch: a write that lacks more is refused alone. */
const AnyWrite = z.looseObject({ write_id: uuid, depends_on: z.array(uuid).max(50).catch([]) });

/** What a device reports with each contact. */
export const DeviceReport = z.strictObject({
  device_id: uuid,
  /** The device's clock when the request is sent. */
  device_now: instant,
  app_version: text(40),
  unsent_count: z.int().min(0),
  /** When the oldest unsynced change was captured. */
  unsent_since: instant.nullable(),
  /**
   * The newest acknowledged write. A server that doesn't know it was restored from an older backup: the
   * device then resends its archive.
   */
  acknowledged: uuid.optional(),
});
export type DeviceReport = z.output<typeof DeviceReport>;

/** Who made the row's current version, and when the server received it. */
export const RowChange = z.object({ by: uuid, by_name: personName, at: instant });
export type RowChange = z.output<typeof RowChange>;

export const WriteAnswer = z.object({
  write_id: uuid,
  status: z.int(),
  /** From the error catalog; null if it was accepted. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The new version of the row; null for deletions and refusals. */
  version: z.int().nullable(),
  /** The row as stored, or for `record.stale` the current one. Absent in answers to encrypted writes. */
  row: z.unknown().optional(),
  /**
   * With `record.stale` and `record.deleted`: who came first, if the audit knows. Absent in answers to
   * encrypted writes.
   */
  changed: RowChange.optional(),
});
export type WriteAnswer = z.output<typeof WriteAnswer>;

export const PulledChange = z.object({
  entity: z.enum(ENTITY_NAMES),
  id: text(64),
  /** The reader's scopes that contain the row, as far as this page knows. */
  scopes: z.array(z.string()),
  /** The reader's scopes that it left. */
  left: z.array(z.string()),
  /** The row in its contract's shape; null if it only left. */
  row: z.unknown().nullable(),
});
export type PulledChange = z.output<typeof PulledChange>;

/**
 * The contents of a scope: the number of rows, and the SHA-256 (hexadecimal) of `entity|id|version` of each,
 * sorted by these strings and joined by line feeds. Rows without a version count as version 1. Null if
 * something in the scope was changing while the page was read, which proves nothing.
 */
export const ScopeDigest = z.object({ scope: z.string(), rows: z.int(), sha256: z.string().nullable() });
export type ScopeDigest = z.output<typeof ScopeDigest>;

export const PullPage = z.object({
  /** Changes after a restore or clone: the device then pulls from the start and resends its archive. */
  epoch: z.string(),
  cursor: z.string(),
  more: z.boolean(),
  server_time: instant,
  /** The cursor was no longer valid: what follows is everything, from the start. */
  is_fresh: z.boolean(),
  scopes_added: z.array(z.string()),
  scopes_removed: z.array(z.string()),
  changes: z.array(PulledChange),
  /** Writes of this device that have taken effect since the cursor. */
  done: z.array(uuid),
  /** Estimated number of changes of the first pull; on its first page only. */
  total: z.int().nullable(),
  /**
   * A Pacific day. After this page the device has all people and lookups, and all dated rows of this day and
   * later; older rows follow. Only on the page of a full pull that completes them.
   */
  whole_from: z.iso.date().optional(),
  /**
   * After this page the device has everything except the rows of these entities, which follow. Only on the page of a full
   * pull that completes the rest.
   */
  lacking: z.array(z.enum(ENTITY_NAMES)).optional(),
  /**
   * The Pacific day since which a device has other people's sessions, besides those with something to decide; null if it has
   * all that its person may see. Only on the last page. Left out by servers of before 0.5.
   */
  others_from: z.iso.date().nullable().optional(),
  /**
   * The Pacific day since which a device has its person's own sessions, notes, and events, besides those with something to decide
   * or to finish, and in the office the students archived since; null if it has all. Only on the last page. Left out by servers
   * of before 0.5.
   */
  own_from: z.iso.date().nullable().optional(),
  /** The person may see every student: one who leaves the device has not left the person. Left out where it isn't so. */
  sees_all: z.boolean().optional(),
  /**
   * The digest of each of the reader's scopes as of this page; only on the last page of a pull that asked for
   * it. A device whose own digest differs, or that has rows in other scopes, pulls from the start.
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
/** 202: the server holds the write in quarantine until someone decides on it; the device is done with it. */
export const QUARANTINED = 202;
/** Unsynced changes that their author discarded by typing a word; they left no other trace. */
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
      /** As in the device's own report. If it is unknown here, everything follows from the start. */
      acknowledged: uuid.optional(),
      /**
       * Requests a digest per scope with the last page. Costs O(rows): once a day, or after a suspected
       * inconsistency.
       */
      digests: z.enum(['1']).optional(),
    }),
    reply: PullPage,
  },
  'sync.follow': {
    method: 'PUT',
    path: '/api/sync/follow/{device_id}/',
    summary: 'The students whose files the device follows; audited',
    policy: 'sync.use',
    audited: true,
    params: z.strictObject({ device_id: uuid }),
    body: z.strictObject({
      /** All of them. Those whom the person may not see any more are left out of the reply. */
      students: z.array(uuid).max(FOLLOW_LIMIT),
    }),
    /** Those that the device follows now. */
    reply: z.object({ students: z.array(uuid) }),
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
    summary:
      'Server-sent events: "something in your scopes changed, pull", and which kind of record you read from the server changed',
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
        /** What others call the person. */
        name: z.string(),
        app_version: z.string(),
        last_contact_at: instant,
        unsent_count: z.int(),
        unsent_since: instant.nullable(),
        /** When it was reported lost; null if it isn't. */
        lost_at: instant.nullable(),
        /** When it had uploaded its changes and was told to destroy its keys. */
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
      /** The requesting device: its changes are already in what it shows. */
      device_id: uuid.optional(),
    }),
    reply: z.array(
      z.object({
        user_id: uuid,
        name: z.string(),
        changes: z.int(),
        /** The oldest of them, as the devices reported. */
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
      /** Since the last registration on this device; stored in the audit. */
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
    /** Null if this device has no key of the caller: as at a first login. */
    reply: z.object({ data_key: dataKey.nullable() }),
  },
});
