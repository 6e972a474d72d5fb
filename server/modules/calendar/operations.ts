import { sql } from 'drizzle-orm';
import type { CalendarEvent, CalendarEventBody, CalendarEventChanges } from '#contract/calendar.ts';
import { ApiError } from '#contract/errors.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { type Actor, mayChangeEvent, maySeeEvent } from '#domain/access/row-rules.ts';
import { eventProblems, plansAfter } from '#domain/calendar/event-rules.ts';
import { occurrenceId, occurrenceOn } from '#domain/calendar/series.ts';
import { isSeriesDay } from '#domain/calendar/series-days.ts';
import { pinnedOccurrences, STAYS_AS_LOGGED, TIME_FIELDS } from '#domain/calendar/series-edit.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import { ARCHIVED_STUDENT } from '#domain/students/file-rules.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { eventRecords } from '#server/modules/calendar/queries.ts';
import { visibleStudents } from '#server/modules/students/queries.ts';
import type { Call } from '#server/records/call.ts';
import {
  ownerOf,
  refuseOutdated,
  refuseProblems,
  wireRow,
  withTouched,
} from '#server/records/changing-rows.ts';
import { loggedOf, overridesOf, readEventReferences, type StoredEvent } from './queries.ts';

/**
 * Creates an event under the id from the device, in the caller's calendar or, for the office, in anyone's.
 */
export async function createEvent(call: Call, body: CalendarEventBody): Promise<CalendarEvent> {
  const { tx, actor } = call;
  const event: CalendarEvent = {
    ...body,
    provider: ownerOf(actor, body.provider),
    version: 1,
  };
  refuseProblems({
    ...eventProblems(event),
    ...(await referenceProblems(call, event, null)),
    ...(await occurrenceProblems(tx, event)),
  });
  if (await call.createIfFree(eventRecords, event)) return event;
  const taken = await storedRow(tx, 'calendar_event', event.id);
  if (taken === null || !mayChangeEvent(actor, taken)) throw new ApiError('record.exists');
  // Already created with its lunch break; if it had been deleted, it is restored.
  if (isOfSameLunch(taken, event)) {
    return taken.deleted_at === null ? wireRow(taken) : call.recreate(eventRecords, taken, event);
  }
  throw takenRefusal(taken, event);
}

/**
 * An occurrence has one id everywhere: changing it individually in two places creates the same row twice. The
 * second is answered with the first, as a newer row.
 */
function takenRefusal(taken: StoredEvent, event: CalendarEvent): ApiError {
  const isSameTime = event.original_id !== null && taken.original_id === event.original_id;
  if (!isSameTime) return new ApiError('record.exists');
  return taken.deleted_at === null
    ? new ApiError('record.stale', { current: wireRow(taken) })
    : new ApiError('record.deleted');
}

/** A lunch break names its event: creating that again means the existing one. */
function isOfSameLunch(taken: StoredEvent, event: CalendarEvent): boolean {
  return taken.is_lunch && event.is_lunch && taken.provider === event.provider;
}

/** Changes the edited fields of an event. Logged occurrences of a series stay where they are. */
export async function updateEvent(
  call: Call,
  id: string,
  changes: CalendarEventChanges,
): Promise<CalendarEvent> {
  const { tx } = call;
  const before = await changeableEvent(call, id);
  const next = withTouched(before, changes);
  refuseProblems({
    ...eventProblems(next),
    ...(await referenceProblems(call, next, before)),
    ...(await loggedProblems(tx, before, changes)),
  });
  await pinLogged(call, wireRow(before), wireRow(next));
  return call.change(eventRecords, before, wireRow(next), { fields: Object.keys(changes) });
}

/**
 * Soft-deletes an event; the row stays for the audit. A series takes its changed occurrences with it, except
 * logged ones.
 */
export async function deleteEvent(call: Call, id: string): Promise<void> {
  const before = await changeableEvent(call, id);
  for (const changed of await pinLogged(call, wireRow(before), null)) {
    await call.remove(eventRecords, { ...changed, deleted_at: null });
  }
  await call.remove(eventRecords, before);
}

export async function readEvent(tx: Transaction, actor: Actor, id: string): Promise<CalendarEvent> {
  const event = await storedRow(tx, 'calendar_event', id);
  if (event === null || !maySeeEvent(actor, event)) throw new ApiError('record.absent');
  if (event.deleted_at !== null) throw new ApiError('record.deleted');
  return wireRow(event);
}

/** The stored event, if the person may change it and knows its newest version. */
export async function changeableEvent(call: Call, id: string): Promise<StoredEvent> {
  const { tx, actor, context } = call;
  const event = await storedRow(tx, 'calendar_event', id);
  if (event === null || !maySeeEvent(actor, event)) throw new ApiError('record.absent');
  if (!mayChangeEvent(actor, event)) throw new ApiError('access.denied');
  refuseOutdated(event, context.base_version);
  return event;
}

/**
 * Keeps logged occurrences of a series where they are, each as a row of its own, if the change would move or
 * drop them.
 * @param after null if the series is deleted
 * @returns the changed occurrences of the series that were not logged
 */
async function pinLogged(
  call: Call,
  before: CalendarEvent,
  after: CalendarEvent | null,
): Promise<CalendarEvent[]> {
  const { tx } = call;
  if (!before.recurring) return [];
  const overrides = await overridesOf(tx, before.id);
  const logged = await loggedOf(tx, before);
  for (const pinned of pinnedOccurrences(before, after, { overrides, logged })) {
    await call.createIfFree(eventRecords, { ...pinned, version: 1 });
  }
  return overrides.filter(({ id }) => !logged.has(id));
}

/** A changed occurrence must replace one of its series, under its derived id. */
async function occurrenceProblems(tx: Transaction, event: CalendarEvent): Promise<FieldErrors> {
  const { original_id, original_date } = event;
  if (original_id === null && original_date === null) return {};
  if (original_id === null || original_date === null) {
    return { original_date: 'Send original_id and original_date together.' };
  }
  const series = await storedRow(tx, 'calendar_event', original_id);
  if (series === null || series.provider !== event.provider || series.deleted_at !== null) {
    return { original_id: "Series not found, or you don't have access." };
  }
  if (!series.recurring || !isSeriesDay(series, original_date)) {
    return { original_date: 'This series has no event on that day.' };
  }
  if (event.id !== occurrenceId(original_id, original_date)) {
    return { id: 'This ID belongs to a different event of the series.' };
  }
  return loggedProblems(tx, occurrenceOn(series, original_date), event);
}

async function loggedProblems(
  tx: Transaction,
  before: CalendarEvent,
  changes: CalendarEventChanges,
): Promise<FieldErrors> {
  if (before.original_id === null) return {};
  const touched = withTouched(before, changes);
  const isMoved = TIME_FIELDS.some((field) => touched[field] !== before[field]);
  if (!isMoved || !(await loggedOf(tx, before)).has(before.id)) return {};
  return { event_start_date: STAYS_AS_LOGGED };
}

/** Newly referenced rows must exist, and the student must be accessible; the message is the same for both. */
async function referenceProblems(
  call: Call,
  event: CalendarEvent,
  before: CalendarEvent | null,
): Promise<FieldErrors> {
  const { tx, actor } = call;
  const named = [...event.service_list, ...(event.service === null ? [] : [event.service])];
  const services = newOnes(named, before === null ? [] : [...before.service_list, before.service]);
  const staff = newOnes(event.invites, before?.invites ?? []);
  const students = newOnes([event.student], [before?.student]);
  const isArchived = await plansForArchived(call, event, before);
  const found = await readEventReferences(tx, { ...event, services, staff });
  const problems: FieldErrors = {};
  if (before === null && !(found.has_provider && mayChangeEvent(actor, event))) {
    problems.provider = seesWholeOrganization(actor)
      ? 'Choose an active provider.'
      : "Provider not found, or you don't have access.";
  }
  if (before !== null && !mayChangeEvent(actor, event)) {
    problems.service = "You can't schedule this service.";
  }
  if (!found.has_location) problems.location = 'Location not found.';
  if (services.some((id) => !found.services.includes(id))) problems.service = 'Service not found.';
  if (staff.some((id) => !found.staff.includes(id))) problems.invites = 'You can only invite staff.';
  const seesArchived = seesWholeOrganization(actor);
  if (
    (isArchived && !seesArchived) ||
    (await visibleStudents(tx, actor, students)).length < students.length
  ) {
    problems.student = "Student not found, or you don't have access.";
  } else if (isArchived) {
    problems.student = ARCHIVED_STUDENT;
  }
  return problems;
}

/**
 * Whether an event plans something for an archived student. The student stays locked: someone who archives at the
 * same time removes this event too, or is seen here.
 */
async function plansForArchived(
  { tx, context }: Call,
  event: CalendarEvent,
  before: CalendarEvent | null,
): Promise<boolean> {
  if (!plansAfter(pacificDay(context.now), event, before)) return false;
  const { rows } = await tx.execute<{ archived: boolean }>(
    sql`select archived from students where id = ${event.student} for share`,
  );
  return rows[0]?.archived === true;
}

function newOnes(
  after: readonly (string | null)[],
  before: readonly (string | null | undefined)[],
): string[] {
  const added = after.filter((id): id is string => id !== null && !before.includes(id));
  return [...new Set(added)];
}
