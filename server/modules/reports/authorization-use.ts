import { type SQL, sql } from 'drizzle-orm';
import { deliveredMinutes } from '#domain/reports/service-minutes.ts';
import { type AuthorizationUsed, authorizationUsed } from '#domain/sessions/authorization-alerts.ts';
import { authorizedPeriod } from '#domain/sessions/authorized-minutes.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';
import { AUTHORIZED_PER, type AuthorizedPer } from '#domain/students/student-file.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows, jsonValue } from '#server/db/json-rows.ts';
import { COUNTED_VALUES, type CountedValues, countedSession } from './counted-values.ts';

/** On `assigned_services a`: the same service of the student goes on after its last day. */
export const IS_RENEWED = sql`(a.end_date is not null and exists (
  select from assigned_services o where o.deleted_at is null
    and o.student = a.student and o.service = a.service and o.id <> a.id
    and o.start_date > a.start_date and (o.end_date is null or o.end_date > a.end_date)))`;

/** An authorization as far as its use in the current week, month, or fiscal year needs it. */
interface Limited {
  id: string;
  /** Null without a limit. */
  authorised_minutes: number | null;
  authorised_per: AuthorizedPer;
  start_date: string;
  end_date: string | null;
}

/** Delivered minutes by the first days of stretches: each is in one month, and in or before each current period. */
export type DeliveredMinutes = ReadonlyMap<string, number>;

/** Whether the minutes of the current period are used up, or nearly; null if neither, and before and after its days. */
export function usedOf(
  authorization: Limited,
  delivered: DeliveredMinutes,
  today: string,
): AuthorizationUsed | null {
  const { authorised_minutes, authorised_per: per } = authorization;
  if (authorised_minutes === null || authorizedPeriod(authorization, today) === null) return null;
  const since = periodStart(per, today);
  let used_minutes = 0;
  for (const [day, minutes] of delivered) used_minutes += day < since ? 0 : minutes;
  return authorizationUsed({
    ...{ authorised_minutes, used_minutes, left_minutes: authorised_minutes - used_minutes, per },
  });
}

/**
 * What was delivered of each authorization since the first day of all current periods, month by month.
 * @param which a condition on `assigned_services a`
 * @param reach a condition on `sessions`
 */
export function deliveredThisYear(
  tx: Transaction,
  which: SQL,
  reach: SQL,
  today: string,
): Promise<Map<string, DeliveredMinutes>> {
  return deliveredInStretches(tx, which, reach, stretchesUntil(today), today);
}

/** What was delivered of each authorization in its current period only, which is less to group and to read. */
function deliveredThisPeriod(
  tx: Transaction,
  which: SQL,
  today: string,
): Promise<Map<string, DeliveredMinutes>> {
  const isCurrent = sql`s.session_date >= ${startOfCurrent(today)}`;
  return deliveredInStretches(tx, sql`${which} and ${isCurrent}`, sql`true`, currentPeriods(today), today);
}

/**
 * Sessions are counted by what the rule of service minutes reads: only SQL groups, the rule says how many minutes each kind
 * has.
 * @param which a condition on `assigned_services a` and sessions `s`
 * @param reach a condition on `sessions`
 * @param stretches their first days, in order
 */
async function deliveredInStretches(
  tx: Transaction,
  which: SQL,
  reach: SQL,
  stretches: readonly string[],
  today: string,
): Promise<Map<string, DeliveredMinutes>> {
  const [first = today] = stretches;
  // Its days are no part of the join: PostgreSQL would expect a handful of rows, and sort all of them.
  const isWithin = sql`(a.provider is null or a.provider = s.provider)
    and s.session_date >= a.start_date and (a.end_date is null or s.session_date <= a.end_date)`;
  const kinds = await jsonValue<DeliveredValues[]>(
    tx,
    sql`select coalesce(json_agg(json_build_array(${COUNTED_VALUES}, k.of)), '[]')::text as value from (
      select ${COUNTED_VALUES}, json_agg(json_build_array(id, stretch, times)) as of from (
        select a.id, s.stretch, ${COUNTED_VALUES}, count(*) filter (where ${isWithin}) as times
        from (
          select unnest(student_ids) as student, service, provider, session_date, ${COUNTED_VALUES},
            width_bucket(session_date, ${arrayParam(stretches, 'date')}) - 1 as stretch
          from sessions
          where deleted_at is null and session_date between ${first}::date and ${today}::date
            and attendance = any(${arrayParam(WITH_NOTE, 'text')}) and ${reach}) s
        join assigned_services a on a.student = s.student and a.service = s.service
        where ${which}
        group by a.id, s.stretch, ${COUNTED_VALUES}) counted
      where times > 0 group by ${COUNTED_VALUES}) k`,
  );
  const found = new Map<string, Map<string, number>>();
  for (const values of kinds) {
    const minutes = deliveredMinutes(countedSession(values));
    for (const [id, stretch, times] of values[6]) {
      let own = found.get(id);
      if (own === undefined) {
        own = new Map();
        found.set(id, own);
      }
      const day = stretches[stretch] ?? first;
      own.set(day, (own.get(day) ?? 0) + times * minutes);
    }
  }
  return found;
}

/** A kind of session, and how many each authorization has of it in each stretch. */
type DeliveredValues = [...CountedValues, of: [id: string, stretch: number, times: number][]];

/** How many authorizations of active students are used up, nearly used up, or end in 30 days without a renewal. */
export async function countAuthorizations(
  tx: Transaction,
  today: string,
): Promise<Record<AuthorizationUsed | 'ending', number>> {
  const active = sql`a.deleted_at is null and exists (
    select from students t where t.id = a.student and not t.archived)`;
  const limited = sql`${active} and a.authorised_minutes is not null
    and a.start_date <= ${today}::date and (a.end_date is null or a.end_date >= ${today}::date)`;
  const authorizations = await jsonRows<Limited>(
    tx,
    sql`select a.id, a.authorised_minutes, a.authorised_per, a.start_date, a.end_date
      from assigned_services a where ${limited}`,
  );
  const delivered = await deliveredThisPeriod(tx, limited, today);
  const used = authorizations.map((one) => usedOf(one, delivered.get(one.id) ?? new Map(), today));
  const [row] = await jsonRows<{ ending: number }>(
    tx,
    sql`select count(*)::int as ending from assigned_services a
      where ${active} and a.end_date between ${today}::date and ${dayPlus(today, 30)}::date
        and not ${IS_RENEWED}`,
  );
  return {
    up: used.filter((one) => one === 'up').length,
    nearly: used.filter((one) => one === 'nearly').length,
    ending: row?.ending ?? 0,
  };
}

function periodStart(authorised_per: AuthorizedPer, today: string): string {
  const always = { authorised_per, start_date: '0001-01-01', end_date: null };
  return authorizedPeriod(always, today)?.from ?? today;
}

/** The first day of the current period of `assigned_services a`. */
function startOfCurrent(today: string): SQL {
  const starts = AUTHORIZED_PER.map((per) => sql`when ${per} then ${periodStart(per, today)}::date`);
  return sql`case a.authorised_per ${sql.join(starts, sql` `)} end`;
}

/** The first days of the current week, month, and year, in order. */
function currentPeriods(today: string): string[] {
  return [...new Set(AUTHORIZED_PER.map((per) => periodStart(per, today)))].sort();
}

/** The first days of all months and current periods until today: a week can begin before the fiscal year. */
function stretchesUntil(today: string): string[] {
  const days = new Set(currentPeriods(today));
  for (
    let month = periodStart('year', today);
    month <= today;
    month = `${dayPlus(month, 31).slice(0, 7)}-01`
  ) {
    days.add(month);
  }
  return [...days].sort();
}
