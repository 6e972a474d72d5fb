import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { inOrder, type WritingDevice } from './writing-device.ts';

/** The same for every kind of row that devices write here. */
const KINDS = [
  {
    entity: 'session',
    table: 'sessions',
    scopes: `array['user:' || r.provider || ':fy' || extract(year from r.session_date - interval '6 months')::int, 'org:' || to_char(r.session_date, 'YYYY-MM'),
      'service:' || r.service || ':' || to_char(r.session_date, 'YYYY-MM')]`,
  },
  { entity: 'lunch', table: 'lunch_breaks', scopes: `array['user:' || r.provider]` },
];

/**
 * Traces of a partially stored write, each as a query that must find nothing.
 *
 * Every row here was written under an idempotency key, and no write touches someone else's row: so each row
 * has its creation's key, an audit entry for each version, and its change index entries, written by a
 * transaction that settled keys.
 */
function traces({ entity, table, scopes }: (typeof KINDS)[number]): Record<string, SQL> {
  const rows = sql.raw(table);
  const name = sql.raw(`'${entity}'`);
  const expected = sql.raw(scopes);
  const created = sql`select row_id, count(*) as entries, count(*) filter (where action = ${name} || '.create') as creations
    from audit_entries where entity = ${name} group by row_id`;
  return {
    [`${entity} that was created under no key, or under several`]: sql`
      select r.id from ${rows} r
      left join (select answer ->> 'id' as id, count(*) as keys from idempotency_keys where status = 201 group by 1) k
        on k.id = r.id::text
      where coalesce(k.keys, 0) <> 1`,
    [`${entity} whose changes are not all in the audit, or there twice`]: sql`
      select r.id from ${rows} r left join (${created}) a on a.row_id = r.id::text
      where coalesce(a.creations, 0) <> 1 or coalesce(a.entries, 0) <> r.version`,
    [`${entity} that does not stand in every scope, or stands there though it is deleted`]: sql`
      select r.id from ${rows} r cross join lateral unnest(${expected}) s(scope)
      left join change_index c on c.scope = s.scope and c.entity = ${name} and c.id = r.id::text
      where c.id is null or c.has_left <> (r.deleted_at is not null)`,
    [`place in the index without its ${entity}`]: sql`
      select c.id from change_index c left join ${rows} r on r.id::text = c.id
      where c.entity = ${name} and r.id is null`,
    // Writes that share a transaction share its id; a row under a savepoint has its own.
    [`${entity} whose last place was written without settling a key`]: sql`
      select c.id from change_index c left join idempotency_keys k
        on k.xid::text = c.xid::text and k.status between 200 and 299
      where c.entity = ${name} and k.key is null`,
    [`entry of the audit without its ${entity}`]: sql`
      select a.row_id from audit_entries a left join ${rows} r on r.id::text = a.row_id
      where a.entity = ${name} and r.id is null`,
  };
}

/** Descriptions of partially stored writes; empty if every write is complete. */
async function halfWrites(db: Database): Promise<string[]> {
  const queries = {
    ...Object.assign({}, ...KINDS.map(traces)),
    'lunch without its calendar event, or with one that outlived it': sql`
      select r.id from lunch_breaks r left join calendar_events e on e.id = r.calendar_event_id
      where e.id is null or (e.deleted_at is null) <> (r.deleted_at is null)`,
    'calendar event of a lunch that is not there': sql`
      select e.id from calendar_events e left join lunch_breaks r on r.calendar_event_id = e.id
      where e.is_lunch and r.id is null`,
    'key without an answer': sql`select key from idempotency_keys where status = 0`,
    'more or fewer entries of the audit than accepted keys': sql`
      select 1 from (select
        (select count(*) from audit_entries where entity in ('session', 'lunch')) as entries,
        (select count(*) from idempotency_keys where status between 200 and 299) as keys) n
      where entries <> keys`,
  } as Record<string, SQL>;
  return db.transaction(
    async (tx) => {
      const found: string[] = [];
      for (const [words, query] of Object.entries(queries)) {
        const { rows } = await tx.execute(query);
        if (rows.length > 0) found.push(`${rows.length} × ${words}: ${JSON.stringify(rows[0])}`);
      }
      return found;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Acknowledged writes that are not stored, or not as their device was told. */
async function lostWrites(db: Database, devices: readonly WritingDevice[]): Promise<string[]> {
  // Read before the database, because more answers may arrive meanwhile.
  const told = devices.flatMap((device) => [...device.told]);
  const { rows } = await db.execute<{ key: string; status: number; answer: object | null }>(
    sql`select key::text, status, answer from idempotency_keys`,
  );
  const stored = new Map(rows.map((row) => [row.key, row]));
  return told.flatMap(([key, { status, code, row }]) => {
    const kept = stored.get(key);
    const body = kept?.answer ?? undefined;
    const isSame =
      kept?.status === status &&
      (code === null
        ? JSON.stringify(inOrder(body)) === JSON.stringify(inOrder(row))
        : (body as { code?: unknown }).code === code);
    return isSame ? [] : [`${key}: told ${status} ${code}, kept ${JSON.stringify(kept)}`];
  });
}

/** All inconsistencies between answers and database; empty if there are none. */
export async function faultsOf(db: Database, devices: readonly WritingDevice[]): Promise<string[]> {
  return [
    ...(await halfWrites(db)),
    ...(await lostWrites(db, devices)),
    ...devices.flatMap(({ contradictions }) => contradictions),
  ];
}
