import { type SQL, sql } from 'drizzle-orm';
import type { ClosingList, ClosingPerson } from '#contract/payroll-closing.ts';
import {
  CLOSING_ITEMS,
  type ClosingItem,
  isRemindable,
  REMINDABLE_ITEMS,
  REMINDER_EVENTS,
} from '#domain/payroll/closing-rules.ts';
import type { PayLine } from '#domain/payroll/pay-line.ts';
import type { PeriodDays } from '#domain/payroll/pay-period-rules.ts';
import type { RequestKind } from '#domain/sessions/request-states.ts';
import { pendingRequest, type SessionRequest } from '#domain/sessions/session-requests.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, isoInstant, jsonRows } from '#server/db/json-rows.ts';
import { personNameOf } from '#server/db/person-name.ts';
import { listLunchCards } from '#server/modules/lunch/cards.ts';
import { unsubmittedProviders, unsyncedPeople } from '#server/modules/timesheets/period-closing.ts';
import type { Call } from '#server/records/call.ts';
import { takeSnapshot } from './snapshot.ts';

interface Counted {
  id: string;
  name: string;
  count: number;
  since?: string | null;
}

/** What blocks closing a pay period, item by item, each by person. */
export async function closingLists(call: Call, period: PeriodDays): Promise<ClosingList[]> {
  const { tx } = call;
  const requests = await pendingRequests(tx, period);
  const found: Record<ClosingItem, readonly Counted[]> = {
    unsubmitted: (await unsubmittedProviders(tx, period)).map((one) => ({ ...one, count: 1 })),
    arriving: await arrivingSheets(tx, period),
    'open-time': await openTimes(tx, period),
    'lunch-card': await cardsToAcknowledge(call, period),
    duration: requests('duration'),
    'late-entry': requests('late-entry'),
    edit: requests('edit'),
    deletion: requests('deletion'),
    'unsigned-note': await unsignedNotes(tx, period),
    unsynced: (await unsyncedPeople(tx)).map(({ changes, ...one }) => ({ ...one, count: changes })),
    'held-change': await heldChanges(tx),
    'missing-rate': await missingRates(tx, period),
  };
  const reminders = await remindersOf(tx, period);
  return CLOSING_ITEMS.map((item) => {
    const people = found[item].map(
      ({ id, name, count, since = null }): ClosingPerson => ({
        ...{ id, name, count, since },
        reminded_at: isRemindable(item) ? (reminders.get(`${REMINDER_EVENTS[item]} ${id}`) ?? null) : null,
      }),
    );
    return { item, count: people.reduce((sum, { count }) => sum + count, 0), people };
  });
}

/** How many rows of a query each provider has, by name. @param rows a query with a column `provider` */
function countedByProvider(tx: Transaction, rows: SQL): Promise<Counted[]> {
  return jsonRows(
    tx,
    sql`select p.id, p.provider_first || ' ' || p.provider_last as name, count(*)::int as count
      from (${rows}) r join providers p on p.id = r.provider
      group by p.id order by p.provider_last, p.provider_first, p.id`,
  );
}

/** Timesheets that wait for items which haven't synced. */
function arrivingSheets(tx: Transaction, { start_date }: PeriodDays): Promise<Counted[]> {
  return countedByProvider(
    tx,
    sql`select provider_id as provider from (
      select distinct on (provider_id) provider_id, status, waiting_for from timesheets
      where period_start_date = ${start_date}::date and deleted_at is null
      order by provider_id, revision desc) t
      where status = 'submitted' and waiting_for > 0`,
  );
}

export function openTimes(tx: Transaction, period: PeriodDays): Promise<Counted[]> {
  return countedByProvider(tx, openTimeRows(period));
}

/** Timecards and punched lunch breaks of a pay period without an end. */
export function openTimeRows({ start_date, end_date }: PeriodDays): SQL {
  return sql`select id, 'timecard' as kind, provider, started_at as since from timecards
      where work_date between ${start_date}::date and ${end_date}::date and ended_at is null and deleted_at is null
    union all
    select id, 'lunch' as kind, provider, lunch_start_time as since from lunch_breaks
      where lunch_start_time >= ${pacificInstant(start_date, '00:00')}::timestamptz
        and lunch_start_time < ${pacificInstant(dayPlus(end_date, 1), '00:00')}::timestamptz
        and source = 'punch' and lunch_end_time is null and deleted_at is null`;
}

async function cardsToAcknowledge(call: Call, period: PeriodDays): Promise<Counted[]> {
  const { start_date, end_date } = period;
  const { cards } = await listLunchCards(call, { start_date, end_date, compliance: 'needs_ack' });
  return byPerson(cards.map(({ provider, provider_name }) => ({ id: provider, name: provider_name })));
}

interface WithRequests {
  id: string;
  name: string;
  requests: SessionRequest[];
}

/** Sessions with a request that no one has decided on, by the kind of request. */
async function pendingRequests(
  tx: Transaction,
  { start_date, end_date }: PeriodDays,
): Promise<(kind: RequestKind) => Counted[]> {
  const sessions = await jsonRows<WithRequests>(
    tx,
    sql`select p.id, p.provider_first || ' ' || p.provider_last as name, s.requests
      from sessions s join providers p on p.id = s.provider
      where s.session_date between ${start_date}::date and ${end_date}::date
        and s.approval_request = 'pending' and s.deleted_at is null
      order by p.provider_last, p.provider_first, p.id`,
  );
  return (kind) => byPerson(sessions.filter((session) => pendingRequest(session, [kind]) !== null));
}

/** Notes that delivered sessions lack: one for each student, until it is signed. */
export function unsignedNotes(tx: Transaction, { start_date, end_date }: PeriodDays): Promise<Counted[]> {
  return countedByProvider(
    tx,
    sql`select s.provider from sessions s cross join lateral unnest(s.student_ids) as st(student)
      where s.session_date between ${start_date}::date and ${end_date}::date and s.deleted_at is null
        and not s.is_history and s.attendance = any(${arrayParam(WITH_NOTE, 'text')})
        and not exists (select from soap_notes n where n.session = s.id and n.student = st.student
          and n.state in ('signed', 'co-signed') and n.deleted_at is null)`,
  );
}

/** Changes on the server that wait for a decision, by author: of any day, because not all name one. */
function heldChanges(tx: Transaction): Promise<Counted[]> {
  return jsonRows(
    tx,
    sql`select q.id, ${sql.raw(personNameOf('q.id'))} as name, q.count from (
        select author as id, count(*)::int as count from quarantined_writes
        where decision = 'open' and content is not null group by author) q
      order by 2, 1`,
  );
}

async function missingRates(tx: Transaction, period: PeriodDays): Promise<Counted[]> {
  return ratelessByProvider(tx, (await takeSnapshot(tx, period, 'regular')).lines);
}

/** How many of these lines have no pay rate, by provider. */
export function ratelessByProvider(tx: Transaction, all: readonly PayLine[]): Promise<Counted[]> {
  const lines = all.filter(({ amount_cents }) => amount_cents === null);
  return countedByProvider(
    tx,
    sql`select unnest(${arrayParam(
      lines.map(({ provider }) => provider),
      'uuid',
    )}) as provider`,
  );
}

/** When people were last reminded, by what rang and whose bell. */
export async function remindersOf(tx: Transaction, { start_date }: PeriodDays): Promise<Map<string, string>> {
  const events = REMINDABLE_ITEMS.map((item) => REMINDER_EVENTS[item]);
  const rows = await jsonRows<{ event: string; receiver: string; reminded_at: string }>(
    tx,
    sql`select event, receiver, ${sql.raw(isoInstant('reminded_at'))} from (
        select event, receiver, max(shown_from) as reminded_at from notifications
        where kind = 'notice' and event = any(${arrayParam(events, 'text')})
          and effective_date = ${start_date}::date
        group by event, receiver) r`,
  );
  return new Map(rows.map(({ event, receiver, reminded_at }) => [`${event} ${receiver}`, reminded_at]));
}

/** How often each person is named, in the order of their first. */
function byPerson(rows: readonly { id: string; name: string }[]): Counted[] {
  const found = new Map<string, Counted>();
  for (const { id, name } of rows) {
    const one = found.get(id) ?? { id, name, count: 0 };
    found.set(id, { ...one, count: one.count + 1 });
  }
  return [...found.values()];
}
