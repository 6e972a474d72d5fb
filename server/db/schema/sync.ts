import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import { instantColumn, xid8 } from './columns.ts';

export const change_seq = pgSequence('change_seq');

/**
 * Where each row stands in each scope, and which transaction moved it there last.
 *
 * Read below the oldest running transaction and ordered by (xid, seq), it never
 * misses a row that commits late; sequence numbers and clocks do. Upserted, so
 * it is bounded by live rows and tombstones.
 */
export const change_index = pgTable(
  'change_index',
  {
    scope: text().notNull(),
    entity: text().notNull(),
    id: text().notNull(),
    /** The row is no longer in this scope. */
    has_left: boolean().notNull(),
    xid: xid8().notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    changed_at: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.entity, table.id] }),
    index('change_index_order').on(table.scope, table.xid, table.seq),
    index('change_index_rows').on(table.entity, table.id),
  ],
);

/** The scopes that each person follows, indexed like rows so that pulls learn of changes in order. */
export const scope_members = pgTable(
  'scope_members',
  {
    user_id: uuid().notNull(),
    scope: text().notNull(),
    has_left: boolean().notNull(),
    xid: xid8().notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.scope] }), index().on(table.scope)],
);

/**
 * A random mark for every transaction that moved the change index. Two databases that were
 * once the same, such as a backup and what became of the original, differ in their marks as
 * soon as either moves on: a pull's cursor carries one, and so tells them apart.
 */
export const sync_marks = pgTable(
  'sync_marks',
  {
    xid: xid8().primaryKey(),
    mark: uuid().notNull(),
    made_at: instantColumn().notNull(),
  },
  (table) => [index().on(table.made_at)],
);

/** One row: changes on restore or clone. */
export const sync_epoch = pgTable('sync_epoch', { epoch: uuid().primaryKey() });

export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    key: uuid().primaryKey(),
    user_id: uuid().notNull(),
    device_id: uuid(),
    /** SHA-256 over method, route and body. */
    fingerprint: text().notNull(),
    status: integer().notNull(),
    answer: jsonb().$type<unknown>(),
    created_at: instantColumn().notNull(),
    xid: xid8().notNull(),
  },
  (table) => [index().on(table.device_id, table.xid), index().on(table.created_at)],
);

export const devices = pgTable(
  'devices',
  {
    id: uuid().notNull(),
    user_id: uuid().notNull(),
    app_version: text().notNull(),
    last_contact_at: instantColumn().notNull(),
    unsent_count: integer().notNull().default(0),
    unsent_since: instantColumn(),
    /** The data key in escrow, itself sealed under the server's secret. Base64. */
    sealed_data_key: text().notNull(),
    /** SHA-256 of the append-only upload token. */
    upload_token_hash: text().notNull(),
    /** Counts the tokens that have ended; each generation has another token. */
    upload_generation: integer().notNull().default(0),
    /**
     * The token no longer writes as its user: password change, forced log-out or a lost
     * report. It still hands in to quarantine where the device is lost or the account
     * deactivated. Cleared when the user signs in on the device again.
     */
    upload_ended_at: instantColumn(),
    /** Reported lost: its sign-ins have ended, on contact it hands in its work. */
    lost_at: instantColumn(),
    /** Since the report it has proved, with its data key, that it holds no unsent work and destroys its key. */
    wiped_at: instantColumn(),
  },
  (table) => [primaryKey({ columns: [table.id, table.user_id] }), index().on(table.upload_token_hash)],
);

/** Writes that wait for somebody's decision, and those that were decided on. */
export const quarantined_writes = pgTable(
  'quarantined_writes',
  {
    write_id: uuid().primaryKey(),
    /** The order in which they came. */
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    author: uuid().notNull(),
    device_id: uuid().notNull(),
    /** One of the contract's causes. */
    cause: text().notNull(),
    note: text().notNull(),
    /**
     * `{ endpoint, endpoint_version, params, body }` as JSON text: what is not yet judged
     * may hold characters that the database's own JSON refuses. Null where the write
     * could not be decrypted: such a row is evidence, and never listed.
     */
    content: text(),
    /** The ciphertext, in Base64, of a write that could not be decrypted. */
    sealed: text(),
    base_version: integer(),
    depends_on: jsonb().$type<string[]>().notNull(),
    captured_at: instantColumn().notNull(),
    /** The device's clock as it handed the write in, at `received_at` by ours. */
    device_now: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    /** `open`, `accepted` or `refused`. */
    decision: text().notNull().default('open'),
    decided_by: uuid(),
    decided_at: instantColumn(),
    decision_note: text().notNull().default(''),
    /** Why the last try to accept it failed. */
    problem: jsonb().$type<QuarantinedWrite['problem']>(),
  },
  (table) => [index().on(table.decision, table.seq), index().on(table.author)],
);

/** Append-only: who did what to which row when. Reads of student records are written too. */
export const audit_entries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instantColumn().notNull(),
    user_id: uuid(),
    action: text().notNull(),
    entity: text(),
    row_id: text(),
    /** The version that a change made of the row; nothing where no version tells of it. */
    row_version: integer(),
    request_id: text(),
    /** Facts that tell no content: changed field names, on whose behalf. */
    details: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index().on(table.entity, table.row_id), index().on(table.user_id)],
);
