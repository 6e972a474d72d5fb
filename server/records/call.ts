import { and, eq, getTableColumns } from 'drizzle-orm';
import type { PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { EntityName } from '#contract/entity-name.ts';
import { Refusal } from '#contract/errors.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import type { Scope } from '#domain/access/scopes.ts';
import { audit } from '#server/db/audit.ts';
import { type Change, recordChanges } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Kept, storedRow, tableOf } from '#server/db/entity-rows.ts';
import { insertNew } from '#server/db/new-rows.ts';
import { underSavepoint } from '#server/db/write-unit.ts';
import { refuseOutdated } from './changing-rows.ts';

/** What every operation may know of the call that it serves, besides its input. */
export interface CallFacts {
  /** The server's clock at the start of the call, ISO 8601. */
  now: string;
  request_id: string;
  /** The write's own id, which is its key of idempotency; nothing for calls without one. */
  write_id: string | null;
  /** Present on calls from a device's outbox. */
  device_id: string | null;
  /** When the person entered the work, by the device's clock; `now` where the call does not say. */
  captured_at: string;
  /** What the device's own clock said then, where `captured_at` is corrected by the server's time. */
  device_captured_at?: string | null;
  /** The device's clock as it sent the call; `now` where the call does not say. */
  device_now: string;
  /** From `If-Match`: the row version that the change was made upon. */
  base_version: number | null;
  /** The caller's address, for limits and the audit. */
  address: string;
  /** Runs after the transaction has committed, never when it was rolled back: mail, hints, trackers. */
  afterCommit(effect: () => Promise<void>): void;
}

/** The person of a call, and the sign-in that it belongs to. */
export interface SignedInActor extends Actor {
  username: string;
  /** What others read who acted: a provider's first and last name, anybody else's user name. */
  name: string;
  /** Nothing for the author of a sealed write. */
  sign_in_id: string | null;
  /** The office ended this sign-in. Only calls that `answersForcedOut` ever see it. */
  forced_out: boolean;
}

interface WireRow {
  id: string;
  version: number;
}

/** The rows of an entity: who sees them, and what the audit says of them. */
export interface Records<Row extends WireRow> {
  entity: EntityName;
  /** Where the row is seen. */
  scopes(row: Row): readonly Scope[];
  /** Whose day or whose student it is, for the audit: names and ids of rows, never what people entered. */
  about(row: Row, actor: Actor): Record<string, unknown>;
}

/** What the audit says of a write besides who, when and which row. */
export interface Told {
  /** Instead of `create`, `update` or `delete`. */
  verb?: string;
  /** The fields that were sent, where they aren't those that changed. */
  fields?: readonly string[];
  details?: Record<string, unknown>;
}

/**
 * One call of one person, and the one door through which it writes rows: the row, its
 * version, the change index and the audit belong together, and nobody else writes them.
 */
export interface Call {
  tx: Transaction;
  actor: SignedInActor;
  facts: CallFacts;
  /** Stores a new row under the id that the device made. Refuses `record.exists`. */
  create<Row extends WireRow>(kind: Records<Row>, row: Row, told?: Told): Promise<Row>;
  /** As `create`; answers whether the id was free. */
  createIfFree<Row extends WireRow>(kind: Records<Row>, row: Row, told?: Told): Promise<boolean>;
  /** Puts a row again in the place of one that was deleted. */
  recreate<Row extends WireRow>(kind: Records<Row>, before: Kept & { id: string }, row: Row): Promise<Row>;
  /**
   * Writes the next state of a row upon the version that was read, and gives it the next
   * version. Refuses `record.stale` or `record.deleted` where somebody else came between.
   */
  change<Row extends WireRow, Next extends Row>(
    kind: Records<Row>,
    before: Kept & { id: string },
    next: Next,
    told?: Told,
  ): Promise<Next>;
  /** Takes a row out of sight; it stays for the audit. */
  remove<Row extends WireRow>(kind: Records<Row>, before: Row & Kept, told?: Told): Promise<void>;
  /** Tells devices of rows that a statement of its own wrote, or that are seen elsewhere now. */
  follow(changes: readonly Change[]): Promise<void>;
  /** Writes into the audit what is no write of a row: a reading, an import, a decision. */
  note(entry: {
    action: string;
    entity?: string;
    row_id?: string;
    details?: Record<string, unknown>;
  }): Promise<void>;
  /** Work that may fail by itself: what it did is undone, and the rest of the call stands. */
  apart<Result>(work: (call: Call) => Promise<Result>): Promise<Result>;
  /** The same call, judged by the row as it is now or by other facts. */
  withFacts(facts: Partial<CallFacts>): Call;
}

export function openCall(tx: Transaction, actor: SignedInActor, facts: CallFacts): Call {
  async function tell<Row extends WireRow>(
    kind: Records<Row>,
    verb: 'create' | 'update' | 'delete',
    row: Row,
    told: Told = {},
  ): Promise<void> {
    const { entity } = kind;
    const scopes = verb === 'delete' ? [] : kind.scopes(row);
    await recordChanges(tx, [{ entity, id: row.id, scopes }]);
    await audit(tx, facts, {
      user_id: actor.user_id,
      action: `${entity}.${told.verb ?? verb}`,
      entity,
      row_id: row.id,
      row_version: row.version,
      details: {
        ...(told.fields === undefined ? {} : { fields: told.fields }),
        ...kind.about(row, actor),
        ...told.details,
        // Both times are kept: the row has the corrected one.
        ...(facts.device_captured_at == null ? {} : { device_captured_at: facts.device_captured_at }),
      },
    });
  }

  const call: Call = {
    tx,
    actor,
    facts,
    async createIfFree(kind, row, told) {
      const table = tableOf(kind.entity);
      if (!(await insertNew(tx, table, columnsOf(table, row)))) return false;
      await tell(kind, 'create', row, told);
      return true;
    },
    async create(kind, row, told) {
      if (!(await call.createIfFree(kind, row, told))) throw new Refusal('record.exists');
      return row;
    },
    async recreate(kind, before, row) {
      const anew = { ...row, version: before.version + 1 };
      const columns = columnsOf(tableOf(kind.entity), anew);
      await overwrite(tx, kind.entity, before, { ...columns, deleted_at: null });
      await tell(kind, 'create', anew);
      return anew;
    },
    async change(kind, before, next, told) {
      const row = { ...next, version: before.version + 1 };
      const touched = touchedColumns(before, columnsOf(tableOf(kind.entity), row));
      await overwrite(tx, kind.entity, before, touched);
      const fields = Object.keys(touched).filter((name) => name !== 'version');
      // A verb of its own says what happened.
      await tell(kind, 'update', row, told?.verb === undefined ? { fields, ...told } : told);
      return row;
    },
    async remove(kind, before, told) {
      const gone = { deleted_at: facts.now, version: before.version + 1 };
      await overwrite(tx, kind.entity, before, gone);
      await tell(kind, 'delete', { ...before, version: gone.version }, told);
    },
    follow: (changes) => recordChanges(tx, changes),
    note: (entry) => audit(tx, facts, { user_id: actor.user_id, ...entry }),
    apart: (work) => underSavepoint(tx, (savepoint) => work(openCall(savepoint, actor, facts))),
    withFacts: (others) => openCall(tx, actor, { ...facts, ...others }),
  };
  return call;
}

/** Of a row what its table keeps. Whatever else a reader gets, such as names, stands elsewhere. */
function columnsOf(table: PgTable, row: WireRow): Record<string, unknown> & { id: string } {
  const columns = getTableColumns(table);
  const kept = Object.entries(row).filter(([name, value]) => name in columns && value !== undefined);
  return { ...Object.fromEntries(kept), id: row.id };
}

/** What a change writes. The rest of the row stays as it was read. */
function touchedColumns(before: object, after: Record<string, unknown>): Record<string, unknown> {
  const known = before as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name])),
  );
}

/** Writes on top of the version that was read, or refuses when another writer came between. */
async function overwrite(
  tx: Transaction,
  entity: EntityName,
  before: Kept & { id: string },
  changes: Record<string, unknown>,
): Promise<void> {
  const table = tableOf(entity);
  const written = await tx
    .update(table)
    .set(changes as PgUpdateSetSource<typeof table>)
    .where(and(eq(table.id, before.id), eq(table.version, before.version)))
    .returning({ id: table.id });
  if (written.length > 0) return;
  const now = await storedRow(tx, entity, before.id);
  if (now === null) throw new Refusal('record.deleted');
  refuseOutdated(now, before.version);
}

/** Whose day a row is part of. The audit names the person where somebody else wrote it. */
export function aboutDay(row: { provider: string }, actor: Actor): Record<string, unknown> {
  return row.provider === actor.provider_id ? {} : { on_behalf_of: row.provider };
}

/** Whose file a row is part of. */
export function aboutStudent({ student }: { student: string }): Record<string, unknown> {
  return { student };
}
