import { type SQL, sql } from 'drizzle-orm';
import type { BillingLine } from '#contract/billing-reports.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { fiscalYearOf } from '#domain/time/fiscal-year.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonValue } from '#server/db/json-rows.ts';
import { clientsInReach } from '#server/modules/clients/queries.ts';
import { CREDIT_NOTES, STANDING } from './fixed-lines.ts';
import type { BillableSession } from './line-facts.ts';
import { billedInReach, capped } from './line-narrowing.ts';

/** What figures are told apart by, besides the client. What isn't needed is left out: it would divide sessions further. */
export interface ToldApart {
  provider?: true;
  location?: true;
  students?: true;
  approval?: true;
}

/** Sessions that the rules can't tell apart, as one of them. */
export type AlikeSessions = Pick<
  BillableSession,
  'client' | 'service' | 'setting' | 'attendance' | 'session_date' | 'scheduled_minutes' | 'actual_minutes'
> & {
  is_history: boolean;
  /** That of one of them: all are billable there, or none is. */
  location: string | null;
  students: number;
  is_approved: boolean;
  late_for_client: boolean;
  /** What figures are told apart by, and how many sessions have it: `''`, null, and `[]` where it isn't needed. */
  of: [times: number, provider: string, location: string | null, student_ids: string[]][];
};

/** What sums need of a line. Only what was asked to be told apart is right; a line without a student has null in any case. */
export type LineFigures = Pick<
  BillingLine,
  | 'client'
  | 'service'
  | 'setting'
  | 'kind'
  | 'blocker'
  | 'minutes'
  | 'amount_cents'
  | 'rate'
  | 'rate_level'
  | 'provider'
  | 'location'
  | 'student'
  | 'is_approved'
  | 'late_for_client'
> & {
  /** The year in which the fiscal year of the session begins. */
  rate_year: number;
};

/** Sessions whose lines all are on sent invoices, with the same figures. */
export interface InvoicedAlike {
  times: number;
  /** As the invoices have them. */
  lines: LineFigures[];
  /** What the session is now; null if it was deleted or is in other days. */
  now: Pick<
    AlikeSessions,
    'attendance' | 'scheduled_minutes' | 'actual_minutes' | 'is_history' | 'is_approved' | 'late_for_client'
  > | null;
}

interface Days {
  start_date: string;
  end_date: string;
}

export interface StoredBatches {
  alike: AlikeSessions[];
  invoiced: InvoicedAlike[];
  /** Sessions whose lines depend on more: they are computed one by one. */
  alone: string[];
}

/** On `sessions s`: what its lines depend on differs from the next session's, or takes more than its own fields. */
const IS_ALONE = sql`(s."changeDuration" or s.requests <> '[]'::jsonb or s.make_up_of is not null
  or s.student_ids && coalesce((select array_agg(student) from rates where level = 'student'), '{}')
  or s.client in (select client from billing_conditions where type = 'authorization_required' and not archived)
  or s.id in (select l.session from (${CREDIT_NOTES}) n join invoice_lines l on l.invoice = n.id))`;

/** On `invoiced f` of `sessions s`: each of its students has one line. */
const IS_WHOLE = sql`(f.lines = greatest(1, cardinality(s.student_ids)) and f.keys = f.lines
  and (f.students <@ s.student_ids or (cardinality(s.student_ids) = 0 and f.students = array[null]::uuid[])))`;

/** On `sessions s` and the approved timesheet `t` of its day. */
const IS_APPROVED = sql`(s.state in ('approved', 'locked')
  or coalesce(t.manifest @> jsonb_build_array(jsonb_build_object('entity', 'session', 'id', s.id)), false))`;

/** The approved timesheet of each provider and day: of several that cover it, the newest revision counts. */
const approvedDays = ({ start_date, end_date }: Days) => sql`
  select provider_id, day, id from (
    select distinct on (provider_id, day) provider_id, day::date, id, status
    from timesheets, generate_series(period_start_date, period_end_date, interval '1 day') day
    where deleted_at is null and period_end_date >= ${start_date}::date and period_start_date <= ${end_date}::date
    order by provider_id, day, revision desc) newest
  where status in ('approved', 'locked')`;

/** On `invoice_lines l` with the merged record `t` of its student. */
function figuresOf({ provider, location, students }: ToldApart): SQL {
  const fact = (field: string) => sql.raw(`'${field}', l.facts->'${field}'`);
  const always = [
    'client',
    'service',
    'setting',
    'kind',
    'blocker',
    'minutes',
    'amount_cents',
    'rate',
    'rate_level',
  ];
  const fields = [
    ...[...always, 'is_approved', 'late_for_client'].map(fact),
    sql`'rate_year', extract(year from l.session_date + interval '6 months')::int - 1`,
    provider === true ? fact('provider') : sql`'provider', ''`,
    location === true ? fact('location') : sql`'location', null`,
    students === true
      ? sql`'student', coalesce(t.merged_into, l.student)`
      : sql`'student', case when l.student is not null then '' end`,
  ];
  return sql`jsonb_build_object(${sql.join(fields, sql`, `)})`;
}

/**
 * The sessions of some days, counted by all that their lines depend on. One statement, so that each session is in one
 * of the three lists.
 */
export function storedBatches(
  tx: Transaction,
  actor: Actor,
  days: Days,
  told: ToldApart,
): Promise<StoredBatches> {
  const { start_date, end_date } = days;
  const onlyIf = (isTold: true | undefined, column: string, otherwise: string) =>
    sql.raw(isTold === true ? column : otherwise);
  return jsonValue(
    tx,
    sql`with fixed as materialized (
        select l.session, coalesce(t.merged_into, l.student) as student, ${figuresOf(told)} as figures
        from invoice_lines l join invoices i on i.id = l.invoice left join students t on t.id = l.student
        where ${STANDING} and l.session_date between ${start_date}::date and ${end_date}::date
          and i.client in (select c.id from client_accounts a join clients c on c.id = a.id where ${clientsInReach(actor)})
      ),
      invoiced as materialized (
        select session, array_agg(student) as students, count(*) as lines,
          count(distinct coalesce(student::text, '')) as keys, jsonb_agg(figures order by figures) as figures
        from fixed group by session
      ),
      approved_days as materialized (${told.approval === true ? approvedDays(days) : NO_DAYS}),
      found as materialized (
        select s.id, s.client, s.service, s.setting, s.attendance, s.session_date, s.scheduled_minutes,
          s.actual_minutes, s.is_history, s.late_for_client, s.provider, s.location, f.figures,
          f.session is not null as is_invoiced,
          ${told.students === true ? sql`s.student_ids` : sql`'{}'::uuid[]`} as student_ids,
          cardinality(s.student_ids) as students, ${told.approval === true ? IS_APPROVED : sql`false`} as is_approved,
          coalesce(${IS_ALONE} or ${capped(days)} or (f.session is not null and not ${IS_WHOLE}), false) as is_alone
        from sessions s left join invoiced f on f.session = s.id
          left join approved_days d on d.provider_id = s.provider and d.day = s.session_date
            and s.state not in ('approved', 'locked')
          left join timesheets t on t.id = d.id
        where s.deleted_at is null and ${billedInReach(actor)}
          and s.session_date between ${`${start_date.slice(0, 7)}-01`}::date and ${end_date}::date
          and (s.session_date >= ${start_date}::date or ${capped(days)})
      )
      select json_build_object(
        'alike', (select coalesce(json_agg(a), '[]') from (
          select client, service, setting, attendance, scheduled_minutes, actual_minutes, is_history, is_approved,
            late_for_client, students, min(session_date) as session_date, min(some_location) as location,
            json_agg(json_build_array(times, provider, location, student_ids)) as of
          from (
            select client, service, setting, attendance, scheduled_minutes, actual_minutes, is_history, is_approved,
              late_for_client, students, year, is_elsewhere, condition_day, provider, location, student_ids,
              min(session_date) as session_date, min(some_location) as some_location, count(*)::int as times
            from (
              select client, service, setting, attendance, scheduled_minutes, actual_minutes, is_history, is_approved,
                late_for_client, students, session_date, student_ids, location::text as some_location,
                ${onlyIf(told.provider, 'provider::text', "''")} as provider,
                ${onlyIf(told.location, 'location::text', 'null::text')} as location,
                ${yearOf(days)} as year,
                location in (select id from locations where not is_billable) as is_elsewhere,
                case when client in (select client from billing_conditions where not archived
                  and starts_on > ${start_date}::date and starts_on <= ${end_date}::date) then session_date end
                  as condition_day
              from found where not is_alone and not is_invoiced) each
            group by client, service, setting, attendance, scheduled_minutes, actual_minutes, is_history, is_approved,
              late_for_client, students, year, is_elsewhere, condition_day, provider, location, student_ids) told
          group by client, service, setting, attendance, scheduled_minutes, actual_minutes, is_history, is_approved,
            late_for_client, students, year, is_elsewhere, condition_day) a),
        'invoiced', (select coalesce(json_agg(a), '[]') from (
          select figures as lines, count(*)::int as times, jsonb_build_object('attendance', attendance,
            'scheduled_minutes', scheduled_minutes, 'actual_minutes', actual_minutes, 'is_history', is_history,
            'is_approved', is_approved, 'late_for_client', late_for_client) as now
          from found where not is_alone and is_invoiced
          group by figures, attendance, scheduled_minutes, actual_minutes, is_history, is_approved, late_for_client
          union all
          select figures, count(*)::int, null from invoiced where session not in (select id from found)
          group by figures) a),
        'alone', (select coalesce(json_agg(id), '[]') from found where is_alone)
      )::text as value`,
  );
}

/** Which of the fiscal years of these days a session is in. Most days are within one, and no session needs to be asked. */
function yearOf({ start_date, end_date }: Days): SQL {
  const starts: string[] = [];
  for (let year = fiscalYearOf(start_date) + 1; year <= fiscalYearOf(end_date); year += 1) {
    starts.push(`${year}-07-01`);
  }
  return starts.length === 0 ? sql`0` : sql`width_bucket(session_date, ${arrayParam(starts, 'date')})`;
}

const NO_DAYS = sql`select null::uuid as provider_id, null::date as day, null::uuid as id limit 0`;
