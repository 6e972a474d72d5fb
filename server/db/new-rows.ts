import { getTableColumns, getTableName, type InferInsertModel, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from './database.ts';
import { arrayParam, jsonRows } from './json-rows.ts';
import { areWrittenTogether } from './row-updates.ts';
import {
  type Gatherer,
  keepPrefetched,
  readPrefetched,
  type StatementPart,
  sendOrGather,
} from './write-unit.ts';

/** A table whose ids are created by devices. */
type NamedTable = PgTable & { id: PgColumn };
type NewRow = Record<string, unknown> & { id: string };

const gatherers = new WeakMap<PgTable, Gatherer<NewRow>>();

function gathererOf(table: NamedTable): Gatherer<NewRow> {
  const found = gatherers.get(table);
  if (found !== undefined) return found;
  const made: Gatherer<NewRow> = {
    kind: 'rows',
    partsOf(rows) {
      const columns = getTableColumns(table) as Record<string, PgColumn>;
      // Usually one group. Columns that a row leaves out get their default.
      const alike = new Map<string, { names: string[]; rows: NewRow[] }>();
      for (const row of rows) {
        const fields = Object.keys(row).filter((field) => row[field] !== undefined);
        const names = fields.flatMap((field) => columns[field]?.name ?? []).sort();
        const group = alike.get(names.join()) ?? { names, rows: [] };
        alike.set(names.join(), group);
        group.rows.push(row);
      }
      return [...alike.values()].map((group) => partOf(table, group));
    },
  };
  gatherers.set(table, made);
  return made;
}

/** Inserts rows with the same fields. */
function partOf(
  table: NamedTable,
  { names, rows }: { names: readonly string[]; rows: readonly NewRow[] },
): StatementPart {
  const list = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const name = getTableName(table);
  const made = sql.identifier(`made_${name}`);
  return {
    table: name,
    ctes: sql`${made} as (
      insert into ${table} (${list})
      select ${list} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)
      on conflict do nothing returning id)`,
    isDone: sql`(select count(*) = ${rows.length}::int from ${made})`,
  };
}

function freeIdsOf(table: PgTable): string {
  return `free ids of ${getTableName(table)}`;
}

/** The query of those ids that are taken. */
export function takenIds(table: NamedTable, ids: readonly string[]): SQL {
  const type = table.id.getSQLType() === 'uuid' ? 'uuid' : 'text';
  return sql`select id from ${table} where id = any(${arrayParam(ids, type)})`;
}

/** Prefetches which of these ids are free. */
export async function readFreeIds(tx: Transaction, table: NamedTable, ids: readonly string[]): Promise<void> {
  keepFreeIds(tx, table, ids, await jsonRows(tx, takenIds(table, ids)));
}

/** Keeps which of these ids are free, so that their rows can be inserted together. */
export function keepFreeIds(
  tx: Transaction,
  table: NamedTable,
  ids: readonly string[],
  taken: readonly { id: string }[],
): void {
  const free = new Set(ids);
  for (const { id } of taken) free.delete(id);
  keepPrefetched(tx, freeIdsOf(table), free);
}

/** Whether an id is known to be free from a prefetch. */
export function isKnownFree(tx: Transaction, table: NamedTable, id: string): boolean {
  return readPrefetched<ReadonlySet<string>>(tx, freeIdsOf(table))?.has(id) === true;
}

/**
 * Inserts a row under an id created by a device.
 * @returns false if another row has the id
 */
export async function insertNew<Table extends NamedTable>(
  tx: Transaction,
  table: Table,
  row: InferInsertModel<Table> & { id: string },
): Promise<boolean> {
  if (areWrittenTogether(tx)) {
    await sendOrGather(tx, gathererOf(table), [row as NewRow]);
    return true;
  }
  const free = readPrefetched<ReadonlySet<string>>(tx, freeIdsOf(table));
  if (free?.has(row.id)) {
    keepPrefetched(tx, freeIdsOf(table), new Set([...free].filter((id) => id !== row.id)));
    await sendOrGather(tx, gathererOf(table), [row as NewRow]);
    return true;
  }
  const written = await tx.insert(table).values(row).onConflictDoNothing().returning({ id: table.id });
  return written.length === 1;
}
