import { type SQL, sql } from 'drizzle-orm';
import type { AuthorizedService } from '#contract/reports.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { earliestSeriesStart, fiscalYearEnd } from '#domain/calendar/series-days.ts';
import { authorizedForecast, schoolDays } from '#domain/reports/authorized-forecast.ts';
import { deliveredMinutes } from '#domain/reports/service-minutes.ts';
import type { CountedSession } from '#domain/sessions/session-minutes.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { IS_RENEWED, usedAuthorizations } from './authorization-use.ts';

type Row = Omit<
  AuthorizedService,
  'used' | 'total_minutes' | 'due_minutes' | 'delivered_minutes' | 'forecast_minutes' | 'status' | 'months'
> & { client: string | null; has_esy: boolean };

/** The assigned services of this fiscal year that the actor may see, by student, with what becomes of each. */
export async function authorizations(
  tx: Transaction,
  actor: Actor,
  today: string,
): Promise<{ from: string; to: string; services: AuthorizedService[] }> {
  const year = { from: earliestSeriesStart(today), to: fiscalYearEnd(today) };
  const rows = await jsonRows<Row>(
    tx,
    sql`select a.id, a.student, t.first_name || ' ' || t.last_name as student_name, t.client, coalesce(x.has_esy, false) as has_esy,
        coalesce(c.name, '') as client_name, a.service, v.name as service_name, a.provider,
        coalesce(p.provider_first || ' ' || p.provider_last, '') as provider_name,
        a.authorised_minutes, a.authorised_per, a.start_date, a.end_date,
        ${IS_RENEWED} as is_renewed
      from assigned_services a
        join students t on t.id = a.student and not t.archived
        join services v on v.id = a.service
        left join clients c on c.id = t.client
        left join student_accounts x on x.id = t.id
        left join providers p on p.id = a.provider
      where ${inYear(year)} and ${reachOf(actor)}
      order by t.last_name, t.first_name, t.id, v.name, a.start_date, a.id`,
  );
  const delivered = await deliveredByMonth(tx, inYear(year), year.from, today);
  const used = await usedAuthorizations(tx, inYear(year), today);
  const daysOf = await schoolDaysByClient(tx, year);
  const months = monthsOf(year.from);
  const services = rows.map(({ client, has_esy, ...row }): AuthorizedService => {
    const own = delivered.get(row.id) ?? new Map<string, number>();
    const delivered_minutes = [...own.values()].reduce((sum, minutes) => sum + minutes, 0);
    const { authorized_by_month, ...forecast } = authorizedForecast(
      { ...row, has_esy },
      daysOf(client),
      delivered_minutes,
      today,
    );
    return {
      ...row,
      ...forecast,
      used: used.get(row.id) ?? null,
      delivered_minutes,
      months: months.map((month) => ({
        month,
        authorized_minutes: authorized_by_month.get(month) ?? 0,
        delivered_minutes: own.get(month) ?? 0,
      })),
    };
  });
  return { ...year, services };
}

/** On `assigned_services a`. */
function inYear({ from, to }: { from: string; to: string }): SQL {
  return sql`a.deleted_at is null and a.start_date <= ${to}::date
    and (a.end_date is null or a.end_date >= ${from}::date)`;
}

/** On `assigned_services a`: all for the office, otherwise what the person leads, supervises, or delivers. */
function reachOf(actor: Actor): SQL {
  if (seesWholeOrganization(actor)) return sql`true`;
  const own = sql`a.provider = ${actor.provider_id}::uuid`;
  if (actor.role === ROLES.serviceLead) {
    return sql`(${own} or a.service = any(${arrayParam(actor.service_ids, 'uuid')}))`;
  }
  if (actor.role === ROLES.supervisor) {
    return sql`(${own} or a.provider = any(${arrayParam(actor.supervisee_ids, 'uuid')}))`;
  }
  return own;
}

interface Used extends CountedSession {
  id: string;
  month: string;
}

/** Delivered minutes of each authorization until today, by month; the rule is that of authorized minutes. */
async function deliveredByMonth(
  tx: Transaction,
  which: SQL,
  from: string,
  today: string,
): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>();
  const add = (id: string, month: string, minutes: number) => {
    const own = found.get(id) ?? new Map<string, number>();
    own.set(month, (own.get(month) ?? 0) + minutes);
    found.set(id, own);
  };
  const matching = sql`from sessions s cross join lateral unnest(s.student_ids) as st(student)
    join assigned_services a on a.student = st.student and a.service = s.service
      and (a.provider is null or a.provider = s.provider)
      and s.session_date >= a.start_date and (a.end_date is null or s.session_date <= a.end_date)
    where ${which} and s.deleted_at is null and s.session_date between ${from}::date and ${today}::date
      and s.attendance = any(${arrayParam(WITH_NOTE, 'text')})`;
  const plain = await jsonRows<{ id: string; month: string; minutes: number }>(
    tx,
    sql`select a.id, to_char(s.session_date, 'YYYY-MM') as month, sum(s.actual_minutes)::int as minutes
      ${matching} and not s."changeDuration" and s.requests = '[]'::jsonb group by 1, 2`,
  );
  for (const { id, month, minutes } of plain) add(id, month, minutes);
  const requested = await jsonRows<Used>(
    tx,
    sql`select a.id, to_char(s.session_date, 'YYYY-MM') as month, s.scheduled_minutes, s.actual_minutes,
        s.attendance, s."changeDuration", s.approval_request, s.requests
      ${matching} and (s."changeDuration" or s.requests <> '[]'::jsonb)`,
  );
  for (const session of requested) add(session.id, session.month, deliveredMinutes(session));
  return found;
}

/** The school days of each client: closures are for one client or for all. */
async function schoolDaysByClient(tx: Transaction, { from, to }: { from: string; to: string }) {
  const closures = await jsonRows<{ client: string | null; closure_date: string }>(
    tx,
    sql`select client, closure_date from school_closures
      where deleted_at is null and closure_date between ${from}::date and ${to}::date`,
  );
  const closedFor = (client: string | null) =>
    new Set(
      closures
        .filter((one) => one.client === null || one.client === client)
        .map(({ closure_date }) => closure_date),
    );
  const withOwn = new Set(closures.map(({ client }) => client));
  const known = new Map<string | null, ReturnType<typeof schoolDays>>();
  return (client: string | null) => {
    const key = withOwn.has(client) ? client : null;
    const days = known.get(key) ?? schoolDays(from, to, closedFor(key));
    known.set(key, days);
    return days;
  };
}

/** The twelve months from July on, `YYYY-MM`. */
function monthsOf(from: string): string[] {
  const year = Number(from.slice(0, 4));
  return Array.from({ length: 12 }, (_, at) => {
    const month = ((at + 6) % 12) + 1;
    return `${at < 6 ? year : year + 1}-${String(month).padStart(2, '0')}`;
  });
}
