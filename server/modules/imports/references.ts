import { sql } from 'drizzle-orm';
import { RECORD_NAMES } from '#contract/entity-name.ts';
import type { Transaction } from '#server/db/database.ts';
import { tableFacts } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';

/** Tables whose ids say nothing about whether a record is in use. */
const IGNORED = [
  ...['imports', 'import_rows', 'scope_members', 'sync_marks', 'sync_epoch', 'audit_entries', 'audit_chain'],
  ...['idempotency_keys', 'change_index', 'follows'],
];
/** Tables of links: the column of the record that the link belongs to. */
const OWNERS: Readonly<Record<string, string>> = {
  provider_services: 'provider',
  supervisions: 'supervisee',
  student_services: 'student',
  student_providers: 'student',
};

interface IdColumn {
  table: string;
  column: string;
  is_list: boolean;
  /** Locations have ids that are text. */
  is_text: boolean;
  keeps_deleted: boolean;
  has_id: boolean;
}

const entityOf = new Map(RECORD_NAMES.map((entity) => [tableFacts(entity).name, entity]));

/**
 * Which of these records are referred to, and by what: the name of an entity, or `other`. All columns of the database
 * that hold ids are looked at, so that no one can forget one. A record's own row under the same id doesn't count, nor
 * does what belongs to a record that goes too.
 * @param going the records that go together
 */
export async function referredTo(
  tx: Transaction,
  ids: readonly string[],
  going: Iterable<string>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (ids.length === 0) return found;
  const columns = await idColumns(tx);
  const parts = columns.map(({ table, column, is_list, is_text, keeps_deleted, has_id }) => {
    const [t, c] = [sql.identifier(table), sql.identifier(column)];
    const owner = OWNERS[table] ?? (has_id ? 'id' : null);
    const isAlive = keeps_deleted ? sql`t.deleted_at is null` : sql`true`;
    const stays =
      owner === null
        ? sql`true`
        : sql`t.${sql.identifier(owner)}::text <> wanted.id::text
            and not exists (select from going g where g.id::text = t.${sql.identifier(owner)}::text)`;
    const source = is_list
      ? sql`${t} t cross join lateral unnest(t.${c}) as one(id) join wanted on wanted.id = one.id`
      : sql`${t} t join wanted on ${is_text ? sql`wanted.id::text` : sql`wanted.id`} = t.${c}`;
    return sql`select distinct wanted.id, ${table}::text as by from ${source} where ${isAlive} and ${stays}`;
  });
  const rows = await jsonRows<{ id: string; by: string }>(
    tx,
    sql`with wanted as materialized (select distinct unnest(${arrayParam(ids, 'uuid')}) as id),
      going as materialized (select distinct unnest(${arrayParam(going, 'uuid')}) as id)
      ${sql.join(parts, sql` union all `)}`,
  );
  for (const { id, by } of rows) if (!found.has(id)) found.set(id, entityOf.get(by) ?? 'other');
  return found;
}

function idColumns(tx: Transaction): Promise<IdColumn[]> {
  return jsonRows(
    tx,
    sql`with named as (
        select c.oid, c.relname, a.attname, a.atttypid
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
          join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where n.nspname = 'public' and c.relkind in ('r', 'p')
      )
      select relname as table, attname as column, atttypid = 'uuid[]'::regtype as is_list,
        atttypid = 'text'::regtype as is_text,
        exists (select from named d where d.oid = named.oid and d.attname = 'deleted_at') as keeps_deleted,
        exists (select from named d where d.oid = named.oid and d.attname = 'id') as has_id
      from named
      where (atttypid in ('uuid'::regtype, 'uuid[]'::regtype) and attname <> 'id'
        or atttypid = 'text'::regtype and attname = 'location')
        and relname <> all (${arrayParam(IGNORED, 'text')})
      order by 1, 2`,
  );
}
