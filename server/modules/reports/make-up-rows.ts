import { sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import type { MakeUp } from '#contract/reports.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { attendanceRule } from '#domain/sessions/attendance.ts';
import { type LedgerSession, makeUpLedger, makeUpWindows } from '#domain/sessions/make-ups.ts';
import { ATTENDANCE_CODES } from '#domain/sessions/session.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { sessionsInReach } from '#server/modules/sessions/queries.ts';
import type { Days } from './delivery.ts';

const IN_LEDGER = ATTENDANCE_CODES.filter((code) => code === 'make-up' || attendanceRule(code).owes_make_up);

interface StoredSession extends LedgerSession {
  provider: string;
  provider_name: string;
  service_name: string;
}

/**
 * What students are owed from the sessions that they missed on these days, oldest first, by the ledger that providers
 * see too.
 * @param today a Pacific day
 */
export async function makeUps(
  tx: Transaction,
  actor: Actor,
  { start_date, end_date }: Days,
  today: string,
): Promise<MakeUp[]> {
  // Earlier sessions can use up a makeup, and later makeups are for these days.
  const windows = makeUpWindows(
    await jsonRows<Pick<EntityRow<'client'>, 'id' | 'makeup_windows'>>(
      tx,
      sql`select id, makeup_windows from clients`,
    ),
  );
  const from = dayPlus(start_date, -2 * windows.longest);
  const to = dayPlus(end_date, 2 * windows.longest);
  const sessions = await jsonRows<StoredSession>(
    tx,
    sql`select s.id, s.student_ids, s.client, s.service, s.session_date, s.start_time, s.scheduled_minutes, s.actual_minutes,
        s.attendance, s.make_up_of, s.requests, s.is_history, s.provider, v.name as service_name,
        p.provider_first || ' ' || p.provider_last as provider_name
      from (select * from sessions where deleted_at is null and ${sessionsInReach(actor)}
          and session_date between ${from}::date and ${to}::date
          and attendance = any(${arrayParam(IN_LEDGER, 'text')})) s
        join services v on v.id = s.service join providers p on p.id = s.provider`,
  );
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const students = new Map(
    (
      await jsonRows<{ id: string; name: string; client_name: string }>(
        tx,
        sql`select t.id, t.first_name || ' ' || t.last_name as name, coalesce(c.name, '') as client_name
          from students t left join clients c on c.id = t.client
          where t.id = any(${arrayParam(new Set(sessions.flatMap((one) => one.student_ids)), 'uuid')})`,
      )
    ).map((one) => [one.id, one]),
  );
  return makeUpLedger(sessions, today, windows)
    .flatMap(({ items }) => items)
    .filter(({ session_date }) => start_date <= session_date && session_date <= end_date)
    .flatMap((item): MakeUp[] => {
      const [missed, student] = [byId.get(item.session), students.get(item.student)];
      if (missed === undefined || student === undefined) return [];
      const { provider, provider_name, service_name } = missed;
      const { start_time: _, ...owed } = item;
      return [
        {
          ...{ ...owed, provider, provider_name, service_name, student_name: student.name },
          client_name: student.client_name,
        },
      ];
    })
    .sort((a, b) => orderOf(a).localeCompare(orderOf(b)));
}

function orderOf({ session_date, student_name, session }: MakeUp): string {
  return `${session_date} ${student_name} ${session}`;
}
