import { type SQL, sql } from 'drizzle-orm';
import type { CalendarOccurrence } from '#contract/calendar.ts';
import { LONGEST_VIEW_DAYS } from '#contract/calendar-views.ts';
import { ApiError } from '#contract/errors.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { type Actor, maySeeEvent } from '#domain/access/row-rules.ts';
import { daysBetween } from '#domain/calendar/series-days.ts';
import { occurrencesWithin } from '#server/db/calendar-occurrences.ts';
import type { Transaction } from '#server/db/database.ts';
import { loadRows } from '#server/db/entity-rows.ts';
import { arrayParam } from '#server/db/json-rows.ts';
import { listClients, providerInReach } from '#server/modules/catalog/queries.ts';
import { listStudents, visibleStudents } from '#server/modules/students/queries.ts';
import type { Call } from '#server/records/call.ts';

interface Range {
  start: string;
  end: string;
}

/** The person's own events and invitations. */
export async function myCalendar(
  tx: Transaction,
  userId: string,
  range: Range,
): Promise<CalendarOccurrence[]> {
  return occurrencesWithin(tx, sql`(e.provider = ${userId} or ${userId}::uuid = any(e.invites))`, range);
}

/** Events without a student or lunch break: meetings, planning, appointments. */
export async function personalCalendar(
  tx: Transaction,
  userId: string,
  range: Range,
): Promise<CalendarOccurrence[]> {
  return (await myCalendar(tx, userId, range)).filter(
    ({ student, is_lunch }) => student === null && !is_lunch,
  );
}

/** All accessible calendars, optionally of one provider or service. */
export async function masterCalendar(
  tx: Transaction,
  actor: Actor,
  { provider, service, ...range }: Range & { provider?: string | undefined; service?: string | undefined },
): Promise<CalendarOccurrence[]> {
  const ofProvider = provider === undefined ? sql`true` : sql`e.provider = ${provider}`;
  const found = await visibleOccurrences(tx, actor, ofProvider, range);
  return service === undefined ? found : found.filter((event) => event.service === service);
}

async function visibleOccurrences(
  tx: Transaction,
  actor: Actor,
  which: SQL,
  range: Range,
): Promise<CalendarOccurrence[]> {
  refuseLongRange(range);
  const found = await occurrencesWithin(tx, sql`${reachOf(actor)} and ${which}`, range);
  return found.filter((event) => maySeeEvent(actor, event));
}

/**
 * A provider's events and invitations that the person may see.
 * @throws ApiError `record.absent`, the same for an unknown provider and one with nothing visible
 */
export async function providerCalendar(
  tx: Transaction,
  actor: Actor,
  provider: string,
  range: Range,
): Promise<CalendarOccurrence[]> {
  const ofProvider = sql`(e.provider = ${provider} or ${provider}::uuid = any(e.invites))`;
  const found = await visibleOccurrences(tx, actor, ofProvider, range);
  if (found.length === 0 && !(await providerInReach(tx, actor, provider)))
    throw new ApiError('record.absent');
  return found;
}

/** A student's events with any provider. Reading them is audited like the student's own record. */
export async function studentCalendar(
  call: Call,
  student: string,
  range: Range,
): Promise<CalendarOccurrence[]> {
  const { tx, actor } = call;
  refuseLongRange(range);
  if ((await visibleStudents(tx, actor, [student])).length === 0) throw new ApiError('record.absent');
  await auditRead(call, 'student', student);
  const found = await occurrencesWithin(tx, sql`e.student = ${student}`, range);
  return found.filter((event) => event.student === student).map((event) => withOwnNotes(actor, event));
}

/** Events of a client's students and schools that the person may see. */
export async function clientCalendar(
  call: Call,
  client: string,
  range: Range,
): Promise<CalendarOccurrence[]> {
  const { tx, actor } = call;
  refuseLongRange(range);
  // The office sees archived ones too.
  const seen = seesWholeOrganization(actor) ? loadRows(tx, 'client', [client]) : listClients(tx, actor);
  if (!(await seen).some(({ id }) => id === client)) throw new ApiError('record.absent');
  await auditRead(call, 'client', client);
  const ofClient = sql`coalesce(
    (select s.client from students s where s.id = e.student),
    case when e.student is null then (select l.client from locations l where l.id = e.location) end
  ) = ${client}`;
  const found = await occurrencesWithin(tx, ofClient, range);
  const students = new Set((await listStudents(tx, actor)).map(({ id }) => id));
  return found
    .filter((event) => (event.student !== null && students.has(event.student)) || maySeeEvent(actor, event))
    .map((event) => withOwnNotes(actor, event));
}

/**
 * People who may see the student see that something is planned; notes and guests are visible only to those
 * who plan.
 */
function withOwnNotes(actor: Actor, event: CalendarOccurrence): CalendarOccurrence {
  return maySeeEvent(actor, event) ? event : { ...event, meeting_notes: '', invites: [] };
}

/** Narrows the query to what the row rule can allow; the rule itself decides. */
function reachOf(actor: Actor): SQL {
  if (seesWholeOrganization(actor)) return sql`true`;
  const own = sql`e.provider = ${actor.user_id} or ${actor.user_id}::uuid = any(e.invites)`;
  if (actor.role === ROLES.serviceLead) {
    return sql`(${own} or e.service = any(${arrayParam(actor.service_ids, 'uuid')}))`;
  }
  if (actor.role === ROLES.supervisor) {
    return sql`(${own} or e.provider = any(${arrayParam(actor.supervisee_ids, 'uuid')}))`;
  }
  return sql`(${own})`;
}

function refuseLongRange({ start, end }: Range): void {
  if (daysBetween(start, end) < LONGEST_VIEW_DAYS) return;
  throw new ApiError('request.invalid', { fields: { end: `Request at most ${LONGEST_VIEW_DAYS} days.` } });
}

function auditRead(call: Call, entity: 'student' | 'client', row_id: string): Promise<void> {
  return call.note({ action: `${entity}.read-calendar`, entity, row_id });
}
