import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { personNames } from '#server/db/person-name.ts';

/** When and by whom the hours of a session were approved, and when it was entered. */
export interface SessionFacts {
  id: string;
  is_approved: boolean;
  approved_by_name: string | null;
  approved_at: string | null;
  late_for_client: boolean;
  late_for_payroll: boolean;
  captured_at: string;
  received_at: string;
}

/** On `requests` of a session: its late entry. One that was denied and entered once more has several; the last counts. */
const LATE_ENTRY = sql`jsonb_path_query_array(requests, '$[*] ? (@.kind == "late-entry")') -> -1`;

/**
 * A session is approved by its own state, or by the approved timesheet that covers it. Of several revisions the
 * newest counts. An approved timesheet doesn't list what was entered late for its days: the late entry's decision
 * approves it, as in payroll.
 * @param where on `sessions s`: thousands of ids would be looked up one by one
 */
export async function sessionFacts(tx: Transaction, where: SQL): Promise<ReadonlyMap<string, SessionFacts>> {
  const rows = await jsonRows<Omit<SessionFacts, 'approved_by_name'> & { approved_by: string | null }>(
    tx,
    // The timesheets of the days are read once, not once for each session.
    sql`with asked as materialized (
        select id, provider, session_date, state, late_for_client, late_for_payroll, captured_at, received_at,
          case when requests <> '[]'::jsonb then ${LATE_ENTRY} end as late_entry
        from sessions s where s.deleted_at is null and ${where}
      ),
      sheets as materialized (
        select provider_id, period_start_date, period_end_date, revision, status, decided_by, decided_at, manifest
        from timesheets where deleted_at is null
          and period_end_date >= (select min(session_date) from asked)
          and period_start_date <= (select max(session_date) from asked)
      ),
      newest as (
        select distinct on (s.id) s.id, s.state, s.late_entry, n.status, n.decided_by,
          n.decided_at, n.manifest
        from asked s join sheets n on n.provider_id = s.provider
          and s.session_date between n.period_start_date and n.period_end_date
        order by s.id, n.revision desc
      ),
      decided as (
        select n.id, n.late_entry, n.decided_by, n.decided_at, n.state in ('approved', 'locked')
          or n.manifest @> jsonb_build_array(jsonb_build_object('entity', 'session', 'id', n.id)) as is_covered
        from newest n where n.status in ('approved', 'locked')
      ),
      approved as (
        select d.id, case when is_covered then decided_by else (late_entry ->> 'decided_by')::uuid end as approved_by,
          case when is_covered then decided_at else (late_entry ->> 'decided_at')::timestamptz end as approved_at
        from decided d where is_covered or late_entry ->> 'state' = 'approved'
      )
      select s.id, s.state in ('approved', 'locked') or t.id is not null as is_approved,
        t.approved_by, ${sql.raw(isoInstant('approved_at', 't'))}, s.late_for_client, s.late_for_payroll,
        ${sql.raw(isoInstant('captured_at', 's'))}, ${sql.raw(isoInstant('received_at', 's'))}
      from asked s left join approved t on t.id = s.id`,
  );
  // Read once for each person: thousands of sessions are approved by a few.
  const names = await personNames(
    tx,
    rows.flatMap(({ approved_by }) => approved_by ?? []),
  );
  return new Map(
    rows.map(({ approved_by, ...row }) => [
      row.id,
      { ...row, approved_by_name: names.get(approved_by ?? '') ?? null },
    ]),
  );
}

interface Named {
  id: string;
  name: string;
}

/** The names of what figures are added up by, by id. */
export interface GroupNames {
  clients: ReadonlyMap<string, Named & { district_name: string | null }>;
  providers: ReadonlyMap<string, Named>;
  services: ReadonlyMap<string, Named>;
  locations: ReadonlyMap<string, Named & { client_name: string | null }>;
}

/** The names of all that lines refer to, by id. */
export interface LineNames extends GroupNames {
  students: ReadonlyMap<string, Named>;
}

export async function lineNames(tx: Transaction): Promise<LineNames> {
  return { ...(await groupNames(tx)), students: await studentNames(tx) };
}

export function studentNames(tx: Transaction): Promise<Map<string, Named>> {
  return byId(tx, sql`select id, first_name || ' ' || last_name as name from students`);
}

export async function groupNames(tx: Transaction): Promise<GroupNames> {
  return {
    clients: await byId<Named & { district_name: string | null }>(
      tx,
      sql`select c.id, c.name, (select d.name from clients d where d.id = a.district) as district_name
        from clients c left join client_accounts a on a.id = c.id`,
    ),
    providers: await byId(tx, sql`select id, provider_first || ' ' || provider_last as name from providers`),
    services: await byId(tx, sql`select id, name from services`),
    locations: await byId<Named & { client_name: string | null }>(
      tx,
      sql`select l.id, l.name, (select c.name from clients c where c.id = l.client) as client_name from locations l`,
    ),
  };
}

async function byId<Row extends Named>(tx: Transaction, query: SQL): Promise<Map<string, Row>> {
  return new Map((await jsonRows<Row>(tx, query)).map((row) => [row.id, row]));
}
