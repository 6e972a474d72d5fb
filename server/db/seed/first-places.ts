import { type SQL, sql } from 'drizzle-orm';
import { DATED_PART } from '#domain/access/scope-parts.ts';
import { type Change, MARK } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { keptPartsSince } from '#server/db/kept-parts.ts';
import { runInOrder } from './bulk-insert.ts';

const CHANGES_PER_STATEMENT = 2_000;

/**
 * Writes the change index of a new database. `recordChanges` would also look up earlier scopes and notify
 * listeners; here there are neither.
 */
export async function placeFirstRows(tx: Transaction, changes: readonly Change[]): Promise<void> {
  await runInOrder(tx, firstPlaces(changes));
}

/**
 * These changes without the months and fiscal years that no device holds any more: in large demos, which begin years ago, they are most.
 * @param now the demo's clock, ISO 8601
 */
export function inKeptParts(changes: readonly Change[], now: string): Change[] {
  const { month, year } = keptPartsSince(now);
  const isKept = (scope: string) => {
    const part = DATED.exec(scope)?.[1];
    return part === undefined || part >= (part.startsWith('fy') ? year : month);
  };
  return changes.map((change) => ({ ...change, scopes: change.scopes.filter(isKept) }));
}

const DATED = new RegExp(`:${DATED_PART}$`);

/** The statements of `placeFirstRows`. */
export function* firstPlaces(changes: readonly Change[]): Generator<SQL> {
  for (let at = 0; at < changes.length; at += CHANGES_PER_STATEMENT) {
    const batch = JSON.stringify(changes.slice(at, at + CHANGES_PER_STATEMENT));
    yield sql`
      insert into change_index (scope, entity, id, has_left, xid, seq, changed_at)
      select scope, entity, id, false, pg_current_xact_id(), nextval('change_seq'), clock_timestamp()
      from (
        select distinct entity, id, unnest(scopes) as scope
        from json_to_recordset(${batch}::text::json) as s(entity text, id text, scopes text[])
        order by entity, id, scope
      ) placed`;
  }
}

/** Fills the database without the indexes that filling doesn't read, which are faster to build afterwards. */
export async function fillWithoutIndexes(tx: Transaction, fill: () => Promise<void>): Promise<void> {
  const [key] = await jsonRows<{ name: string; definition: string }>(
    tx,
    sql`select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = 'change_index'::regclass and contype = 'p'`,
  );
  const indexes = await jsonRows<{ name: string; definition: string }>(
    tx,
    sql`select indexname as name, indexdef as definition from pg_indexes
      where schemaname = current_schema() and indexname is distinct from ${key?.name ?? null}::text
        and (tablename = 'change_index' or indexdef like '%USING gin%')`,
  );
  for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`);
  if (key !== undefined) {
    await tx.execute(sql`alter table change_index drop constraint ${sql.identifier(key.name)}`);
  }
  await fill();
  // Sorts in memory, which takes half of the time.
  await tx.execute(sql`set local maintenance_work_mem = '512MB'`);
  if (key !== undefined) {
    const { name, definition } = key;
    await tx.execute(
      sql`alter table change_index add constraint ${sql.identifier(name)} ${sql.raw(definition)}`,
    );
  }
  for (const { definition } of indexes) await tx.execute(sql.raw(definition));
  await tx.execute(sql`${MARK} where true on conflict do nothing`);
}
