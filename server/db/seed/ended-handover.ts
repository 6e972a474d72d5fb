import { sql } from 'drizzle-orm';
import { ROLES } from '#domain/access/roles.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { daysBetween, schoolDay } from './school-year.ts';

const HANDOVER = '01980000-0000-7000-8000-0000000be0e3';
/** The first day, long enough ago that nothing of it can be undone. */
const DAYS_AGO = 45;
const SCHOOL_DAYS = 2;

/**
 * A hand-over that is over: a provider was at a conference, and a colleague was there for the students whom nobody
 * saw on these days.
 */
export async function seedEndedHandover(tx: Transaction, today: string): Promise<void> {
  const days = daysBetween(dayPlus(today, -DAYS_AGO), today).filter((day) => schoolDay(day) === 'regular');
  const [first, last] = [days[0], days[SCHOOL_DAYS - 1]];
  if (first === undefined || last === undefined) return;
  const office = sql`(select id from users where role = ${ROLES.admin} order by id limit 1)`;
  await tx.execute(
    sql`with free as (
        select a.provider, a.service, a.id, a.student, a.version from assigned_services a
        where a.provider is not null and a.deleted_at is null and a.start_date < ${first}::date and coalesce(a.end_date, 'infinity') > ${today}::date
          and not exists (select from sessions s where s.session_date between ${first}::date and ${last}::date
            and s.provider = a.provider and a.student = any(s.student_ids))
      ),
      away as (
        select provider, service from free join providers p on p.id = provider where not p.archived
        group by provider, service having count(*) between 3 and 8 order by count(*) desc, provider limit 1
      ),
      covering as (
        select away.*, (select ps.provider from provider_services ps join providers p on p.id = ps.provider
          where ps.service = away.service and ps.provider <> away.provider and not p.archived
          order by ps.provider limit 1) as target
        from away
      )
      insert into caseload_moves (id, subject, target, start_date, end_date, hands_back, note, made_at, made_by, writes)
      select ${HANDOVER}::uuid, c.provider, c.target, ${first}::date, ${last}::date, null, 'At a conference.',
        ${`${dayPlus(first, -6)}T18:20:00Z`}::timestamptz, ${office},
        (select jsonb_agg(jsonb_build_object('entity', 'student_service', 'id', f.id, 'version', f.version,
            'before', jsonb_build_object('student', f.student, 'service', f.service)) order by f.id)
          from free f where f.provider = c.provider and f.service = c.service)
      from covering c where c.target is not null`,
  );
}
