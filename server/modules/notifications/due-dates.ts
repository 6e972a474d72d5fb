import { sql } from 'drizzle-orm';
import { ROLES } from '#domain/access/roles.ts';
import { scopesOfReceiver } from '#domain/access/scopes.ts';
import { REMINDER_DAYS, REQUEST_RING_DAYS, reachedReminder } from '#domain/notifications/bell-events.ts';
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
  await ring(tx, rows);
}

/**
 * Rings the bell of service leads for requests in their services that nobody has decided: once for each provider and day of
 * asking. The office has the count on its menu.
 * @param now the server's clock, ISO 8601
 */
export async function ringForRequests(tx: Transaction, now: string): Promise<void> {
  const since = new Date(Date.parse(now) - REQUEST_RING_DAYS * DAY_MS).toISOString();
  const asked = await jsonRows<{
    receiver: string;
    provider: string;
    provider_name: string;
    asked_at: string;
  }>(
    tx,
    sql`select u.id as receiver, s.provider, p.provider_first || ' ' || p.provider_last as provider_name,
        r ->> 'asked_at' as asked_at
      from sessions s
      cross join jsonb_array_elements(s.requests) r
      join provider_services d on d.service = s.service
      join users u on u.id = d.provider and u.role = ${ROLES.serviceLead} and u.is_active
      join providers p on p.id = s.provider
      where s.approval_request = 'pending' and s.deleted_at is null and r ->> 'state' = 'pending'
        and (r ->> 'asked_at')::timestamptz >= ${since}::timestamptz
        and s.provider <> u.id and r ->> 'asked_by' <> u.id::text`,
  );
  const event = 'requests-to-decide';
  const rows = asked.map(({ receiver, provider, provider_name, asked_at }) => {
    const day = pacificDay(asked_at);
    return {
      ...noticeRow({ event, receiver, day, provider_name }, now),
      id: noticeId(event, receiver, provider, day),
    };
  });
  await ring(tx, [...new Map(rows.map((row) => [row.id, row])).values()]);
}

/** Stores the notices that weren't stored before. */
async function ring(tx: Transaction, rows: readonly ReturnType<typeof noticeRow>[]): Promise<void> {
  if (rows.length === 0) return;
  const written = await tx
    .insert(notifications)
    .values([...rows])
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
