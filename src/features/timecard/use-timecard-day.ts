import { useMemo } from 'react';
import { calendarEventsOfProvider } from '#db/calendar-events.ts';
import { type LocalTimecard, timecardsOfProvider } from '#db/timecards.ts';
import { type LocalWorkday, workdayOf } from '#db/workday.ts';
import type { MealDay } from '#domain/lunch/meal-day.ts';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import { useSessions } from '#screens/device/held-sessions.ts';
import { useLocal } from '#screens/device/signed-in.ts';

/** How far back it looks for a day without a clock-out. */
const DAYS_LOOKED_BACK = 62;

interface TimecardDay extends LocalWorkday {
  /** Instants of the day's calendar events, without meals. */
  planned: { start: string; end: string }[];
  /** Timecards of earlier days without a clock-out. */
  unended: LocalTimecard[];
}

/** A provider's workday on this device; undefined until loaded. */
export function useTimecardDay(provider: string, day: string, today: string): TimecardDay | undefined {
  const { result: sessions, isHeld } = useSessions({ from: day, to: day, provider });
  const found = useLocal(
    async (db) => {
      // All reads come before anything is decrypted.
      const [workday, known, events] = await Promise.all([
        workdayOf(db, provider, day),
        timecardsOfProvider(db, provider, dayPlus(today, -DAYS_LOOKED_BACK), dayPlus(today, -1)),
        calendarEventsOfProvider(db, provider, day, day),
      ]);
      const planned = events
        .filter(({ is_lunch }) => !is_lunch)
        .map((event) => span(event.event_start_date, event.event_start_time, event.duration));
      return {
        ...workday,
        planned,
        unended: known.filter(({ ended_at }) => ended_at === null),
      };
    },
    [provider, day, today],
  );
  return useMemo(() => {
    // The server may not be reached for those of a long past day.
    if (found === undefined || (sessions === undefined && isHeld !== false)) return undefined;
    const delivered = (sessions ?? []).map((session) =>
      span(session.session_date, session.start_time, session.actual_minutes),
    );
    return { ...found, planned: [...found.planned, ...delivered] };
  }, [found, sessions, isHeld]);
}

/** The day as input for the meal rules. Unsynced changes of this device are included. */
export function mealDayOf(
  provider: string,
  work_date: string,
  { cards, lunches }: LocalWorkday,
  now: number,
): MealDay {
  return { provider, work_date, cards, lunches, has_unsent: false, now: new Date(now).toISOString() };
}

/** From a wall time, real minutes later. */
function span(day: string, time: string, minutes: number): { start: string; end: string } {
  const start = pacificInstant(day, time);
  return { start, end: new Date(Date.parse(start) + minutes * 60_000).toISOString() };
}
