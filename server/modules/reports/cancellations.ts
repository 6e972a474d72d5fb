import { sql } from 'drizzle-orm';
import type { Cancellation } from '#contract/reports.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { sessionsInReach } from '#server/modules/sessions/queries.ts';
import type { Days } from './delivery.ts';

/** Sessions that are named for each row. */
const MOST_NAMED = 20;

/** Sessions that weren't delivered, by attendance, reason, provider, and service; most first. */
export function cancellations(
  tx: Transaction,
  actor: Actor,
  { start_date, end_date }: Days,
): Promise<Cancellation[]> {
  return jsonRows(
    tx,
    sql`with missed as (
      select * from sessions where deleted_at is null and ${sessionsInReach(actor)}
        and session_date between ${start_date}::date and ${end_date}::date
        and attendance <> all(${arrayParam(WITH_NOTE, 'text')})
    ), made_up as (
      select distinct m.make_up_of as id from missed o join sessions m on m.make_up_of = o.id
      where m.deleted_at is null
    ), absent as (
      select attendance, reason, provider, service, count(distinct student)::int as students
      from missed, unnest(student_ids) as student group by attendance, reason, provider, service
    )
    select s.attendance, s.reason, s.provider, p.provider_first || ' ' || p.provider_last as provider_name,
      s.service, v.name as service_name, count(*)::int as sessions,
      coalesce(min(a.students), 0) as students,
      sum(s.scheduled_minutes)::int as scheduled_minutes,
      (count(*) filter (where s.id in (select id from made_up)))::int as made_up,
      to_json((array_agg(json_build_object('session', s.id, 'session_date', s.session_date,
        'minutes', s.scheduled_minutes) order by s.session_date desc, s.id))[1:${sql.raw(String(MOST_NAMED))}])
        as newest
    from missed s join providers p on p.id = s.provider join services v on v.id = s.service
      left join absent a on a.attendance = s.attendance and a.reason = s.reason and a.provider = s.provider
        and a.service = s.service
    group by s.attendance, s.reason, s.provider, p.provider_first, p.provider_last, s.service, v.name
    order by sessions desc, s.attendance, s.reason, provider_name, s.provider, v.name, s.service`,
  );
}
