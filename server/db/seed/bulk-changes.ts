import { sql } from 'drizzle-orm';
import { ROLES } from '#domain/access/roles.ts';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { fiscalYearStart } from './school-year.ts';

const RENEWAL = '01980000-0000-7000-8000-0000000be0e1';
const TRANSFER = '01980000-0000-7000-8000-0000000be0e2';
const TRANSFER_IN_DAYS = 12;

/** The renewal of this year's services, and a student who will go to another district soon. */
export async function seedBulkChanges(tx: Transaction, today: string, now: string): Promise<void> {
  const office = sql`(select id from users where role = ${ROLES.admin} order by id limit 1)`;
  const start = fiscalYearStart(today);
  const end = dayPlus(`${Number(start.slice(0, 4)) + 1}-07-01`, -1);
  await tx.execute(
    sql`insert into bulk_changes (id, kind, about, start_date, made_at, made_by, records)
      select ${RENEWAL}::uuid, 'renewal',
        ${`${displayDay(start)} to ${displayDay(end)}: `}::text || to_char(count(*), 'FM9,999,990') || ' services',
        ${start}::date, ${`${dayPlus(start, -20)}T17:40:00Z`}::timestamptz, ${office},
        (select jsonb_agg(jsonb_build_object('id', s.student, 'writes', '[]'::jsonb))
          from (select distinct student from assigned_services where start_date = ${start}::date) s)
      from assigned_services where start_date = ${start}::date having count(*) > 0`,
  );
  const day = dayPlus(today, TRANSFER_IN_DAYS);
  await tx.execute(
    sql`with moved as (
        select t.id, t.client, t.location, t.first_name || ' ' || t.last_name as name, f.name as former, n.id as new, n.name as new_name,
          (select l.id from locations l where l.client = n.id and l.is_billable order by l.id limit 1) as new_location
        from students t join clients f on f.id = t.client
        join lateral (select c.id, c.name from clients c
          where c.id <> t.client and c.active = 1 and exists (select from locations l where l.client = c.id)
          order by c.name, c.id limit 1) n on true
        where not t.archived and t.location is not null
        order by t.last_name desc, t.first_name desc, t.id limit 1
      ),
      transfer as (
        insert into student_transfers (id, bulk_change, student, from_client, to_client, from_location, to_location, start_date, made_by, is_applied)
        select ${TRANSFER}::uuid, ${TRANSFER}::uuid, id, client, new, location, new_location, ${day}::date, ${office}, false from moved
      )
      insert into bulk_changes (id, kind, about, start_date, made_at, made_by, records)
      select ${TRANSFER}::uuid, 'transfer', name || ': ' || former || ' → ' || new_name || ${` from ${displayDay(day)}`}::text,
        ${day}::date, ${now}::timestamptz - interval '3 days', ${office},
        jsonb_build_array(jsonb_build_object('id', id, 'writes', '[]'::jsonb))
      from moved`,
  );
}
