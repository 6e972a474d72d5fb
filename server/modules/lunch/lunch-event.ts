import { v7 as uuidv7 } from 'uuid';
import { CalendarEventBody, type CalendarEventChanges } from '#contract/calendar.ts';
import type { LunchBreak } from '#contract/lunch.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import {
  type CalendarWish,
  calendarWishOnDelete,
  calendarWishOnSave,
  changesOfEvent,
} from '#domain/lunch/calendar-wish.ts';
import type { FieldProblems } from '#domain/sessions/session-rules.ts';
import { audit } from '#server/db/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { underSavepoint } from '#server/db/write-unit.ts';
import { createEvent, deleteEvent, updateEvent } from '#server/modules/calendar/operations.ts';
import { type StoredEvent, storedEvent } from '#server/modules/calendar/queries.ts';
import type { CallFacts } from '#server/plugins/call.ts';
import { isWorthRepeating } from '#server/plugins/database-faults.ts';

/**
 * Brings the calendar in step with a saved lunch break, where nobody else does: a device
 * sends the event as a write of its own, and always names the one that it makes. A break
 * without a waiver that names none came from a plain API client, whoever changes it.
 *
 * @param before the break as it was; nothing for a new one
 * @returns the id of its event, or null where it has none and none could be made
 */
export async function eventOfSavedLunch(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  lunch: LunchBreak,
  before: LunchBreak | null,
): Promise<string | null> {
  const lacksEvent = lunch.waiver_type === '' && lunch.calendar_event_id === null;
  if (isFromDevice(facts) && !lacksEvent) return lunch.calendar_event_id;
  // A link that is taken out of a break without a waiver is the same event still.
  const linked = lacksEvent ? (before?.calendar_event_id ?? null) : lunch.calendar_event_id;
  const wish = calendarWishOnSave({ ...lunch, calendar_event_id: linked }, uuidv7());
  const isDone = await carryOut(tx, actor, facts, lunch, wish);
  return wish.kind === 'put' && isDone ? wish.eventId : linked;
}

/** Takes the event of a deleted lunch break off the calendar, where no device does. */
export async function removeEventOfLunch(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  lunch: LunchBreak,
): Promise<void> {
  if (!isFromDevice(facts)) await carryOut(tx, actor, facts, lunch, calendarWishOnDelete(lunch));
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
async function carryOut(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  lunch: LunchBreak,
  wish: CalendarWish,
): Promise<boolean> {
  if (wish.kind === 'none') return true;
  try {
    await underSavepoint(tx, (savepoint) =>
      // `If-Match` names the version of the break.
      writeEvent(savepoint, actor, { ...facts, base_version: null }, lunch, wish),
    );
    return true;
  } catch (error) {
    // The whole call is repeated then, and writes the event again.
    if (isWorthRepeating(error)) throw error;
    await audit(tx, facts, {
      user_id: actor.user_id,
      action: 'lunch.event-failed',
      entity: 'lunch',
      row_id: lunch.id,
    });
    return false;
  }
}

async function writeEvent(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  lunch: LunchBreak,
  wish: Exclude<CalendarWish, { kind: 'none' }>,
): Promise<void> {
  const event = await storedEvent(tx, wish.eventId);
  const shown = event !== null && isShownFor(lunch, event) ? event : null;
  if (wish.kind === 'put' && shown === null) {
    await createEvent(tx, actor, facts, CalendarEventBody.parse({ id: wish.eventId, ...wish.fields }));
    return;
  }
  // Somebody may have taken it off the calendar before.
  if (shown === null) return;
  if (wish.kind === 'remove') return deleteEvent(tx, actor, facts, shown.id);
  const wanted: CalendarEventChanges =
    wish.kind === 'put' ? changesOfEvent(shown, wish.fields) : { meeting_notes: wish.meeting_notes };
  if (Object.keys(wanted).length > 0) await updateEvent(tx, actor, facts, shown.id, wanted);
}

/** Only the event of a lunch break of the same provider is brought in step with one. */
function isShownFor(lunch: LunchBreak, event: StoredEvent): boolean {
  return event.is_lunch && event.provider === lunch.provider && event.deleted_at === null;
}
