import type { CalendarEvent } from '#contract/calendar.ts';
import type { LocalLunchBreak } from '#db/lunch-breaks.ts';
import type { LocalSession } from '#db/sessions.ts';
import type { DaySpan } from '#domain/calendar/day-strip-items.ts';
import { dayMinutes, minutesSinceMidnight } from '#domain/time/clock-change.ts';
import { pacificTime } from '#domain/time/pacific.ts';

export type StripSpan = DaySpan &
  (
    | { kind: 'event'; event: CalendarEvent; skipped: string | null }
    | { kind: 'session'; session: LocalSession }
    | { kind: 'lunch'; lunch: LocalLunchBreak; isOnCalendar: boolean }
  );

interface Day {
  events: readonly { event: CalendarEvent; skipped: string | null }[];
  sessions: readonly LocalSession[];
  lunches: readonly LocalLunchBreak[];
}

/**
 * All entries of one day, each once: a logged occurrence appears as its session, an event linked to a lunch
 * break as the lunch break.
 */
export function daySpans({ events, sessions, lunches }: Day, day: string): StripSpan[] {
  const shownAlready = new Set(
    [...sessions, ...lunches].flatMap(({ calendar_event_id }) => calendar_event_id ?? []),
  );
  const known = new Set(events.map(({ event }) => event.id));
  return [
    ...events
      .filter(({ event }) => !shownAlready.has(event.id))
      .map(({ event, skipped }): StripSpan => {
        const { id, event_start_time: start_time, duration } = event;
        return {
          kind: 'event',
          id,
          start_time,
          minutes: untilMidnight(day, start_time, duration),
          occupies: skipped === null,
          event,
          skipped,
        };
      }),
    ...sessions.map((session): StripSpan => {
      const { id, start_time, actual_minutes: minutes } = session;
      return { kind: 'session', id, start_time, minutes, occupies: true, session };
    }),
    ...lunches.map((lunch): StripSpan => {
      const start_time = pacificTime(lunch.lunch_start_time);
      return {
        kind: 'lunch',
        id: lunch.id,
        start_time,
        minutes: untilMidnight(day, start_time, lunch.lunch_duration),
        occupies: lunch.waiver_type === '',
        lunch,
        isOnCalendar: lunch.calendar_event_id !== null && known.has(lunch.calendar_event_id),
      };
    }),
  ];
}

/** A day ends at midnight, even if an entry continues. */
function untilMidnight(day: string, time: string, minutes: number): number {
  return Math.min(minutes, dayMinutes(day) - minutesSinceMidnight({ day, time }));
}
