import { sql } from 'drizzle-orm';
import type { EntityName } from '#contract/entity-name.ts';
import type { Scope } from '#domain/access/scopes.ts';
import { WATCHED_ENTITIES } from '#domain/access/watched-entities.ts';
import type { Database, Transaction } from './database.ts';
import { type Gatherer, type StatementPart, sendOrGather } from './write-unit.ts';

/**
 * The channel that tells every server process what a committed transaction touched: `<transaction>
 * <scope>=<rows>,…`. A person whose scopes changed is listed as `reader:<id>`, a watched entity as `entity:<name>`.
 */
export const CHANGE_CHANNEL = 'caseload_changes';
export const READER_PREFIX = 'reader:';
export const ENTITY_PREFIX = 'entity:';
const WATCHED = sql.raw(WATCHED_ENTITIES.map((entity) => `'${entity}'`).join());

/** Scopes per notification; PostgreSQL rejects payloads of 8000 bytes, and a scope takes less than 50. */
const SCOPES_PER_NOTIFICATION = 100;
/** Marks this transaction as one that advanced the index or someone's scopes; its condition follows. */
export const MARK = sql.raw(
  'insert into sync_marks (xid, mark, made_at) select pg_current_xact_id(), gen_random_uuid(), clock_timestamp()',
);

/** Rows per statement. */
const CHANGES_PER_STATEMENT = 1_000;

export interface Change {
  entity: EntityName;
  id: string;
  /** All scopes of the row from now on; empty for a deleted row. */
  scopes: readonly Scope[];
}

/**
 * Records that a row was created or changed, and its current scopes. It leaves any other scope that it was
 * in.
 *
 * Call it after writing the row in the same transaction: the row's lock then keeps concurrent writers of the
 * row from misreading each other.
 */
export async function recordChange(
  tx: Transaction,
  entity: EntityName,
  id: string,
  scopes: readonly Scope[],
): Promise<void> {
  await recordChanges(tx, [{ entity, id, scopes }]);
}

/** Records that a row was deleted: it leaves a tombstone in each of its scopes. */
export async function recordDeletion(tx: Transaction, entity: EntityName, id: string): Promise<void> {
  await recordChanges(tx, [{ entity, id, scopes: [] }]);
}

/**
 * `recordChange` for many rows at once. If a row is listed twice, its last scopes count, and it leaves a tombstone in
 * those that it was only in meanwhile.
 */
export async function recordChanges(tx: Transaction, changes: readonly Change[]): Promise<void> {
  await sendOrGather(tx, moves, changes);
}

const moves: Gatherer<Change> = {
  kind: 'bookkeeping',
  partsOf(changes) {
    const rows = new Map<string, Move>();
    for (const change of changes) {
      const name = rowNameOf(change);
      const earlier = rows.get(name);
      const left = new Set([...(earlier?.left ?? []), ...(earlier?.scopes ?? [])]);
      for (const scope of change.scopes) left.delete(scope);
      rows.set(name, { ...change, left: [...left] });
    }
    const last = [...rows.values()];
    const parts: StatementPart[] = [];
    for (let start = 0; start < last.length; start += CHANGES_PER_STATEMENT) {
      parts.push(partOf(last.slice(start, start + CHANGES_PER_STATEMENT)));
    }
    return parts;
  },
};

function rowNameOf({ entity, id }: Change): string {
  return `${entity} ${id}`;
}

/** A row's scopes from now on, and those that it was only in meanwhile. */
interface Move extends Change {
  left: readonly Scope[];
}

/**
 * In index order, a row's new scopes come before the ones it left, so that a reader of both never finds it in
 * neither between two pages.
 */
function partOf(changes: readonly Move[]): StatementPart {
  return {
    table: 'change_index',
    ctes: sql`subject as (
      select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as s(entity text, id text, scopes text[], "left" text[])
    ),
    place as (
      select entity, id, unnest(scopes) as scope, false as has_left from subject
      union
      select entity, id, unnest("left"), true from subject
      union
      select c.entity, c.id, c.scope, true
      from subject s join change_index c on c.entity = s.entity and c.id = s.id
      where not c.has_left and c.scope <> all (s.scopes)
    ),
    moved as (
      insert into change_index as i (scope, entity, id, has_left, xid, seq, changed_at)
      select scope, entity, id, has_left, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
      from (select * from place order by entity, id, has_left, scope) ordered
      on conflict (scope, entity, id) do update
        set has_left = excluded.has_left, xid = excluded.xid, seq = excluded.seq, changed_at = excluded.changed_at
      returning i.scope, i.entity, i.id
    ),
    marked as (${MARK} where exists (select from moved) on conflict do nothing),
    told as materialized (
      select pg_notify(
        ${CHANGE_CHANNEL}::text,
        pg_current_xact_id()::text || ' ' || string_agg(scope || '=' || rows, ',')
      ) as notice
      from (
        select scope, rows, (row_number() over (order by scope) - 1) / ${SCOPES_PER_NOTIFICATION}::int as part
        from (
          select scope, count(*) as rows from moved group by scope
          union all
          select ${ENTITY_PREFIX}::text || entity, count(distinct id) from moved where entity in (${WATCHED}) group by entity
        ) touched
      ) numbered
      group by part
    )`,
    isDone: sql`(select count(told.notice) >= 0 from told)`,
  };
}

/**
 * Gives a new database its epoch. Devices with a cursor of another epoch pull from the start.
 *
 * A database restored into another PostgreSQL cluster contains transaction ids that the new cluster has not
 * reached yet, so pulls would skip its rows: they are moved into this transaction, and the epoch changes.
 */
export async function ensureEpoch(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // Processes that start together agree on one.
    await tx.execute(sql`lock table sync_epoch in share row exclusive mode`);
    if (await isOfAnotherCluster(tx)) {
      for (const table of ['change_index', 'scope_members', 'follows', 'idempotency_keys']) {
        await tx.execute(sql`update ${sql.identifier(table)} set xid = pg_current_xact_id()`);
      }
      await tx.execute(sql`delete from sync_marks`);
      await tx.execute(MARK);
      await tx.execute(sql`delete from sync_epoch`);
    }
    await tx.execute(
      sql`insert into sync_epoch (epoch) select gen_random_uuid() where not exists (select from sync_epoch)`,
    );
  });
}

async function isOfAnotherCluster(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (
      select from sync_marks where xid >= pg_snapshot_xmax(pg_current_snapshot())
    ) as found
  `);
  return rows[0]?.found === true;
}
