import { sql } from 'drizzle-orm';
import { scopesOfReceiver } from '#domain/access/scopes.ts';
import { REMINDER_DAYS, reachedReminder } from '#domain/notifications/bell-events.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { recordChanges } from '#server/db/change-index.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows } from '#server/db/json-rows.ts';
import { notifications } from '#server/db/schema/notifications.ts';
import { noticeId, noticeRow } from '#server/records/bell.ts';

const DAY_MS = 86_400_000;

interface DueDate {
  event: 'credential-expiring' | 'iep-due';
  receiver: string;
  /** A Pacific day. */
  due: string;
  /** Tells this date from others of the same person. */
  subject: string;
}

/**
 * Rings the bell for credentials that are about to expire and IEP reviews that are about to be due: once for
 * each step of `REMINDER_DAYS`, however often and by however many processes it runs.
 * @param now the server's clock, ISO 8601
 */
export async function ringForDueDates(tx: Transaction, now: string): Promise<void> {
  const today = pacificDay(now);
  const rows = (await dueDates(tx, today)).flatMap((one) => {
    const daysLeft = Math.round((Date.parse(one.due) - Date.parse(today)) / DAY_MS);
    const step = reachedReminder(REMINDER_DAYS[one.event], daysLeft);
    if (step === null) return [];
    const { event, receiver, due: day, subject } = one;
    return {
      ...noticeRow({ event, receiver, day, provider_name: '' }, now),
      id: noticeId(event, receiver, subject, day, step),
    };
  });
  if (rows.length === 0) return;
  const written = await tx
    .insert(notifications)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: notifications.id, receiver: notifications.receiver });
  await recordChanges(
    tx,
    written.map((row) => ({ entity: 'notification', id: row.id, scopes: scopesOfReceiver(row) })),
  );
}

function dueDates(tx: Transaction, today: string): Promise<DueDate[]> {
  const last = (event: DueDate['event']) => dayPlus(today, Math.max(...REMINDER_DAYS[event]));
  return jsonRows(
    tx,
    sql`select distinct 'credential-expiring' as event, a.id as receiver, c ->> 'expires_on' as due, c ->> 'name' as subject
      from provider_accounts a
      join users u on u.id = a.id and u.is_active
      cross join jsonb_array_elements(a.credential_records) c
      where c ->> 'expires_on' between ${today}::text and ${last('credential-expiring')}::text
      union
      select 'iep-due', l.provider, d.due::text, s.id::text
      from students s
      join student_providers l on l.student = s.id
      join users u on u.id = l.provider and u.is_active
      cross join lateral (values (s.iep_annual_date), (s.iep_triennial_date)) d(due)
      where not s.archived and d.due between ${today}::date and ${last('iep-due')}::date`,
  );
}
