import { type SQL, sql } from 'drizzle-orm';
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/index.ts';
import {
  authorizationFile,
  authorizationSums,
  type PlainRow,
  type Row,
} from '#contract/report-files/authorization-file.ts';
import { filteredRows } from '#contract/report-files/chosen-rows.ts';
import { type Choice, distinctChoices } from '#contract/report-files/file-report.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { earliestSeriesStart, fiscalYearEnd } from '#domain/calendar/series-days.ts';
import { authorizedForecast, schoolDays, servedDays } from '#domain/reports/authorized-forecast.ts';
import { FORECAST_STATUSES } from '#domain/reports/report-statuses.ts';
import { remembered } from '#domain/text/remembered.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { sessionsInReach } from '#server/modules/sessions/queries.ts';
import { type DeliveredMinutes, deliveredThisYear, IS_RENEWED, usedOf } from './authorization-use.ts';

type SumQuery = QueryOf<Endpoints['report.sum-authorizations']>;
type Sums = ReplyOf<Endpoints['report.sum-authorizations']>;

export interface Year {
  from: string;
  to: string;
}

export interface StoredRow extends PlainRow {
  client: string | null;
  has_esy: boolean;
  /** False for one that is read only because it's the place of a page. */
  is_listed: boolean;
}

/** What all services add up to that fit the filters. */
export async function sumAuthorizations(
  tx: Transaction,
  actor: Actor,
  today: string,
  { status, ...filters }: SumQuery,
): Promise<Omit<Sums, 'as_of' | 'unsynced'>> {
  const year = fiscalYearOf(today);
  const found = await storedRows(tx, actor, year, today);
  const ofAnyStatus = filteredRows(
    authorizationFile,
    await withMinutes(tx, actor, year, today, found, found.length),
    filters,
  );
  return {
    ...authorizationSums(
      status === undefined ? ofAnyStatus : ofAnyStatus.filter((row) => row.status === status),
    ),
    statuses: FORECAST_STATUSES.map((one) => ({
      status: one,
      services: ofAnyStatus.filter((row) => row.status === one).length,
    })),
    names: {
      services: namesOf(found, ({ service, service_name }) => [service, service_name]),
      providers: namesOf(found, ({ provider, provider_name }) => [provider, provider_name]),
    },
  };
}

function namesOf(
  rows: readonly StoredRow[],
  of: (row: StoredRow) => readonly [id: string | null, name: string],
): Choice[] {
  return distinctChoices(
    rows.flatMap((row) => {
      const [id, name] = of(row);
      return id === null ? [] : [[id, name] as const];
    }),
  );
}

export function fiscalYearOf(today: string): Year {
  return { from: earliestSeriesStart(today), to: fiscalYearEnd(today) };
}

/**
 * By student; services of one name in one order.
 * @param besides this one too, also if it was deleted or archived
 */
export async function storedRows(
  tx: Transaction,
  actor: Actor,
  year: Year,
  today: string,
  besides?: string | undefined,
): Promise<StoredRow[]> {
  const isListed = sql`(${inYear(year)} and not t.archived and ${reachOf(actor)})`;
  const rows = await jsonRows<Omit<StoredRow, 'today'>>(
    tx,
    sql`select a.id, a.student, t.first_name || ' ' || t.last_name as student_name, t.client, coalesce(x.has_esy, false) as has_esy,
        coalesce(c.name, '') as client_name, a.service, v.name as service_name, a.provider,
        coalesce(p.provider_first || ' ' || p.provider_last, '') as provider_name,
        a.authorised_minutes, a.authorised_per, a.start_date, a.end_date,
        ${IS_RENEWED} as is_renewed, ${isListed} as is_listed
      from assigned_services a
        join students t on t.id = a.student
        join services v on v.id = a.service
        left join clients c on c.id = t.client
        left join student_accounts x on x.id = t.id
        left join providers p on p.id = a.provider
      where ${besides === undefined ? isListed : sql`${isListed} or a.id = ${besides}::uuid`}
      order by t.last_name, t.first_name, t.id, v.name, a.start_date, a.id`,
  );
  return rows.map((row) => Object.assign(row, { today }));
}

/** Sessions are looked up by their students for at most this part of the services; for more, those of the year are read once. */
const LOOKED_UP = 1 / 8;

/**
 * What was delivered of each service, month by month, and how it will end.
 * @param all how many services the actor may see
 */
export async function withMinutes(
  tx: Transaction,
  actor: Actor,
  year: Year,
  today: string,
  rows: readonly StoredRow[],
  all: number,
): Promise<Row[]> {
  const students = new Set(rows.map(({ student }) => student));
  const ids = rows.map(({ id }) => id);
  const isFew = rows.length <= all * LOOKED_UP;
  const which = isFew
    ? sql`a.id = any(${arrayParam(ids, 'uuid')})`
    : sql`${inYear(year)} and ${reachOf(actor)}`;
  const reach = isFew
    ? sql`${sessionsInReach(actor)} and student_ids && ${arrayParam(students, 'uuid')}`
    : sessionsInReach(actor);
  const delivered = await deliveredThisYear(tx, which, reach, today);
  const daysOf = await servedDaysByClient(tx, year, today);
  const months = monthsOf(year.from);
  return rows.map((row): Row => {
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
      today,
    };
  });
}

const NOTHING: DeliveredMinutes = new Map();

/** On `assigned_services a`. */
function inYear({ from, to }: Year): SQL {
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
async function servedDaysByClient(tx: Transaction, { from, to }: Year, today: string) {
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
