import { type SQL, sql } from 'drizzle-orm';
import { deliveredMinutes } from '#domain/reports/service-minutes.ts';
import { type AuthorizationUsed, authorizationUsed } from '#domain/sessions/authorization-alerts.ts';
import { authorizedPeriod } from '#domain/sessions/authorized-minutes.ts';
import type { CountedSession } from '#domain/sessions/session-minutes.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';
import { AUTHORIZED_PER, type AuthorizedPer } from '#domain/students/student-file.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';

/** On `assigned_services a`: the same service of the student goes on after its last day. */
export const IS_RENEWED = sql`(a.end_date is not null and exists (
  select from assigned_services o where o.deleted_at is null
    and o.student = a.student and o.service = a.service and o.id <> a.id
    and o.start_date > a.start_date and (o.end_date is null or o.end_date > a.end_date)))`;

interface Limited {
  id: string;
  authorised_minutes: number;
  per: AuthorizedPer;
}

/**
 * Authorizations in force whose minutes of the current week, month, or fiscal year are used up, or nearly.
 * @param which a condition on `assigned_services a`
 */
export async function usedAuthorizations(
  tx: Transaction,
  which: SQL,
  today: string,
): Promise<Map<string, AuthorizationUsed>> {
  const limited = await jsonRows<Limited>(
    tx,
    sql`select a.id, a.authorised_minutes, a.authorised_per as per from assigned_services a
      where ${which} and ${inForce(today)} and a.authorised_minutes is not null`,
  );
  const minutes = await usedMinutes(tx, which, today);
  return new Map(
    limited.flatMap(({ id, authorised_minutes, per }) => {
      const used_minutes = minutes.get(id) ?? 0;
      const left_minutes = authorised_minutes - used_minutes;
      const used = authorizationUsed({ authorised_minutes, used_minutes, left_minutes, per });
      return used === null ? [] : [[id, used] as const];
    }),
  );
}

/** How many authorizations of active students are used up, nearly used up, or end in 30 days without a renewal. */
export async function countAuthorizations(
  tx: Transaction,
  today: string,
): Promise<Record<AuthorizationUsed | 'ending', number>> {
  const active = sql`a.deleted_at is null and exists (
    select from students t where t.id = a.student and not t.archived)`;
  const used = [...(await usedAuthorizations(tx, active, today)).values()];
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

function inForce(today: string): SQL {
  return sql`a.start_date <= ${today}::date and (a.end_date is null or a.end_date >= ${today}::date)`;
}

/** Delivered minutes of each authorization in its current period; the rule is that of authorized minutes. */
async function usedMinutes(tx: Transaction, which: SQL, today: string): Promise<Map<string, number>> {
  const periods = AUTHORIZED_PER.map((per) => {
    return sql`when ${per} then ${periodStart(per, today)}::date`;
  });
  const since = sql`case a.authorised_per ${sql.join(periods, sql` `)} end`;
  const matching = sql`from sessions s cross join lateral unnest(s.student_ids) as st(student)
    join assigned_services a on a.student = st.student and a.service = s.service
      and (a.provider is null or a.provider = s.provider)
      and s.session_date >= a.start_date and (a.end_date is null or s.session_date <= a.end_date)
      and s.session_date >= ${since}
    where ${which} and ${inForce(today)} and a.authorised_minutes is not null
      and s.deleted_at is null and s.session_date between ${earliestStart(today)}::date and ${today}::date
      and s.attendance = any(${arrayParam(WITH_NOTE, 'text')})`;
  const plain = await jsonRows<{ id: string; minutes: number }>(
    tx,
    sql`select a.id, sum(s.actual_minutes)::int as minutes
      ${matching} and not s."changeDuration" and s.requests = '[]'::jsonb group by 1`,
  );
  const found = new Map(plain.map(({ id, minutes }) => [id, minutes]));
  const requested = await jsonRows<CountedSession & { id: string }>(
    tx,
    sql`select a.id, s.scheduled_minutes, s.actual_minutes, s.attendance, s."changeDuration",
        s.approval_request, s.requests
      ${matching} and (s."changeDuration" or s.requests <> '[]'::jsonb)`,
  );
  for (const session of requested) {
    found.set(session.id, (found.get(session.id) ?? 0) + deliveredMinutes(session));
  }
  return found;
}

function periodStart(authorised_per: AuthorizedPer, today: string): string {
  const always = { authorised_per, start_date: '0001-01-01', end_date: null };
  return authorizedPeriod(always, today)?.from ?? today;
}

/** The first day of all current periods: a week can begin before the fiscal year. */
function earliestStart(today: string): string {
  return AUTHORIZED_PER.map((per) => periodStart(per, today)).sort()[0] ?? today;
}
