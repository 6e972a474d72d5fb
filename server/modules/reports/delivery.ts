import { type SQL, sql } from 'drizzle-orm';
import { mayUse, seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { type Actor, maySeeEvent } from '#domain/access/row-rules.ts';
import { deliveredMinutes, plannedMinutes, wasDelivered } from '#domain/reports/service-minutes.ts';
import type { CountedSession } from '#domain/sessions/session-minutes.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { occurrencesWithin } from '#server/db/calendar-occurrences.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { lineBatches } from '#server/modules/billing/counted-lines.ts';
import { sessionsInReach } from '#server/modules/sessions/queries.ts';

/** Some Pacific days, inclusive. */
export interface Days {
  start_date: string;
  end_date: string;
}

/** For whom, of what, and by whom. */
export interface DeliveryKey {
  client: string | null;
  student: string;
  service: string;
  provider: string;
}

export interface Delivery extends DeliveryKey {
  sessions: number;
  missed: number;
  planned_minutes: number;
  delivered_minutes: number;
  amount_cents: number;
  unbillable: number;
}

/**
 * Planned and delivered minutes of the sessions that the actor may see, for each student of a session. The client is the
 * one that the session was recorded for; what is only planned counts for the student's client now.
 */
export async function deliveries(tx: Transaction, actor: Actor, days: Days): Promise<Delivery[]> {
  const totals = new Totals();
  for (const part of await plainSessions(tx, actor, days)) totals.add(part, part);
  for (const session of await sessionsWithRequests(tx, actor, days)) {
    const isDelivered = wasDelivered(session);
    const part = {
      sessions: isDelivered ? 1 : 0,
      missed: isDelivered ? 0 : 1,
      planned_minutes: plannedMinutes(session),
      delivered_minutes: deliveredMinutes(session),
    };
    for (const student of session.student_ids) totals.add({ ...session, student }, part);
  }
  for (const { duration, ...event } of await unrecordedEvents(tx, actor, days)) {
    totals.add(event, { planned_minutes: duration });
  }
  if (seesMoney(actor)) {
    for (const { key, ...part } of await billed(tx, actor, days)) totals.add(key, part);
  }
  return totals.all();
}

/** Whether the report says what is billed: rates are money, which service leads don't see. */
export function seesMoney(actor: Actor): boolean {
  return seesWholeOrganization(actor) && mayUse(actor, 'rate.read');
}

type Part = Partial<Omit<Delivery, keyof DeliveryKey>>;

class Totals {
  readonly #found = new Map<string, Delivery>();

  add({ client, student, service, provider }: DeliveryKey, part: Part): void {
    const name = `${client} ${student} ${service} ${provider}`;
    const total = this.#found.get(name) ?? {
      client,
      student,
      service,
      provider,
      sessions: 0,
      missed: 0,
      planned_minutes: 0,
      delivered_minutes: 0,
      amount_cents: 0,
      unbillable: 0,
    };
    // In place: a month has tens of thousands of parts.
    total.sessions += part.sessions ?? 0;
    total.missed += part.missed ?? 0;
    total.planned_minutes += part.planned_minutes ?? 0;
    total.delivered_minutes += part.delivered_minutes ?? 0;
    total.amount_cents += part.amount_cents ?? 0;
    total.unbillable += part.unbillable ?? 0;
    this.#found.set(name, total);
  }

  all(): Delivery[] {
    return [...this.#found.values()];
  }
}

function within(actor: Actor, { start_date, end_date }: Days): SQL {
  return sql`deleted_at is null and session_date between ${start_date}::date and ${end_date}::date
    and ${sessionsInReach(actor)}`;
}

/** A duration that was changed, or a late entry, can count differently from what was recorded. */
const HAS_REQUESTS = sql`("changeDuration" or requests <> '[]'::jsonb)`;

/** Sessions whose recorded minutes count as they are, added up by the database. */
function plainSessions(
  tx: Transaction,
  actor: Actor,
  days: Days,
): Promise<
  (DeliveryKey & Required<Pick<Delivery, 'sessions' | 'missed' | 'planned_minutes' | 'delivered_minutes'>>)[]
> {
  const isDelivered = sql`attendance = any(${arrayParam(WITH_NOTE, 'text')})`;
  return jsonRows(
    tx,
    sql`select client, student, service, provider,
        (count(*) filter (where ${isDelivered}))::int as sessions,
        (count(*) filter (where not ${isDelivered}))::int as missed,
        coalesce(sum(scheduled_minutes) filter (where make_up_of is null and attendance <> 'make-up'), 0)::int
          as planned_minutes,
        coalesce(sum(actual_minutes) filter (where ${isDelivered}), 0)::int as delivered_minutes
      from sessions, unnest(student_ids) as student
      where ${within(actor, days)} and not ${HAS_REQUESTS}
      group by client, student, service, provider`,
  );
}

interface RequestedSession extends CountedSession {
  student_ids: string[];
  client: string | null;
  service: string;
  provider: string;
  make_up_of: string | null;
}

function sessionsWithRequests(tx: Transaction, actor: Actor, days: Days): Promise<RequestedSession[]> {
  return jsonRows(
    tx,
    sql`select student_ids, client, service, provider, make_up_of, scheduled_minutes, actual_minutes, attendance,
        "changeDuration", approval_request, requests
      from sessions where ${within(actor, days)} and ${HAS_REQUESTS}`,
  );
}

/** How far a session may be from the day of the event that it names. */
const NEAR_DAYS = 14;

/** Planned sessions of one student that take place and for which none is recorded yet. */
async function unrecordedEvents(
  tx: Transaction,
  actor: Actor,
  { start_date, end_date }: Days,
): Promise<(DeliveryKey & { duration: number })[]> {
  const planned = await occurrencesWithin(
    tx,
    sql`e.student is not null and e.service is not null and not e.is_lunch and ${eventsOf(actor)}`,
    { start: start_date, end: end_date },
  );
  if (planned.length === 0) return [];
  const recorded = new Set(
    (
      await jsonRows<{ id: string }>(
        tx,
        sql`select calendar_event_id as id from sessions
          where calendar_event_id is not null and deleted_at is null and session_date between
            ${dayPlus(start_date, -NEAR_DAYS)}::date and ${dayPlus(end_date, NEAR_DAYS)}::date`,
      )
    ).map(({ id }) => id),
  );
  const clients = new Map(
    (await jsonRows<{ id: string; client: string | null }>(tx, sql`select id, client from students`)).map(
      ({ id, client }) => [id, client],
    ),
  );
  return planned.flatMap((event) => {
    const { id, student, service, provider, duration, skipped, event_start_date } = event;
    if (student === null || service === null || skipped !== null || recorded.has(id)) return [];
    if (event_start_date < start_date || !maySeeEvent(actor, event)) return [];
    return [{ client: clients.get(student) ?? null, student, service, provider, duration }];
  });
}

/** Narrows the query to what the row rule can allow; the rule itself decides. */
function eventsOf(actor: Actor): SQL {
  if (seesWholeOrganization(actor)) return sql`true`;
  const own = sql`e.provider = ${actor.provider_id}::uuid`;
  if (actor.role !== ROLES.serviceLead) return own;
  return sql`(${own} or e.service = any(${arrayParam(actor.service_ids, 'uuid')}))`;
}

/** What is billed for the sessions: as sent invoices have it, and otherwise by the rules of invoice lines. */
async function billed(tx: Transaction, actor: Actor, days: Days) {
  const batches = await lineBatches(tx, actor, days, { provider: true, students: true });
  return batches.flatMap(({ times, lines }) =>
    lines.flatMap(({ student, client, service, provider, amount_cents, kind }) =>
      student === null
        ? []
        : [
            {
              key: { client, student, service, provider },
              amount_cents: times * amount_cents,
              unbillable: kind === 'blocked' ? times : 0,
            },
          ],
    ),
  );
}
