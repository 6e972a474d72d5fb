import { v7 as uuidv7 } from 'uuid';
import { CalendarEventBody } from '#contract/calendar.ts';
import type { LunchBreak } from '#contract/lunch.ts';
import type { Actor } from '#domain/access/row-rules.ts';
import { calendarWishOnSave } from '#domain/lunch/calendar-wish.ts';
import { audit } from '#server/db/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { createEvent } from '#server/modules/calendar/operations.ts';
import type { CallFacts } from '#server/plugins/call.ts';
import { isWorthRepeating } from '#server/plugins/database-faults.ts';

/**
 * Whether a saved lunch break needs an event that nobody else will make. A device always
 * names the event that it is about to send, so a break that names none came from a plain
 * API client, and no second event can follow.
 */
export function lacksEvent(lunch: Pick<LunchBreak, 'waiver_type' | 'calendar_event_id'>): boolean {
  return lunch.waiver_type === '' && lunch.calendar_event_id === null;
}

/**
 * Makes the calendar event of a lunch break under a savepoint: whatever goes wrong with it
 * is recorded in the audit and never fails the break (specification, 8).
 *
 * @returns the event's id, or null where none could be made
 */
export async function makeLunchEvent(
  tx: Transaction,
  actor: Actor,
  facts: CallFacts,
  lunch: LunchBreak,
): Promise<string | null> {
  const wish = calendarWishOnSave(lunch, uuidv7());
  if (wish.kind !== 'put') return null;
  const { eventId, fields } = wish;
  try {
    const body = CalendarEventBody.parse({ id: eventId, ...fields });
    await tx.transaction((savepoint) => createEvent(savepoint, actor, facts, body));
    return eventId;
  } catch (error) {
    // The whole call is repeated then, and makes the event anew.
    if (isWorthRepeating(error)) throw error;
    await audit(tx, facts, {
      user_id: actor.user_id,
      action: 'lunch.event-failed',
      entity: 'lunch',
      row_id: lunch.id,
    });
    return null;
  }
}
