import { sql } from 'drizzle-orm';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { PeriodWork, PlannedHours, SessionHours } from '#domain/timesheets/period-days.ts';
import { plannedWithin } from './calendar-occurrences.ts';
import type { Transaction } from './database.ts';
import { arrayParam, isoInstant, jsonValue } from './json-rows.ts';

/** A row that a timesheet's manifest can name. */
type Recorded<Row> = Row & { provider: string; id: string; version: number };

/** All input for one provider's hours, with sessions that are alike counted. */
export interface StoredPeriodWork extends PeriodWork {
  sessions: SessionHours[];
  lunches: Recorded<PeriodWork['lunches'][number]>[];
  timecards: Recorded<PeriodWork['timecards'][number]>[];
  planned: PlannedHours[];
}

/** Sessions that the rules can't tell apart: how many each provider has on each day. */
type SessionsOfKind = Omit<SessionHours, 'session_date' | 'times'> & {
  of: [provider: string, session_date: string, times: number][];
};

/**
 * The work of several providers between two Pacific days, inclusive, by provider; cards and meals include a
 * day on either side. Every requested provider has an entry.
 * @param isEveryone reads the days without looking for hundreds of providers, who are all there are
 */
export async function periodWorkOf(
  tx: Transaction,
  providers: readonly string[],
  from: string,
  to: string,
  isEveryone = false,
): Promise<ReadonlyMap<string, StoredPeriodWork>> {
  const [before, after] = [dayPlus(from, -1), dayPlus(to, 1)];
  const ids = arrayParam(providers, 'uuid');
  const theirs = isEveryone ? sql`true` : sql`provider = any(${ids})`;
  const recorded = await jsonValue<
    Pick<StoredPeriodWork, 'lunches' | 'timecards'> & { sessions: SessionsOfKind[] }
  >(
    tx,
    sql`select json_build_object(
      'sessions', (select coalesce(json_agg(k), '[]') from (
        select attendance, has_overlap, approval_request, direct_minutes, indirect_minutes,
          json_agg(json_build_array(provider, session_date, times)) as of
        from (
          select attendance, has_overlap, approval_request, direct_minutes, indirect_minutes, provider, session_date,
            count(*) as times
          from sessions where ${theirs} and deleted_at is null and not is_history
            and session_date between ${from}::date and ${to}::date
          group by attendance, has_overlap, approval_request, direct_minutes, indirect_minutes, provider, session_date)
          counted
        group by attendance, has_overlap, approval_request, direct_minutes, indirect_minutes) k),
      'lunches', (select coalesce(json_agg(l), '[]') from (
        select id, provider, version, ${sql.raw(isoInstant('lunch_start_time'))}, lunch_duration,
          ${sql.raw(isoInstant('lunch_end_time'))}, waiver_type, exception_reason, source
        from lunch_breaks where ${theirs} and deleted_at is null
          and lunch_breaks.lunch_start_time >= ${pacificInstant(before, '00:00')}::timestamptz
          and lunch_breaks.lunch_start_time < ${pacificInstant(dayPlus(after, 1), '00:00')}::timestamptz
        order by lunch_breaks.lunch_start_time, id) l),
      'timecards', (select coalesce(json_agg(c), '[]') from (
        select id, provider, version, work_date, ${sql.raw(isoInstant('started_at'))},
          ${sql.raw(isoInstant('ended_at'))}, breaks
        from timecards where ${theirs} and deleted_at is null
          and work_date between ${before}::date and ${to}::date
        order by timecards.started_at, id) c)
    )::text as value`,
  );
  const planned = await plannedWithin(
    tx,
    isEveryone ? sql`true` : sql`(e.provider = any(${ids}) or e.invites && ${ids})`,
    { start: from, end: to },
    ['provider', 'invites', 'event_start_date', 'is_lunch', 'location'],
  );
  const found = new Map<string, StoredPeriodWork>(
    providers.map((id) => [id, { sessions: [], lunches: [], timecards: [], planned: [] }]),
  );
  for (const { of, ...kind } of recorded.sessions) {
    for (const [provider, session_date, times] of of) {
      found.get(provider)?.sessions.push({ ...kind, session_date, times });
    }
  }
  for (const row of recorded.lunches) found.get(row.provider)?.lunches.push(row);
  for (const row of recorded.timecards) found.get(row.provider)?.timecards.push(row);
  for (const event of planned) {
    if (event.invites.length === 0) found.get(event.provider)?.planned.push(event);
    else for (const id of new Set([event.provider, ...event.invites])) found.get(id)?.planned.push(event);
  }
  return found;
}
