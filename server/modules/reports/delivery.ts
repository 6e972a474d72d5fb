import { type SQL, sql } from 'drizzle-orm';
import { mayUse, seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { type Actor, maySeeEvent } from '#domain/access/row-rules.ts';
import { deliveredMinutes, plannedMinutes, wasDelivered } from '#domain/reports/service-minutes.ts';
import { plannedWithin } from '#server/db/calendar-occurrences.ts';
import type { Transaction } from '#server/db/database.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import { lineBatches } from '#server/modules/billing/counted-lines.ts';
import { sessionsInReach } from '#server/modules/sessions/queries.ts';
import { servedSessions } from './served-sessions.ts';

/** Some Pacific days, inclusive. */
export interface Days {
  start_date: string;
  end_date: string;
}

interface Figures {
  sessions: number;
  missed: number;
  planned_minutes: number;
  delivered_minutes: number;
  amount_cents: number;
  unbillable: number;
}

/** A service of a client, for one student or for all of them. */
export interface Delivery extends Figures {
  client: string | null;
  service: string;
  /** Whom sessions are recorded or planned for, and by whom. */
  students: Set<string>;
  providers: Set<string>;
}

/**
 * Planned and delivered minutes of the sessions that the actor may see. The client is the one that the session was recorded
 * for; what is only planned counts for the student's client now.
 * @param byStudent each student's on its own
 */
export async function deliveries(
  tx: Transaction,
  actor: Actor,
  days: Days,
  { byStudent = false } = {},
): Promise<Delivery[]> {
  const found = new Map<string, Delivery>();
  const at = (client: string | null, service: string, student: string): Delivery => {
    const name = byStudent ? `${client} ${service} ${student}` : `${client} ${service}`;
    const known = found.get(name);
    if (known !== undefined) return known;
    const added: Delivery = {
      ...{ client, service, students: new Set(byStudent ? [student] : []), providers: new Set() },
      ...{ sessions: 0, missed: 0, planned_minutes: 0, delivered_minutes: 0, amount_cents: 0, unbillable: 0 },
    };
    found.set(name, added);
    return added;
  };
  for (const kind of await servedSessions(tx, within(actor, days))) {
    const isDelivered = wasDelivered(kind);
    const [planned, delivered] = [plannedMinutes(kind), deliveredMinutes(kind)];
    for (const [times, provider, students] of kind.of) {
      for (const student of students) {
        const sums = at(kind.client, kind.service, student);
        sums.students.add(student);
        sums.providers.add(provider);
        sums.sessions += isDelivered ? times : 0;
        sums.missed += isDelivered ? 0 : times;
        sums.planned_minutes += times * planned;
        sums.delivered_minutes += times * delivered;
      }
    }
  }
  for (const { client, service, student, provider, duration } of await unrecordedEvents(tx, actor, days)) {
    const sums = at(client, service, student);
    sums.students.add(student);
    sums.providers.add(provider);
    sums.planned_minutes += duration;
  }
  if (seesMoney(actor)) {
    // As sent invoices have it, and otherwise by the rules of invoice lines.
    for (const { times, lines } of await lineBatches(tx, actor, days, byStudent ? { students: true } : {})) {
      for (const { client, service, student, amount_cents, kind } of lines) {
        if (student === null) continue;
        const sums = at(client, service, student);
        sums.amount_cents += times * amount_cents;
        sums.unbillable += kind === 'blocked' ? times : 0;
      }
    }
  }
  return [...found.values()];
}

/** Whether the report says what is billed: rates are money, which service leads don't see. */
export function seesMoney(actor: Actor): boolean {
  return seesWholeOrganization(actor) && mayUse(actor, 'rate.read');
}

function within(actor: Actor, { start_date, end_date }: Days): SQL {
  return sql`deleted_at is null and session_date between ${start_date}::date and ${end_date}::date
    and ${sessionsInReach(actor)}`;
}

interface Unrecorded {
  client: string | null;
  service: string;
  student: string;
  provider: string;
  duration: number;
}

/** Planned sessions of one student that take place and for which none is recorded yet. */
async function unrecordedEvents(tx: Transaction, actor: Actor, days: Days): Promise<Unrecorded[]> {
  const planned = await plannedWithin(
    tx,
    sql`e.student is not null and e.service is not null and not e.is_lunch and ${eventsOf(actor)}`,
    { start: days.start_date, end: days.end_date },
    ['provider', 'student', 'service', 'invites'],
    { unrecorded: true },
  );
  const students = new Set(planned.flatMap(({ student }) => student ?? []));
  if (students.size === 0) return [];
  const clients = new Map(
    (
      await jsonRows<{ id: string; client: string | null }>(
        tx,
        sql`select id, client from students where id = any(${arrayParam(students, 'uuid')})`,
      )
    ).map(({ id, client }) => [id, client]),
  );
  return planned.flatMap((event) => {
    const { student, service, provider, duration, skipped } = event;
    if (student === null || service === null || skipped !== null || !maySeeEvent(actor, event)) return [];
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
