import { sql } from 'drizzle-orm';
import type { ProviderLoad } from '#contract/reports.ts';
import { maySeeLunch } from '#domain/access/row-rules.ts';
import { NOT_WORKED } from '#domain/sessions/attendance.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { daysOfMonth, monthsUntil } from '#domain/time/months.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { listLunchCards } from '#server/modules/lunch/cards.ts';
import { sessionsInReach } from '#server/modules/sessions/queries.ts';
import type { Call } from '#server/records/call.ts';
import type { Days } from './delivery.ts';

type Row = Omit<ProviderLoad, 'worked_minutes' | 'meal_days' | 'meal_violations' | 'months'> & {
  services: string[];
};

/**
 * Caseload, sessions, and worked time of the active providers whose days the caller may see, by name. Worked time and
 * meals are those of lunch cards.
 */
export async function providerLoads(call: Call, { start_date, end_date }: Days): Promise<ProviderLoad[]> {
  const { tx, actor } = call;
  const worked = sql`s.attendance <> all(${arrayParam(NOT_WORKED, 'text')})`;
  const rows = await jsonRows<Row>(
    tx,
    sql`with recorded as (select * from sessions where deleted_at is null and ${sessionsInReach(actor)}
        and session_date between ${start_date}::date and ${end_date}::date),
      sums as (
        select s.provider, (count(*) filter (where ${worked}))::int as sessions,
          (count(*) filter (where s.attendance <> all(${arrayParam(WITH_NOTE, 'text')})))::int as missed,
          coalesce(sum(s.direct_minutes) filter (where ${worked}), 0)::int as direct_minutes,
          coalesce(sum(s.indirect_minutes) filter (where ${worked}), 0)::int as indirect_minutes
        from recorded s group by s.provider
      ),
      caseloads as (
        select l.provider, count(*)::int as students
        from student_providers l join students t on t.id = l.student
        where not t.archived group by l.provider
      )
      select p.id as provider, p.provider_first || ' ' || p.provider_last as provider_name,
        coalesce(c.students, 0) as students, a.max_caseload, coalesce(u.sessions, 0) as sessions, coalesce(u.missed, 0) as missed,
        coalesce(u.direct_minutes, 0) as direct_minutes, coalesce(u.indirect_minutes, 0) as indirect_minutes,
        array(select x.service from provider_services x where x.provider = p.id) as services
      from providers p left join provider_accounts a on a.id = p.id left join sums u on u.provider = p.id
        left join caseloads c on c.provider = p.id
      where not p.archived order by p.provider_last, p.provider_first, p.id`,
  );
  const monthsBy = await monthsOfProviders(call, end_date);
  const { cards } = await listLunchCards(call, { start_date, end_date, compliance: 'all' });
  const cardsOf = groupedBy(cards, ({ provider }) => provider);
  return rows
    .filter(({ provider, services }) => maySeeLunch(actor, { provider }, services))
    .map(({ services: _, ...row }) => {
      const own = cardsOf.get(row.provider) ?? [];
      const clocked = own.filter(({ started_at, ended_at }) => started_at !== null && ended_at !== null);
      return {
        ...row,
        worked_minutes:
          clocked.length === 0 ? null : clocked.reduce((sum, card) => sum + card.worked_minutes, 0),
        meal_days: own.length,
        meal_violations: own.filter(({ compliance }) => compliance === 'noncompliant').length,
        months: (monthsBy.get(row.provider) ?? []).map(({ provider: _, ...month }) => month),
      };
    });
}

type Month = ProviderLoad['months'][number] & { provider: string };

const MONTHS_SHOWN = 12;

/** What each provider recorded in the twelve months up to a day, month by month. */
async function monthsOfProviders(
  { tx, actor }: Call,
  until: string,
): Promise<ReadonlyMap<string, readonly Month[]>> {
  const worked = sql`attendance <> all(${arrayParam(NOT_WORKED, 'text')})`;
  // Month by month, each by the index: a year at once is read by going through all years.
  const ofMonths = monthsUntil(until, MONTHS_SHOWN).map((month) => {
    const { from, to } = daysOfMonth(month);
    return sql`select provider, ${month}::text as month,
        coalesce(sum(direct_minutes) filter (where ${worked}), 0)::int as direct_minutes,
        coalesce(sum(indirect_minutes) filter (where ${worked}), 0)::int as indirect_minutes,
        count(*)::int as entered, (count(*) filter (where late_for_payroll or late_for_client))::int as late
      from sessions where deleted_at is null and ${sessionsInReach(actor)}
        and session_date between ${from}::date and ${to < until ? to : until}::date
      group by provider`;
  });
  const months = await jsonRows<Month>(tx, sql`${sql.join(ofMonths, sql` union all `)} order by 1, 2`);
  return groupedBy(months, ({ provider }) => provider);
}
