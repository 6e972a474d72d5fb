import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { ApiError } from '#contract/errors.ts';
import type { Transaction } from './database.ts';
import {
  type Gatherer,
  keepPrefetched,
  readPrefetched,
  type StatementPart,
  sendOrGather,
} from './write-unit.ts';

type VersionedTable = PgTable & { id: PgColumn; version: PgColumn };

/** The columns that a change writes, with the version that the row gets: it has the one before. */
type RowUpdate = Record<string, unknown> & { id: string; version: number };

const TOGETHER = 'rows are written together';

/**
 * From here on the unit's new rows and changes of rows are sent together, at the latest before the next statement. The
 * rows' IDs have to be the server's own, and a change that meets a newer version fails when it is sent.
 */
export function writeTogether(tx: Transaction): void {
  keepPrefetched(tx, TOGETHER, true);
}

export function areWrittenTogether(tx: Transaction): boolean {
  return readPrefetched<boolean>(tx, TOGETHER) === true;
}

/** Collects a change of a row. One that meets a newer version is refused if all writes are the server's own. */
export function updateTogether(tx: Transaction, table: VersionedTable, update: RowUpdate): Promise<void> {
  return sendOrGather(tx, gathererOf(table, areWrittenTogether(tx) ? refused : conflicting), [update]);
}

type Gatherers = WeakMap<PgTable, Gatherer<RowUpdate>>;

/** By what it means that a row has another version. */
const refused: Gatherers = new WeakMap();
const conflicting: Gatherers = new WeakMap();

function gathererOf(table: VersionedTable, gatherers: Gatherers): Gatherer<RowUpdate> {
  const found = gatherers.get(table);
  if (found !== undefined) return found;
  const refusal = gatherers === refused ? { refusal: () => new ApiError('record.stale') } : {};
  const made: Gatherer<RowUpdate> = {
    kind: 'turns',
    partsOf: (updates) => alikeUpdates(updates).map((group) => ({ ...partOf(table, group), ...refusal })),
  };
  gatherers.set(table, made);
  return made;
}

/** Updates of the same columns, in order; a row that is changed twice is in a later group the second time. */
function alikeUpdates(updates: readonly RowUpdate[]): RowUpdate[][] {
  const times = new Map<string, number>();
  const groups = new Map<string, RowUpdate[]>();
  for (const update of updates) {
    const round = times.get(update.id) ?? 0;
    times.set(update.id, round + 1);
    const key = `${String(round).padStart(4, '0')} ${Object.keys(update).sort().join()}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [update]);
    else group.push(update);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function partOf(table: VersionedTable, updates: readonly RowUpdate[]): StatementPart {
  const columns = getTableColumns(table) as Record<string, PgColumn>;
  const names = Object.keys(updates[0] ?? {}).flatMap((field) =>
    field === 'id' ? [] : (columns[field]?.name ?? []),
  );
  const assignments = sql.join(
    names.map((name) => sql`${sql.identifier(name)} = w.${sql.identifier(name)}`),
    sql`, `,
  );
  const name = getTableName(table);
  const changed = sql.identifier(`changed_${name}`);
  return {
    table: name,
    ctes: sql`${changed} as (
      update ${table} t set ${assignments}
      from jsonb_populate_recordset(null::${table}, ${JSON.stringify(updates)}::jsonb) w
      where t.id = w.id and t.version = w.version - 1 returning t.id)`,
    isDone: sql`(select count(*) = ${updates.length}::int from ${changed})`,
  };
}
