import { CalendarEventBody, type CalendarEventChanges } from '#contract/calendar.ts';
import type { LunchBreak } from '#contract/lunch.ts';
import {
  changesOfEvent,
  type DesiredEvent,
  desiredEventOnDelete,
  desiredEventOnSave,
  LUNCH_LOCATION,
  type LunchOnCalendar,
  lunchEventId,
} from '#domain/lunch/desired-event.ts';
import type { FieldErrors } from '#domain/sessions/session-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { isKnownFree, keepFreeIds, takenIds } from '#server/db/new-rows.ts';
import { calendar_events } from '#server/db/schema/calendar-events.ts';
import { createEvent, deleteEvent, updateEvent } from '#server/modules/calendar/operations.ts';
import { type KnownPlace, keepPlaces, placesOf, type StoredEvent } from '#server/modules/calendar/queries.ts';
import { isWorthRepeating } from '#server/plugins/database-faults.ts';
import type { Call, RequestContext } from '#server/records/call.ts';

/**
 * Creates or updates the event of a saved lunch break, in the transaction of the break.
 * @param before the break as it was; null for a new one
 * @returns the id of its event, or null if it has none and none could be created
 */
export async function eventOfSavedLunch(
  call: Call,
  lunch: LunchBreak,
  before: LunchBreak | null,
): Promise<string | null> {
  const lacksEvent = lunch.waiver_type === '' && lunch.calendar_event_id === null;
  // A removed link of a break without a waiver still means the same event.
  const linked = lacksEvent ? (before?.calendar_event_id ?? null) : lunch.calendar_event_id;
  // A break has at most one event: its own is deleted if it names another, as older queues do.
  const hadOwn = before?.calendar_event_id === lunchEventId(lunch.id);
  if (hadOwn && linked !== before.calendar_event_id) await removeEventOfLunch(call, before);
  const desired = desiredEventOnSave({ ...lunch, calendar_event_id: linked });
  const isDone = await carryOut(call, lunch, desired);
  return desired.kind === 'put' && isDone ? desired.eventId : linked;
}

/** Deletes the event of a deleted lunch break. */
export function removeEventOfLunch(call: Call, lunch: LunchBreak): Promise<boolean> {
  return carryOut(call, lunch, desiredEventOnDelete(lunch));
}

/** The queries of what the events of new lunch breaks need. */
export function eventReadsOf(lunches: readonly LunchOnCalendar[]) {
  return {
    taken_events: takenIds(calendar_events, eventsOf(lunches)),
    places: placesOf(new Set(lunches.map(({ provider }) => provider)), LUNCH_LOCATION),
  };
}

/** Keeps what `eventReadsOf` found for all writes of the transaction. */
export function keepEventReads(
  tx: Transaction,
  lunches: readonly LunchOnCalendar[],
  { taken_events, places }: { taken_events: { id: string }[]; places: KnownPlace[] },
): void {
  keepFreeIds(tx, calendar_events, eventsOf(lunches), taken_events);
  keepPlaces(tx, LUNCH_LOCATION, places);
}

function eventsOf(lunches: readonly LunchOnCalendar[]): string[] {
  return lunches.flatMap((lunch) => {
    const desired = desiredEventOnSave(lunch);
    return desired.kind === 'put' ? [desired.eventId] : [];
  });
}

/**
 * A lunch break may reference its own event, or that of another lunch break of the provider, and no other.
 * Older devices created an id, and sent the event as a separate write.
 */
export async function linkProblems(
  tx: Transaction,
  context: RequestContext,
  { id, provider, calendar_event_id }: Pick<LunchBreak, 'id' | 'provider' | 'calendar_event_id'>,
  before: LunchBreak | null,
): Promise<FieldErrors> {
  if (context.device_id !== null || calendar_event_id === null) return {};
  if (calendar_event_id === before?.calendar_event_id || calendar_event_id === lunchEventId(id)) return {};
  const event = await storedRow(tx, 'calendar_event', calendar_event_id);
  if (event?.is_lunch === true && event.provider === provider) return {};
  return { calendar_event_id: "Leave this out, or choose one of this provider's lunch events." };
}

/**
 * Applies the desired effect of a lunch break on its event, under a savepoint: any failure is recorded in the
 * audit and never fails the break (specification, 8).
 */
async function carryOut(call: Call, lunch: LunchBreak, desired: DesiredEvent): Promise<boolean> {
  if (desired.kind === 'none') return true;
  try {
    // `If-Match` contains the version of the break.
    await call.withContext({ base_version: null }).apart((apart) => writeEvent(apart, lunch, desired));
    return true;
  } catch (error) {
    // Then the whole call is repeated, and writes the event again.
    if (isWorthRepeating(error)) throw error;
    await call.note({ action: 'lunch.event-failed', entity: 'lunch', row_id: lunch.id });
    return false;
  }
}

async function writeEvent(
  call: Call,
  lunch: LunchBreak,
  desired: Exclude<DesiredEvent, { kind: 'none' }>,
): Promise<void> {
  const { tx } = call;
  const event = isKnownFree(tx, calendar_events, desired.eventId)
    ? null
    : await storedRow(tx, 'calendar_event', desired.eventId);
  const shown = event !== null && isShownFor(lunch, event) ? event : null;
  if (desired.kind === 'put' && shown === null) {
    await createEvent(call, CalendarEventBody.parse({ id: desired.eventId, ...desired.fields }));
    return;
  }
  // It may have been deleted before.
  if (shown === null) return;
  if (desired.kind === 'remove') return deleteEvent(call, shown.id);
  const wanted: CalendarEventChanges =
    desired.kind === 'put' ? changesOfEvent(shown, desired.fields) : { meeting_notes: desired.meeting_notes };
  if (Object.keys(wanted).length > 0) await updateEvent(call, shown.id, wanted);
}

/** Only the event of a lunch break of the same provider is updated. */
function isShownFor(lunch: LunchBreak, event: StoredEvent): boolean {
  return event.is_lunch && event.provider === lunch.provider && event.deleted_at === null;
}
