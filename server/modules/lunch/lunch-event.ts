import { v7 as uuidv7 } from 'uuid';
import { CalendarEventBody, type CalendarEventChanges } from '#contract/calendar.ts';
import type { LunchBreak } from '#contract/lunch.ts';
import {
  type CalendarWish,
  calendarWishOnDelete,
  calendarWishOnSave,
  changesOfEvent,
} from '#domain/lunch/calendar-wish.ts';
import type { FieldProblems } from '#domain/sessions/session-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { createEvent, deleteEvent, updateEvent } from '#server/modules/calendar/operations.ts';
import { type StoredEvent, storedEvent } from '#server/modules/calendar/queries.ts';
import { isWorthRepeating } from '#server/plugins/database-faults.ts';
import type { Call, CallFacts } from '#server/records/call.ts';

/**
 * Brings the calendar in step with a saved lunch break, where nobody else does: a device
 * sends the event as a write of its own, and always names the one that it makes. A break
 * without a waiver that names none came from a plain API client, whoever changes it.
 *
 * @param before the break as it was; nothing for a new one
 * @returns the id of its event, or null where it has none and none could be made
 */
export async function eventOfSavedLunch(
  call: Call,
  lunch: LunchBreak,
  before: LunchBreak | null,
): Promise<string | null> {
  const { facts } = call;
  const lacksEvent = lunch.waiver_type === '' && lunch.calendar_event_id === null;
  if (isFromDevice(facts) && !lacksEvent) return lunch.calendar_event_id;
  // A link that is taken out of a break without a waiver is the same event still.
  const linked = lacksEvent ? (before?.calendar_event_id ?? null) : lunch.calendar_event_id;
  const wish = calendarWishOnSave({ ...lunch, calendar_event_id: linked }, uuidv7());
  const isDone = await carryOut(call, lunch, wish);
  return wish.kind === 'put' && isDone ? wish.eventId : linked;
}

/** Takes the event of a deleted lunch break off the calendar, where no device does. */
export async function removeEventOfLunch(call: Call, lunch: LunchBreak): Promise<void> {
  const { facts } = call;
  if (!isFromDevice(facts)) await carryOut(call, lunch, calendarWishOnDelete(lunch));
}

/**
 * A plain API client may name the event that a lunch break of the provider has, and no
 * other. A device names the one that it sends next.
 */
export async function linkProblems(
  tx: Transaction,
  facts: CallFacts,
  { provider, calendar_event_id }: Pick<LunchBreak, 'provider' | 'calendar_event_id'>,
  before: LunchBreak | null,
): Promise<FieldProblems> {
  if (isFromDevice(facts) || calendar_event_id === null) return {};
  if (calendar_event_id === before?.calendar_event_id) return {};
  const event = await storedEvent(tx, calendar_event_id);
  if (event?.is_lunch === true && event.provider === provider) return {};
  return { calendar_event_id: 'Leave this out, or choose the event of a lunch break of this provider.' };
}

function isFromDevice(facts: CallFacts): boolean {
  return facts.device_id !== null;
}

/**
 * Does what a lunch break wants of the calendar, under a savepoint: whatever goes wrong
 * is recorded in the audit and never fails the break (specification, 8).
 */
async function carryOut(call: Call, lunch: LunchBreak, wish: CalendarWish): Promise<boolean> {
  if (wish.kind === 'none') return true;
  try {
    // `If-Match` names the version of the break.
    await call.withFacts({ base_version: null }).apart((apart) => writeEvent(apart, lunch, wish));
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
  wish: Exclude<CalendarWish, { kind: 'none' }>,
): Promise<void> {
  const { tx } = call;
  const event = await storedEvent(tx, wish.eventId);
  const shown = event !== null && isShownFor(lunch, event) ? event : null;
  if (wish.kind === 'put' && shown === null) {
    await createEvent(call, CalendarEventBody.parse({ id: wish.eventId, ...wish.fields }));
    return;
  }
  // Somebody may have taken it off the calendar before.
  if (shown === null) return;
  if (wish.kind === 'remove') return deleteEvent(call, shown.id);
  const wanted: CalendarEventChanges =
    wish.kind === 'put' ? changesOfEvent(shown, wish.fields) : { meeting_notes: wish.meeting_notes };
  if (Object.keys(wanted).length > 0) await updateEvent(call, shown.id, wanted);
}

/** Only the event of a lunch break of the same provider is brought in step with one. */
function isShownFor(lunch: LunchBreak, event: StoredEvent): boolean {
  return event.is_lunch && event.provider === lunch.provider && event.deleted_at === null;
}
