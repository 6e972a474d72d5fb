import type { LocalDatabase } from './local-database.ts';
import { type LocalRow, openRow, openRows } from './sealed-rows.ts';

export type LocalCalendarEvent = LocalRow<'calendar_event'>;

/** A provider's events that start between two Pacific days, both included, in the order of their start. */
export async function calendarEventsOfProvider(
  db: LocalDatabase,
  provider: string,
  from: string,
  to: string,
) {
  const rows = await db.calendarEvents
    .where('[provider+event_start_date]')
    .between([provider, from], [provider, to], true, true)
    .toArray();
  return (await openRows(db, 'calendar_event', rows)).sort(
    (a, b) =>
      a.event_start_date.localeCompare(b.event_start_date) ||
      a.event_start_time.localeCompare(b.event_start_time),
  );
}

export async function calendarEventById(db: LocalDatabase, id: string): Promise<LocalCalendarEvent | null> {
  return openRow(db, 'calendar_event', await db.calendarEvents.get(id));
}
