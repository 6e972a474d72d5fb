import { type SQL, sql } from 'drizzle-orm';
import type { EntityName } from '#contract/entity-name.ts';
import type { ScopeDigest } from '#contract/sync.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';

interface VersionedTable {
  table: string;
  /** As the index writes ids: text. */
  keyType: 'uuid' | 'text';
  /** Deleted rows stay for the audit, out of sight. */
  keepsDeleted: boolean;
}

/** Where the rows of each noun stand, with the version that their loader gives out. */
const tables: Record<EntityName, VersionedTable> = {
  session: { table: 'sessions', keyType: 'uuid', keepsDeleted: true },
  lunch: { table: 'lunch_breaks', keyType: 'uuid', keepsDeleted: true },
  calendar_event: { table: 'calendar_events', keyType: 'uuid', keepsDeleted: true },
  student: { table: 'students', keyType: 'uuid', keepsDeleted: false },
  client: { table: 'clients', keyType: 'uuid', keepsDeleted: false },
  provider: { table: 'providers', keyType: 'uuid', keepsDeleted: false },
  service: { table: 'services', keyType: 'uuid', keepsDeleted: false },
  location: { table: 'locations', keyType: 'text', keepsDeleted: false },
  timecard: { table: 'timecards', keyType: 'uuid', keepsDeleted: true },
  timesheet: { table: 'timesheets', keyType: 'uuid', keepsDeleted: true },
  school_closure: { table: 'school_closures', keyType: 'uuid', keepsDeleted: true },
  student_service: { table: 'assigned_services', keyType: 'uuid', keepsDeleted: true },
  parent: { table: 'parents', keyType: 'uuid', keepsDeleted: true },
  student_note: { table: 'student_notes', keyType: 'uuid', keepsDeleted: true },
  attachment: { table: 'attachments', keyType: 'uuid', keepsDeleted: true },
  goal: { table: 'goals', keyType: 'uuid', keepsDeleted: true },
  soap_note: { table: 'soap_notes', keyType: 'uuid', keepsDeleted: true },
  goal_entry: { table: 'goal_entries', keyType: 'uuid', keepsDeleted: true },
  goal_option: { table: 'goal_options', keyType: 'uuid', keepsDeleted: true },
  plan_option: { table: 'plan_options', keyType: 'uuid', keepsDeleted: true },
  clinical_code: { table: 'clinical_codes', keyType: 'uuid', keepsDeleted: true },
  pay_period: { table: 'pay_periods', keyType: 'uuid', keepsDeleted: false },
};

function linesOf(entity: string, { table, keyType, keepsDeleted }: VersionedTable): SQL {
  return sql.raw(`
    select e.scope, e.entity || '|' || e.id || '|' || t.version as line
    from entries e join ${table} t on t.id = e.id::${keyType}
    where e.entity = '${entity}' ${keepsDeleted ? 'and t.deleted_at is null' : ''}`);
}

const allLines = sql.join(
  Object.entries(tables).map(([entity, table]) => linesOf(entity, table)),
  sql` union all `,
);

/**
 * What each of the reader's scopes holds, for a device that has pulled to the end.
 *
 * `tx` must be the page's own snapshot and `horizon` the page's. A scope in which a
 * row or the membership itself moved at the horizon or after it has no digest: the
 * device has not been told yet, and what it holds instead is no longer to be read.
 */
export function scopeDigests(tx: Transaction, userId: string, horizon: string): Promise<ScopeDigest[]> {
  return jsonRows<ScopeDigest>(
    tx,
    sql`
    with scopes as (
      select m.scope, m.xid >= ${horizon}::xid8
        or exists (select from change_index c where c.scope = m.scope and c.xid >= ${horizon}::xid8) as is_moving
      from scope_members m
      where m.user_id = ${userId}::uuid and (not m.has_left or m.xid >= ${horizon}::xid8)
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
