import { type SQL, sql } from 'drizzle-orm';
import type { AuthorizedService } from '#contract/reports.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { earliestSeriesStart, fiscalYearEnd } from '#domain/calendar/series-days.ts';
import { authorizedForecast, schoolDays, servedDays } from '#domain/reports/authorized-forecast.ts';
import { remembered } from '#domain/text/remembered.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { sessionsInReach } from '#server/modules/sessions/queries.ts';
import { type DeliveredMinutes, deliveredMinutesOf, IS_RENEWED, usedOf } from './authorization-use.ts';

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
  const which = sql`${inYear(year)} and ${reachOf(actor)}`;
  const delivered = await deliveredMinutesOf(tx, which, sessionsInReach(actor), today);
  const daysOf = await servedDaysByClient(tx, year, today);
  const months = monthsOf(year.from);
  const services = rows.map((row): AuthorizedService => {
    const own = delivered.get(row.id) ?? NOTHING;
    const by_month = new Map<string, number>();
    let delivered_minutes = 0;
    for (const [day, minutes] of own) {
      if (day < year.from) continue;
      const month = day.slice(0, 7);
      by_month.set(month, (by_month.get(month) ?? 0) + minutes);
      delivered_minutes += minutes;
    }
    const days = daysOf(row.client, row.start_date, row.end_date, row.has_esy);
    const forecast = authorizedForecast(row, days, delivered_minutes);
    // A flat literal: there are thousands.
    return {
      id: row.id,
      student: row.student,
      student_name: row.student_name,
      client_name: row.client_name,
      service: row.service,
      service_name: row.service_name,
      provider: row.provider,
      provider_name: row.provider_name,
      authorised_minutes: row.authorised_minutes,
      authorised_per: row.authorised_per,
      start_date: row.start_date,
      end_date: row.end_date,
      is_renewed: row.is_renewed,
      used: usedOf(row, own, today),
      total_minutes: forecast.total_minutes,
      due_minutes: forecast.due_minutes,
      delivered_minutes,
      forecast_minutes: forecast.forecast_minutes,
      status: forecast.status,
      months: months.map((month) => ({
        month,
        authorized_minutes: forecast.authorized_by_month.get(month) ?? 0,
        delivered_minutes: by_month.get(month) ?? 0,
      })),
    };
  });
  return { ...year, services };
}

const NOTHING: DeliveredMinutes = new Map();

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

/**
 * The school days of authorizations: closures are for one client or for all. Thousands of authorizations have few different
 * days, so each are counted once.
 */
async function servedDaysByClient(
  tx: Transaction,
  { from, to }: { from: string; to: string },
  today: string,
) {
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
  const schoolDaysOf = remembered((client: string | null) => schoolDays(from, to, closedFor(client)));
  const servedDaysOf = remembered(
    (client: string | null, start_date: string, end_date: string | null, has_esy: boolean) =>
      servedDays({ start_date, end_date, has_esy }, schoolDaysOf(client), today),
  );
  return (client: string | null, start_date: string, end_date: string | null, has_esy: boolean) =>
    servedDaysOf(withOwn.has(client) ? client : null, start_date, end_date, has_esy);
}

/** The twelve months from July on, `YYYY-MM`. */
function monthsOf(from: string): string[] {
  const year = Number(from.slice(0, 4));
  return Array.from({ length: 12 }, (_, at) => {
    const month = ((at + 6) % 12) + 1;
    return `${at < 6 ? year : year + 1}-${String(month).padStart(2, '0')}`;
  });
}
