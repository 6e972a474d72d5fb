import type { CalendarEvent } from '#contract/calendar.ts';
import type { Session } from '#contract/session.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';
import { dayPlus, minutesOfDay } from '#domain/time/pacific.ts';
import type { WeekDay } from './week-bars.tsx';

interface Planned {
  event: Pick<
    CalendarEvent,
    'id' | 'provider' | 'service' | 'is_lunch' | 'event_start_date' | 'event_start_time' | 'duration'
  >;
  skipped: string | null;
}
type Logged = Pick<Session, 'session_date' | 'calendar_event_id' | 'attendance'>;

/** The person's own planned sessions in the calendar. */
function ownPlanned(occurrences: readonly Planned[], own: string): Planned['event'][] {
  return occurrences
    .filter(({ event, skipped }) => skipped === null && !event.is_lunch && event.service !== null)
    .map(({ event }) => event)
    .filter(({ provider }) => provider === own);
}

/**
 * Days of past planned sessions that were never logged, once per session.
 * @param now the Pacific day and wall time
 */
export function daysToLog(
  occurrences: readonly Planned[],
  sessions: readonly Logged[],
  own: string,
  now: { day: string; time: string },
): string[] {
  const logged = new Set(sessions.map((session) => `${session.session_date} ${session.calendar_event_id}`));
  return ownPlanned(occurrences, own)
    .filter(({ id, event_start_date: day, event_start_time: time, duration }) => {
      const isOver = day < now.day || minutesOfDay(time) + duration <= minutesOfDay(now.time);
      return day <= now.day && isOver && !logged.has(`${day} ${id}`);
    })
    .map(({ event_start_date }) => event_start_date)
    .sort();
}

/** Planned and delivered sessions of the week that starts on this Sunday. */
export function ownWeek(
  occurrences: readonly Planned[],
  sessions: readonly Logged[],
  own: string,
  sunday: string,
): WeekDay[] {
  const planned = ownPlanned(occurrences, own);
  return Array.from({ length: 7 }, (_, at) => {
    const day = dayPlus(sunday, at);
    return {
      day,
      planned: planned.filter(({ event_start_date }) => event_start_date === day).length,
      delivered: sessions.filter(
        ({ session_date, attendance }) => session_date === day && WITH_NOTE.has(attendance),
      ).length,
    };
  });
}
