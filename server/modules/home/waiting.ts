import { type SQL, sql } from 'drizzle-orm';
import type { HomeWaiting, Waiting } from '#contract/home.ts';
import { mayManageUser, mayUse, seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { lastDayToExpire } from '#domain/providers/provider-rules.ts';
import { NOTE_WITHIN_DAYS } from '#domain/reports/note-status.ts';
import { requestRefusal } from '#domain/sessions/request-rules.ts';
import { REQUEST_KINDS } from '#domain/sessions/request-states.ts';
import { pendingRequest, type SessionRequest } from '#domain/sessions/session-requests.ts';
import { dueReviews, type IepDates } from '#domain/students/iep-reviews.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { sundayOf } from '#domain/time/week.ts';
import { plannedWithin } from '#server/db/calendar-occurrences.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { countOverdueInvoices } from '#server/modules/billing/invoice-queries.ts';
import { countUnacknowledged, DAYS_COUNTED } from '#server/modules/lunch/cards.ts';
import { countOpenWrites } from '#server/modules/quarantine/queries.ts';
import { countAuthorizations } from '#server/modules/reports/authorization-use.ts';
import { countLateNotes } from '#server/modules/reports/note-rows.ts';
import type { Call } from '#server/records/call.ts';

/** The caller's to-dos, each kind only if they may act on it and can open its list. */
export async function homeWaiting(call: Call): Promise<HomeWaiting> {
  const { tx, actor, context } = call;
  const today = pacificDay(context.now);
  const waiting: Waiting[] = [];
  const counted = (kind: Waiting['kind'], count: number) =>
    waiting.push({ kind, count, from: null, to: null });
  if (mayUse(actor, 'timesheet.decide')) waiting.push(...(await sheetsToDecide(tx, actor)));
  if (mayUse(actor, 'payroll.view')) waiting.push(...(await periodsToClose(tx, today)));
  if (mayUse(actor, 'session.decide')) waiting.push(...(await requestsToDecide(tx, actor)));
  waiting.push(...(await cardsToAcknowledge(call)));
  if (mayUse(actor, 'report.provider-notes')) waiting.push(await notesOverdue(call, today));
  if (mayUse(actor, 'quarantine.decide')) counted('held-change', await countOpenWrites(tx, actor));
  if (mayUse(actor, 'device.read-all')) {
    counted('device', await countDevices(call));
  }
  for (const [kind, count] of await duesOf(call, today)) counted(kind, count);
  return {
    as_of: new Date(context.now).toISOString(),
    waiting,
    week: seesWholeOrganization(actor) ? await weekOfOrganization(tx, today) : null,
  };
}

/** Devices with unsynced changes, of the people in the caller's list of devices. */
async function countDevices({ tx, actor }: Call): Promise<number> {
  const ofAll = mayManageUser(actor, { role: ROLES.superAdmin });
  return countRows(
    tx,
    sql`from devices d join users u on u.id = d.user_id where d.unsent_count > 0 and d.wiped_at is null
      and ${ofAll ? sql`true` : sql`u.role <> ${ROLES.superAdmin}`}`,
  );
}

/** What expires, is used up, or is overdue, for people who look after it. */
async function duesOf({ tx, actor }: Call, today: string): Promise<[Waiting['kind'], number][]> {
  const dues: [Waiting['kind'], number][] = [];
  if (mayUse(actor, 'provider.record')) {
    const expiring = sql`from provider_accounts a join providers p on p.id = a.id
      where not p.archived and a.deleted_at is null and exists (
        select from jsonb_array_elements(a.credential_records) c
        where (c ->> 'expires_on')::date <= ${lastDayToExpire(today)}::date)`;
    dues.push(['credential', await countRows(tx, expiring)]);
  }
  if (mayUse(actor, 'student.record')) {
    const { up, nearly, ending } = await countAuthorizations(tx, today);
    dues.push(['authorization-up', up], ['authorization-nearly', nearly], ['authorization-ending', ending]);
    const students = await jsonRows<IepDates>(
      tx,
      sql`select iep_annual_date::text, iep_triennial_date::text from students where not archived
        and (iep_annual_date is not null or iep_triennial_date is not null)`,
    );
    dues.push(['iep-review', students.filter((dates) => dueReviews(dates, today).length > 0).length]);
  }
  if (mayUse(actor, 'billing.view')) {
    dues.push(['invoice-overdue', await countOverdueInvoices(tx, actor, today)]);
  }
  return dues;
}

/** Lunch cards of recent weeks, for people who may acknowledge them. */
export async function cardsToAcknowledge(call: Call): Promise<Waiting[]> {
  if (!mayUse(call.actor, 'lunch.acknowledge')) return [];
  const today = pacificDay(call.context.now);
  const count = await countUnacknowledged(call);
  return [{ kind: 'lunch-card', count, from: dayPlus(today, -DAYS_COUNTED), to: today }];
}

/**
 * Notes that aren't signed more than a week after their session, as Provider Notes lists them: since the first day of the last
 * pay period that is over, which is being closed.
 */
async function notesOverdue({ tx, actor }: Call, today: string): Promise<Waiting> {
  const [period] = await jsonRows<{ start_date: string }>(
    tx,
    sql`select start_date::text from pay_periods where end_date < ${today}::date order by end_date desc limit 1`,
  );
  const end_date = dayPlus(today, -NOTE_WITHIN_DAYS - 1);
  const start_date = [period?.start_date ?? dayPlus(today, -DAYS_COUNTED), end_date].sort()[0] ?? end_date;
  const days = { start_date, end_date };
  const count = await countLateNotes(tx, actor, days);
  return { kind: 'note-late', count, from: days.start_date, to: days.end_date };
}

async function countRows(tx: Transaction, which: SQL): Promise<number> {
  const [row] = await jsonRows<{ count: number }>(tx, sql`select count(*)::int as count ${which}`);
  return row?.count ?? 0;
}

/** Submitted timesheets that can be approved, by pay period, oldest first. The caller's own are excluded. */
function sheetsToDecide(tx: Transaction, actor: Actor): Promise<Waiting[]> {
  return jsonRows(
    tx,
    sql`select 'timesheet' as kind, count(*)::int as count,
        t.period_start_date::text as "from", t.period_end_date::text as "to"
      from timesheets t
      where t.status = 'submitted' and t.waiting_for = 0 and t.deleted_at is null
        and t.provider_id is distinct from ${actor.provider_id}::uuid
        and not exists (
          select 1 from timesheets n where n.provider_id = t.provider_id
            and n.period_start_date = t.period_start_date and n.revision > t.revision and n.deleted_at is null
        )
        and not exists (
          select 1 from pay_periods p where p.start_date = t.period_start_date and p.is_locked
        )
      group by t.period_start_date, t.period_end_date order by t.period_start_date`,
  );
}

/** Pay periods of recent weeks that are over and not locked, oldest first. */
function periodsToClose(tx: Transaction, today: string): Promise<Waiting[]> {
  return jsonRows(
    tx,
    sql`select 'pay-period' as kind, 1 as count, start_date::text as "from", end_date::text as "to"
      from pay_periods
      where end_date < ${today}::date and end_date >= ${dayPlus(today, -DAYS_COUNTED)}::date and not is_locked
      order by start_date`,
  );
}

interface SessionWithRequests {
  provider: string;
  service: string;
  session_date: string;
  requests: SessionRequest[];
}

/** Requests that the caller may decide on, by kind. */
export async function requestsToDecide(tx: Transaction, actor: Actor): Promise<Waiting[]> {
  const sessions = await jsonRows<SessionWithRequests>(
    tx,
    sql`select provider, service, session_date::text as session_date, requests from sessions
      where approval_request = 'pending' and deleted_at is null order by session_date`,
  );
  return REQUEST_KINDS.map((kind) => {
    const days = sessions
      .filter((session) => {
        const asked_at = pendingRequest(session, [kind])?.asked_at;
        if (asked_at === undefined) return false;
        const decision = { asked_at, decision: 'approved' as const, note: '' };
        return requestRefusal(actor, session, [kind], decision) === null;
      })
      .map(({ session_date }) => session_date);
    return { kind, count: days.length, from: days[0] ?? null, to: days.at(-1) ?? null };
  });
}

/** Everyone's planned and delivered sessions, day by day from Sunday. */
async function weekOfOrganization(tx: Transaction, today: string): Promise<HomeWaiting['week']> {
  const sunday = sundayOf(today);
  const saturday = dayPlus(sunday, 6);
  const events = (
    await plannedWithin(tx, sql`true`, { start: sunday, end: saturday }, [
      'event_start_date',
      'service',
      'is_lunch',
    ])
  ).filter(({ service, is_lunch, skipped }) => service !== null && !is_lunch && skipped === null);
  const delivered = await jsonRows<{ day: string; count: number }>(
    tx,
    sql`select session_date::text as day, count(*)::int as count from sessions
      where session_date between ${sunday}::date and ${saturday}::date and deleted_at is null
        and attendance = any(${arrayParam([...WITH_NOTE], 'text')})
      group by session_date`,
  );
  return Array.from({ length: 7 }, (_, at) => {
    const day = dayPlus(sunday, at);
    return {
      day,
      planned: events.reduce(
        (sum, { event_start_date, times }) => sum + (event_start_date === day ? times : 0),
        0,
      ),
      delivered: delivered.find((one) => one.day === day)?.count ?? 0,
    };
  });
}
