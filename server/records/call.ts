import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { AuditAction, AuditChanges, AuditDetails, NamedVerb, RowVerb } from '#contract/audit-trail.ts';
import { isSynced, type RecordName } from '#contract/entity-name.ts';
import { ApiError } from '#contract/errors.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { Scope } from '#domain/access/scopes.ts';
import { type AuditEntry, audit } from '#server/db/audit.ts';
import { type Change, recordChanges } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Kept, storedRow, tableFacts, tableOf } from '#server/db/entity-rows.ts';
import { followRow, isKnown } from '#server/db/known-rows.ts';
import { insertNew } from '#server/db/new-rows.ts';
import { areWrittenTogether, updateTogether } from '#server/db/row-updates.ts';
import { underSavepoint } from '#server/db/write-unit.ts';
import { refuseOutdated } from './changing-rows.ts';

/** The request context: what an operation may know of its call besides the input. */
export interface RequestContext {
  /** The server's clock at the start of the call, ISO 8601. */
  now: string;
  request_id: string;
  /** The write's id, which is its idempotency key; null for calls without one. */
  write_id: string | null;
  /** Present on calls from a device's outbox. */
  device_id: string | null;
  /** When the person made the change, by the device's clock; `now` if unknown. */
  captured_at: string;
  /** The device's uncorrected clock, if `captured_at` is corrected by the server's time. */
  device_captured_at?: string | null;
  /** The device's clock when it sent the call; `now` if unknown. */
  device_now: string;
  /** From `If-Match`: the row version that the change is based on. */
  base_version: number | null;
  /** The client IP address, for limits and the audit. */
  address: string;
  /** Runs after the transaction has committed, never after a rollback: email, hints, trackers. */
  afterCommit(effect: () => Promise<void>): void;
}

/** The caller and their sign-in. */
export interface SignedInActor extends Actor {
  username: string;
  /** The name shown to others: see `shownName`. */
  name: string;
  /** Credentials after the name on what they sign; empty if none. */
  credentials: string;
  /** Null for the author of an encrypted write. */
  sign_in_id: string | null;
  /** An admin ended this sign-in. Only calls with `answersForcedOut` ever see it. */
  forced_out: boolean;
}

interface WireRow {
  id: string;
  version: number;
}

/** An entity's rows: their scopes, and what the audit says of them. */
export interface Records<Row extends WireRow> {
  entity: RecordName;
  /** The scopes of the row; those of an entity that isn't synced have none. */
  scopes(row: Row): readonly Scope[];
  /**
   * Whose day or which student it is about, for the audit: names and ids of rows, never what people entered.
   */
  about(row: Row, actor: Actor): AuditDetails;
}

/** What the audit says of a write besides who, when, and which row. */
export interface AuditNote {
  /** Instead of `create`, `update`, or `delete`. */
  verb?: NamedVerb;
  /** The fields that were sent, if they aren't the ones that changed. */
  fields?: readonly string[];
  details?: AuditDetails;
}

/**
 * One call of one person, and the only way to write rows: it keeps row, version, change index, and audit
 * together.
 */
export interface Call {
  tx: Transaction;
  actor: SignedInActor;
  context: RequestContext;
  /** Inserts a row under the id that the device created. Refuses with `record.exists`. */
  create<Row extends WireRow>(kind: Records<Row>, row: Row, auditNote?: AuditNote): Promise<Row>;
  /** Like `create`; returns whether the id was free. */
  createIfFree<Row extends WireRow>(kind: Records<Row>, row: Row, auditNote?: AuditNote): Promise<boolean>;
  /** Replaces a deleted row. */
  recreate<Row extends WireRow>(kind: Records<Row>, before: Kept & { id: string }, row: Row): Promise<Row>;
  /**
   * Writes the next state of a row based on the version that was read, and increments the version. Refuses
   * with `record.stale` or `record.deleted` if someone else was faster.
   */
  change<Row extends WireRow, Next extends Row>(
    kind: Records<Row>,
    before: Kept & { id: string },
    next: Next,
    auditNote?: AuditNote,
  ): Promise<Next>;
  /** Soft-deletes a row; it stays for the audit. */
  remove<Row extends WireRow>(kind: Records<Row>, before: Row & Kept, auditNote?: AuditNote): Promise<void>;
  /**
   * Takes rows back as if they had never been: in one statement, at the versions that were read. Rows of a table that
   * keeps no deleted ones are erased; the audit keeps that they were there. Refuses with `record.stale` if one of them
   * was changed since.
   */
  withdraw<Row extends WireRow>(
    kind: Records<Row>,
    rows: readonly (Row & Kept)[],
    auditNote?: AuditNote,
  ): Promise<void>;
  /** Announces rows that another statement wrote, or whose scopes changed, to devices. */
  follow(changes: readonly Change[]): Promise<void>;
  /** Adds an audit entry that isn't a write of a row: a read, an import, a decision. */
  note(entry: Omit<AuditEntry, 'user_id' | 'row_version'>): Promise<void>;
  /** Work that may fail separately: its effects are rolled back, and the rest of the call commits. */
  apart<Result>(work: (call: Call) => Promise<Result>): Promise<Result>;
  /** The same call with a different request context. */
  withContext(context: Partial<RequestContext>): Call;
}

export function openCall(tx: Transaction, actor: SignedInActor, context: RequestContext): Call {
  async function tell<Row extends WireRow>(
    kind: Records<Row>,
    verb: RowVerb,
    row: Row,
    { changes, ...auditNote }: AuditNote & { changes?: AuditChanges } = {},
  ): Promise<void> {
    const { entity } = kind;
    if (isSynced(entity)) {
      const scopes = verb === 'delete' ? [] : kind.scopes(row);
      await recordChanges(tx, [{ entity, id: row.id, scopes }]);
    }
    await audit(tx, context, {
      user_id: actor.user_id,
      action: `${entity}.${auditNote.verb ?? verb}` as AuditAction,
      entity,
      row_id: row.id,
      row_version: row.version,
      details: {
        ...(auditNote.fields === undefined ? {} : { fields: auditNote.fields }),
        ...kind.about(row, actor),
        ...auditNote.details,
        // Both times are kept: the row has the corrected one.
        ...(context.device_captured_at == null ? {} : { device_captured_at: context.device_captured_at }),
      },
      ...(changes === undefined ? {} : { changes }),
    });
  }

  const call: Call = {
    tx,
    actor,
    context,
    async createIfFree(kind, row, auditNote) {
      const table = tableOf(kind.entity);
      if (!(await insertNew(tx, table, columnsOf(table, row)))) return false;
      await tell(kind, 'create', row, auditNote);
      return true;
    },
    async create(kind, row, auditNote) {
      if (!(await call.createIfFree(kind, row, auditNote))) throw new ApiError('record.exists');
      return row;
    },
    async recreate(kind, before, row) {
      const restored = { ...row, version: before.version + 1 };
      const columns = columnsOf(tableOf(kind.entity), restored);
      await overwrite(tx, kind.entity, before, { ...columns, deleted_at: null });
      await tell(kind, 'create', restored);
      return restored;
    },
    async change(kind, before, next, auditNote) {
      const row = { ...next, version: before.version + 1 };
      const touched = touchedColumns(before, columnsOf(tableOf(kind.entity), row));
      await overwrite(tx, kind.entity, before, touched);
      const fields = Object.keys(touched).filter((name) => name !== 'version');
      await tell(kind, 'update', row, {
        // A separate verb describes what happened.
        ...(auditNote?.verb === undefined && { fields }),
        ...auditNote,
        changes: changesOf(before, touched, fields),
      });
      return row;
    },
    async remove(kind, before, auditNote) {
      const gone = { deleted_at: context.now, version: before.version + 1 };
      await overwrite(tx, kind.entity, before, gone);
      await tell(kind, 'delete', { ...before, version: gone.version }, auditNote);
    },
    async withdraw(kind, rows, auditNote) {
      if (rows.length === 0) return;
      await withdrawRows(tx, kind.entity, rows, context.now);
      for (const row of rows) await tell(kind, 'delete', { ...row, version: row.version + 1 }, auditNote);
    },
    follow: (changes) => recordChanges(tx, changes),
    note: (entry) => audit(tx, context, { user_id: actor.user_id, ...entry }),
    apart: (work) => underSavepoint(tx, (savepoint) => work(openCall(savepoint, actor, context))),
    withContext: (others) => openCall(tx, actor, { ...context, ...others }),
  };
  return call;
}

/** Deletes rows at the versions that were read, all or none. */
async function withdrawRows(
  tx: Transaction,
  entity: RecordName,
  rows: readonly (WireRow & Kept)[],
  now: string,
): Promise<void> {
  const table = tableOf(entity);
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(
    rows.map(({ id, version }) => ({ id, version })),
  )}::jsonb) as w(id ${sql.raw(tableFacts(entity).keyType)}, version integer)`;
  const written = await tx.execute(
    tableFacts(entity).keepsDeleted
      ? sql`update ${table} t set deleted_at = ${now}::timestamptz, version = t.version + 1 from ${wanted}
          where t.id = w.id and t.version = w.version and t.deleted_at is null returning t.id`
      : sql`delete from ${table} t using ${wanted} where t.id = w.id and t.version = w.version returning t.id`,
  );
  if (written.rows.length < rows.length) throw new ApiError('record.stale');
}

/** The table's columns of a row. Other fields, such as names, are stored elsewhere. */
function columnsOf(table: PgTable, row: WireRow): Record<string, unknown> & { id: string } {
  const columns = getTableColumns(table);
  const kept = Object.entries(row).filter(([name, value]) => name in columns && value !== undefined);
  return { ...Object.fromEntries(kept), id: row.id };
}

/** The columns that a change writes. The others stay as they were read. */
function touchedColumns(before: object, after: Record<string, unknown>): Record<string, unknown> {
  const known = before as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name])),
  );
}

/** What the fields were, and what they are now. */
function changesOf(
  before: object,
  after: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): AuditChanges {
  const known = before as Record<string, unknown>;
  return Object.fromEntries(fields.map((name) => [name, [known[name] ?? null, after[name] ?? null]]));
}

/** Updates the row at the version that was read, or refuses if another writer was faster. */
async function overwrite(
  tx: Transaction,
  entity: RecordName,
  before: Kept & { id: string },
  changes: Record<string, unknown>,
): Promise<void> {
  const table = tableOf(entity);
  const version = before.version + 1;
  if (areWrittenTogether(tx) || isKnown(tx, entity, before)) {
    await updateTogether(tx, table, { ...changes, id: before.id, version });
    return followRow(tx, entity, before.id, { ...changes, version });
  }
  const written = await tx
    .update(table)
    .set(changes as PgUpdateSetSource<typeof table>)
    .where(and(eq(table.id, before.id), eq(table.version, before.version)))
    .returning({ id: table.id });
  if (written.length > 0) return;
  const now = await storedRow(tx, entity, before.id);
  if (now === null) throw new ApiError('record.deleted');
  refuseOutdated(now, before.version);
}

/** The person whose day a row belongs to, for the audit, if someone else wrote it. */
export function aboutDay(row: { provider: string }, actor: Actor): AuditDetails {
  return row.provider === actor.provider_id ? {} : { on_behalf_of: row.provider };
}

/** The student whose file a row belongs to. */
export function aboutStudent({ student }: { student: string }): AuditDetails {
  return { student };
}
