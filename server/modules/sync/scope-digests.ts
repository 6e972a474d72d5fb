import { type SQL, sql } from 'drizzle-orm';
import { ENTITY_NAMES, type EntityName } from '#contract/entity-name.ts';
import type { ScopeDigest } from '#contract/sync.ts';
import type { Transaction } from '#server/db/database.ts';
import { tableFacts } from '#server/db/entity-rows.ts';
import { type ScopeReader, scopesSince, standingScopes } from '#server/db/follows.ts';
import { jsonRows } from '#server/db/json-rows.ts';

function linesOf(entity: EntityName): SQL {
  const { name, keyType, keepsDeleted } = tableFacts(entity);
  return sql.raw(`
    select e.scope, e.entity || '|' || e.id || '|' || t.version as line
    from entries e join ${name} t on t.id = e.id::${keyType}
    where e.entity = '${entity}' ${keepsDeleted ? 'and t.deleted_at is null' : ''}`);
}

const allLines = sql.join(ENTITY_NAMES.map(linesOf), sql` union all `);

/**
 * The digest of each of the reader's scopes, for a device that has pulled to the end.
 *
 * `tx` must be the page's own snapshot and `horizon` the page's. A scope in which a row or the membership
 * itself changed at the horizon or later has no digest: the device has not been told yet, and its earlier
 * state can't be read any more.
 */
export function scopeDigests(tx: Transaction, reader: ScopeReader, horizon: string): Promise<ScopeDigest[]> {
  return jsonRows<ScopeDigest>(
    tx,
    sql`
    with scopes as (
      select m.scope, m.xid >= ${horizon}::xid8
        or exists (select from change_index c where c.scope = m.scope and c.xid >= ${horizon}::xid8) as is_moving
      from (
        select scope, xid from ${standingScopes(reader)} standing
        union
        select scope, xid::xid8 from (${scopesSince(reader, horizon)}) changed
      ) m
    ),
    entries as materialized (
      select c.scope, c.entity, c.id from scopes s join change_index c on c.scope = s.scope
      where not s.is_moving and not c.has_left
    ),
    lines as (${allLines})
    select s.scope, count(l.line)::int as rows,
      case when not s.is_moving then encode(sha256(convert_to(
        coalesce(string_agg(l.line, chr(10) order by l.line collate "C"), ''), 'UTF8')), 'hex') end as sha256
    from scopes s left join lines l on l.scope = s.scope
    group by s.scope, s.is_moving order by s.scope
  `,
  );
}
