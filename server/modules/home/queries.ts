import { sql } from 'drizzle-orm';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { NOT_WORKED } from '#domain/sessions/attendance.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { sundayOf } from '#domain/time/week.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonValue } from '#server/db/json-rows.ts';

export interface HomeNumbers {
  today: string;
  week_start_date: string;
  sessions_today: number;
  sessions_this_week: number;
  minutes_this_week: number;
  students: number;
}

/** The caller's own work, or the whole organization's for the office. Covers at most a week. */
export function homeNumbers(tx: Transaction, actor: Actor, today: string): Promise<HomeNumbers> {
  const week_start_date = sundayOf(today);
  const isOffice = seesWholeOrganization(actor);
  const work = isOffice ? sql`true` : sql`provider = ${actor.user_id}`;
  const students = isOffice ? sql`true` : sql`id = any(${arrayParam(actor.student_ids, 'uuid')})`;
  return jsonValue(
    tx,
    sql`select json_build_object(
      'today', ${today}::text,
      'week_start_date', ${week_start_date}::text,
      'sessions_today', count(id) filter (where session_date = ${today}::date),
      'sessions_this_week', count(id),
      'minutes_this_week', coalesce(sum(direct_minutes + indirect_minutes)
        filter (where attendance <> all(${arrayParam(NOT_WORKED, 'text')})), 0),
      'students', (select count(id) from students where not archived and ${students})
    )::text as value
    from sessions
    where session_date between ${week_start_date}::date and ${dayPlus(week_start_date, 6)}::date
      and deleted_at is null and ${work}`,
  );
}
