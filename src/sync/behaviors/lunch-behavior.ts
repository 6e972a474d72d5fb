import { type CalendarEvent, CalendarEventBody } from '#contract/calendar.ts';
import type { LunchBody, LunchBreak } from '#contract/lunch.ts';
import { changesOfEvent, desiredEventOnSave, lunchEventId } from '#domain/lunch/desired-event.ts';
import { newRow } from '#entities/row-facts.ts';
import type { Behavior, Lead, WriteAuthor } from './behavior.ts';

export const lunchBehavior: Behavior<'lunch'> = {
  // A queued write from before 0.3 has no end of the break.
  created: (body: LunchBody, author) => newRow('lunch', { ...{ lunch_end_time: null }, ...body }, author),
  follower: { entity: 'calendar_event', field: 'calendar_event_id', idOf: lunchEventId },
};

function newEvent(body: CalendarEventBody, author: WriteAuthor): CalendarEvent {
  // A write from before 0.3 has no series fields either.
  return newRow('calendar_event', { ...{ recurring_days: [], excluded_dates: [] }, ...body }, author);
}

/** The event of a lunch break after a write of the break. */
function afterLunch(
  event: CalendarEvent | null,
  { id, leader }: Lead,
  author: WriteAuthor,
): CalendarEvent | null {
  if (leader === null) return null;
  const desired = desiredEventOnSave(leader as LunchBreak);
  if (desired.kind === 'none' || desired.kind === 'remove' || desired.eventId !== id) return event;
  if (desired.kind === 'note-waiver') return event && { ...event, meeting_notes: desired.meeting_notes };
  return event === null
    ? newEvent(CalendarEventBody.parse({ id, ...desired.fields }), author)
    : { ...event, ...changesOfEvent(event, desired.fields) };
}

export const eventBehavior: Behavior<'calendar_event'> = {
  created: newEvent,
  follow: afterLunch,
  together: {
    time: ['event_start_date', 'event_start_time', 'event_end_date', 'event_end_time', 'duration'],
    repetition: ['recurring', 'recurring_type', 'recurring_timeframe', 'recurring_days'],
  },
};
