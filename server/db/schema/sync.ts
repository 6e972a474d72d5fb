import { sql } from 'drizzle-orm';
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
import type { AuditChanges, AuditDetails } from '#contract/audit-trail.ts';
import type { QuarantinedWrite } from '#contract/quarantine.ts';
import { instantColumn, xid8 } from './columns.ts';

export const change_seq = pgSequence('change_seq');

/**
 * The scopes of each row, and the transaction that last changed each entry.
 *
 * Read below the oldest running transaction and ordered by (xid, seq), it never misses a row that commits
 * late, unlike sequence numbers and clocks. It is upserted, so its size is bounded by live rows and
 * tombstones.
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

/** The scopes that each person follows, indexed like rows so that pulls see changes in order. */
export const scope_members = pgTable(
  'scope_members',
  {
    user_id: uuid().notNull(),
    scope: text().notNull(),
    has_left: boolean().notNull(),
    xid: xid8().notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    changed_at: instantColumn().notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.scope] }), index().on(table.scope)],
);

/**
 * How many rows the scopes of recent months have, as of the last hourly sweep: a device leaves out the oldest months where its
 * person's scopes have too many.
 */
export const scope_sizes = pgTable('scope_sizes', { scope: text().primaryKey(), rows: integer().notNull() });

/**
 * The students whose files a device has because its person opened them, indexed like `scope_members`, which are the scopes of
 * all devices of the person.
 */
export const follows = pgTable(
  'follows',
  {
    device_id: uuid().notNull(),
    user_id: uuid().notNull(),
    student: uuid().notNull(),
    has_left: boolean().notNull(),
    xid: xid8().notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    changed_at: instantColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.device_id, table.student] })],
);

/**
 * A random mark for every transaction that advanced the change index. Two databases with a common past, such
 * as a backup and its original, have different marks as soon as either changes: a pull's cursor carries one,
 * and so distinguishes them.
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
    /** SHA-256 of method, route, and body. */
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
    /** The data key in escrow, encrypted with the server's secret. Base64. */
    sealed_data_key: text().notNull(),
    /** SHA-256 of the append-only upload token. */
    upload_token_hash: text().notNull(),
    /** Counts expired tokens; each generation has a different token. */
    upload_generation: integer().notNull().default(0),
    /**
     * Since when the token can no longer write as its user: password change, forced logout, or lost report.
     * It can still upload to quarantine if the device is lost or the account deactivated. Cleared when the
     * user logs in on the device again.
     */
    upload_ended_at: instantColumn(),
    /** Reported lost: its sign-ins have ended, and it uploads its changes on contact. */
    lost_at: instantColumn(),
    /**
     * Since the report it has proved, with its data key, that it holds no unsynced changes and destroys its
     * key.
     */
    wiped_at: instantColumn(),
  },
  (table) => [primaryKey({ columns: [table.id, table.user_id] }), index().on(table.upload_token_hash)],
);

/** Writes that wait for a decision, and those that were decided on. */
export const quarantined_writes = pgTable(
  'quarantined_writes',
  {
    write_id: uuid().primaryKey(),
    /** Order of arrival. */
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    author: uuid().notNull(),
    device_id: uuid().notNull(),
    /** One of the contract's causes. */
    cause: text().notNull(),
    note: text().notNull(),
    /**
     * `{ endpoint, endpoint_version, params, body }` as JSON text: unvalidated content may contain characters
     * that the database's JSON type rejects. Null if the write could not be decrypted: such a row is
     * evidence, and never listed.
     */
    content: text(),
    /** The ciphertext, in Base64, of a write that could not be decrypted. */
    sealed: text(),
    base_version: integer(),
    depends_on: jsonb().$type<string[]>().notNull(),
    captured_at: instantColumn().notNull(),
    /** The device's clock when it uploaded the write, at `received_at` by ours. */
    device_now: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    /** `open`, `accepted` or `refused`. */
    decision: text().notNull().default('open'),
    decided_by: uuid(),
    decided_at: instantColumn(),
    decision_note: text().notNull().default(''),
    /** Why the last attempt to accept it failed. */
    problem: jsonb().$type<QuarantinedWrite['problem']>(),
  },
  (table) => [index().on(table.decision, table.seq), index().on(table.author)],
);

/**
 * Who did what to which row, and when. Includes reads of student records. Append-only: the database refuses to
 * change or delete an entry.
 */
export const audit_entries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instantColumn().notNull(),
    user_id: uuid(),
    action: text().notNull(),
    entity: text(),
    row_id: text(),
    /** The row's version after the change; null if there is none. */
    row_version: integer(),
    request_id: text(),
    /** Details without content: names of changed fields, on whose behalf. */
    details: jsonb().$type<AuditDetails>().notNull(),
    /** What a change replaced and by what; null for everything else. */
    changes: jsonb().$type<AuditChanges>(),
  },
  (table) => [
    index().on(table.entity, table.row_id),
    index().on(table.user_id),
    // Entries arrive in the order of their times: a few bytes for many of them, and next to nothing per write.
    index().using('brin', table.at),
  ],
);

/** The hash chain over the audit, appended after the commit. Append-only like the audit itself. */
export const audit_chain = pgTable('audit_chain', {
  /** 1, 2, 3, … without gaps. */
  position: bigint({ mode: 'number' }).primaryKey(),
  entry_id: bigint({ mode: 'number' }).notNull().unique(),
  /** SHA-256 of the previous hash and the entry's content, in hex. */
  hash: text().notNull(),
});
