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
import type { FieldProblems } from '#domain/sessions/session-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { isKnownFree, readFreeIds } from '#server/db/new-rows.ts';
import { calendar_events } from '#server/db/schema/calendar-events.ts';
import { createEvent, deleteEvent, updateEvent } from '#server/modules/calendar/operations.ts';
import { readPlaceAhead, type StoredEvent } from '#server/modules/calendar/queries.ts';
import { isWorthRepeating } from '#server/plugins/database-faults.ts';
import type { Call, CallFacts } from '#server/records/call.ts';

/**
 * Makes the event of a saved lunch break, or brings it in step, in the transaction of the break.
 *
 * @param before the break as it was; nothing for a new one
 * @returns the id of its event, or null where it has none and none could be made
 */
export async function eventOfSavedLunch(
  call: Call,
  lunch: LunchBreak,
  before: LunchBreak | null,
): Promise<string | null> {
  const lacksEvent = lunch.waiver_type === '' && lunch.calendar_event_id === null;
  // A link that is taken out of a break without a waiver is the same event still.
  const linked = lacksEvent ? (before?.calendar_event_id ?? null) : lunch.calendar_event_id;
  // A break has one event at most: its own gives way to another one that it names, as queues of before do.
  const hadOwn = before?.calendar_event_id === lunchEventId(lunch.id);
  if (hadOwn && linked !== before.calendar_event_id) await removeEventOfLunch(call, before);
  const desired = desiredEventOnSave({ ...lunch, calendar_event_id: linked });
  const isDone = await carryOut(call, lunch, desired);
  return desired.kind === 'put' && isDone ? desired.eventId : linked;
}

/** Takes the event of a deleted lunch break off the calendar. */
export function removeEventOfLunch(call: Call, lunch: LunchBreak): Promise<boolean> {
  return carryOut(call, lunch, desiredEventOnDelete(lunch));
}

/** Reads at once what the events of a batch's new lunch breaks need. */
export async function readLunchEventsAhead(
  tx: Transaction,
  lunches: readonly LunchOnCalendar[],
): Promise<void> {
  const desired = lunches.map((lunch) => desiredEventOnSave(lunch)).filter((one) => one.kind === 'put');
  if (desired.length === 0) return;
  await readFreeIds(
    tx,
    calendar_events,
    desired.map(({ eventId }) => eventId),
  );
  const providers = new Set(desired.map(({ fields }) => fields.provider));
  for (const provider of providers) await readPlaceAhead(tx, provider, LUNCH_LOCATION);
}

/**
 * A lunch break may name its own event, or that of a lunch break of the provider, and no
 * other. Devices of before made up an id, and sent the event as a write of its own.
 */
export async function linkProblems(
  tx: Transaction,
  facts: CallFacts,
  { id, provider, calendar_event_id }: Pick<LunchBreak, 'id' | 'provider' | 'calendar_event_id'>,
  before: LunchBreak | null,
): Promise<FieldProblems> {
  if (facts.device_id !== null || calendar_event_id === null) return {};
  if (calendar_event_id === before?.calendar_event_id || calendar_event_id === lunchEventId(id)) return {};
  const event = await storedRow(tx, 'calendar_event', calendar_event_id);
  if (event?.is_lunch === true && event.provider === provider) return {};
  return { calendar_event_id: "Leave this out, or choose one of this provider's lunch events." };
}

/**
 * Does what a lunch break wants of the calendar, under a savepoint: whatever goes wrong
 * is recorded in the audit and never fails the break (specification, 8).
 */
async function carryOut(call: Call, lunch: LunchBreak, desired: DesiredEvent): Promise<boolean> {
  if (desired.kind === 'none') return true;
  try {
    // `If-Match` names the version of the break.
    await call.withFacts({ base_version: null }).apart((apart) => writeEvent(apart, lunch, desired));
    return true;
  } catch (error) {
    // The whole call is repeated then, and writes the event again.
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
  // Somebody may have taken it off the calendar before.
  if (shown === null) return;
  if (desired.kind === 'remove') return deleteEvent(call, shown.id);
  const wanted: CalendarEventChanges =
    desired.kind === 'put' ? changesOfEvent(shown, desired.fields) : { meeting_notes: desired.meeting_notes };
  if (Object.keys(wanted).length > 0) await updateEvent(call, shown.id, wanted);
}

/** Only the event of a lunch break of the same provider is brought in step with one. */
function isShownFor(lunch: LunchBreak, event: StoredEvent): boolean {
  return event.is_lunch && event.provider === lunch.provider && event.deleted_at === null;
}
