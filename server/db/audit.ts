import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AuditAction, AuditChanges, AuditDetails, AuditSubject } from '#contract/audit-trail.ts';
import type { RecordName } from '#contract/entity-name.ts';
import type { RowChange } from '#contract/sync.ts';
import type { Database } from './database.ts';
import { personNameOf } from './person-name.ts';
import { audit_entries } from './schema/sync.ts';
import { type Gatherer, type Sender, sendOrGather, settleSoFar } from './write-unit.ts';

export interface AuditEntry {
  /** The person who did it; null if unknown, as for a failed login. */
  user_id: string | null;
  action: AuditAction;
  entity?: AuditSubject;
  row_id?: string;
  /** The version of the row after the change. */
  row_version?: number;
  details?: AuditDetails;
  changes?: AuditChanges;
}

const entries: Gatherer<typeof audit_entries.$inferInsert> = {
  kind: 'bookkeeping',
  partsOf: (rows) => [
    { table: 'audit_entries', ctes: sql`audited as (${insertOf(rows)})`, isDone: sql`true` },
  ],
};

/** Appends entries in their order. One parameter: a hundred rows of eight take the query builder longer than the database. */
export async function insertAuditRows(
  tx: Sender,
  rows: readonly (typeof audit_entries.$inferInsert)[],
): Promise<void> {
  await tx.execute(insertOf(rows));
}

function insertOf(rows: readonly (typeof audit_entries.$inferInsert)[]): SQL {
  return sql`
    insert into audit_entries (at, user_id, action, entity, row_id, row_version, request_id, details, changes)
    select at, user_id, action, entity, row_id, row_version, request_id, details, changes
    from jsonb_populate_recordset(null::audit_entries, ${JSON.stringify(rows)}::jsonb)`;
}

/** Writes one audit entry in the transaction of the action, so that both commit or neither does. */
export async function audit(
  tx: Sender,
  context: { now: string; request_id: string },
  entry: AuditEntry,
): Promise<void> {
  await sendOrGather(tx, entries, [
    {
      at: context.now,
      user_id: entry.user_id,
      action: entry.action,
      entity: entry.entity ?? null,
      row_id: entry.row_id ?? null,
      row_version: entry.row_version ?? null,
      request_id: context.request_id,
      details: entry.details ?? {},
      changes: entry.changes ?? null,
    },
  ]);
}

/**
 * Who made this version of a row of one of these entities, and when it arrived. Null if no entry says: the version derived from
 * another change, or is older than the column.
 */
export async function changeOf(
  db: Pick<Database, 'select'>,
  version: { entities: readonly RecordName[]; row_id: string; row_version: number },
): Promise<RowChange | null> {
  await settleSoFar(db);
  const [entry] = await db
    .select({
      by: audit_entries.user_id,
      by_name: sql<string | null>`${sql.raw(personNameOf('audit_entries.user_id'))}`,
      at: audit_entries.at,
    })
    .from(audit_entries)
    .where(
      and(
        inArray(audit_entries.entity, version.entities),
        eq(audit_entries.row_id, version.row_id),
        eq(audit_entries.row_version, version.row_version),
      ),
    )
    .orderBy(desc(audit_entries.id))
    .limit(1);
  if (entry === undefined || entry.by === null || entry.by_name === null) return null;
  return { by: entry.by, by_name: entry.by_name, at: entry.at };
}
