import type { CalendarOccurrence } from '#contract/calendar.ts';
import type { LocalOccurrence } from '#db/calendar-events.ts';

/** As a device would know it. It references its series only by id, which only the server has. */
export function occurrenceOf({ skipped, ...event }: CalendarOccurrence): LocalOccurrence {
  const { id, original_date } = event;
  return { id, event: { ...event, record_state: 'sent' }, series: null, original_date, skipped };
}
