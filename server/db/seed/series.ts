import { timePlusMinutes } from '#domain/time/pacific.ts';
import type { school_closures } from '#server/db/schema/school-closures.ts';
import { plainEvent, type SeededEvent } from './calendar.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';
import { daysBetween, fiscalYearStart, holidayName, weekdayOf } from './school-year.ts';

type SeededClosure = typeof school_closures.$inferSelect;

/**
 * Closures for everyone from the start of a demo to the end of the fiscal year, without weekends. The day of the
 * demo is open: its provider has a school day.
 */
export function seedClosures(
  random: Random,
  { firstDay, lastDay, today }: Record<'firstDay' | 'lastDay' | 'today', string>,
): SeededClosure[] {
  return daysBetween(firstDay, lastDay).flatMap((day) => {
    const reason = [0, 6].includes(weekdayOf(day)) ? null : holidayName(day);
    if (reason === null || day === today) return [];
    return [{ id: random.id(), client: null, closure_date: day, reason, deleted_at: null, version: 1 }];
  });
}

/** Planning time for everyone, and supervisors' team meetings, after the last session. */
export function seedSeries(random: Random, people: People, today: string): SeededEvent[] {
  const year = fiscalYearStart(today).slice(0, 4);
  const working = people.providers.filter(({ row }) => !row.archived).map(({ row }) => row.id);
  const planning = working.map((provider) =>
    seriesOf(random, provider, {
      ...startingAt(`${year}-08-18`, '15:10', 40),
      event_title: 'Planning time',
      recurring_days: [2, 4],
    }),
  );
  const meetings = [...new Set(people.supervisions.map(({ supervisor }) => supervisor))]
    .filter((supervisor) => working.includes(supervisor))
    .map((supervisor) =>
      seriesOf(random, supervisor, {
        ...startingAt(`${year}-08-19`, '15:10', 45),
        event_title: 'Team meeting',
        event_color: 'violet',
        recurring_type: 'biweekly',
        recurring_days: [3],
        invites: people.supervisions
          .filter((one) => one.supervisor === supervisor && working.includes(one.supervisee))
          .map(({ supervisee }) => supervisee),
      }),
    );
  return [...planning, ...meetings];
}

function startingAt(day: string, time: string, minutes: number) {
  return {
    event_start_date: day,
    event_start_time: time,
    event_end_date: day,
    event_end_time: timePlusMinutes(time, minutes),
    duration: minutes,
    recurring_timeframe: `${Number(day.slice(0, 4)) + 1}-06-12`,
  };
}

function seriesOf(
  random: Random,
  provider: string,
  fields: ReturnType<typeof startingAt> & Partial<SeededEvent> & { event_title: string },
): SeededEvent {
  return {
    ...plainEvent,
    id: random.id(),
    provider,
    student: null,
    recurring: true,
    recurring_type: 'weekly',
    location: null,
    meeting_notes: '',
    event_color: 'gray',
    is_lunch: false,
    service: null,
    service_list: [],
    ...fields,
  };
}
