import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { dayWithWeekday, sundayOf } from '#domain/time/week.ts';
import type { CalendarView } from './calendar-search.ts';

/** How many days the list covers. */
const LIST_DAYS = 30;
const WEEKS_OF_MONTH = 6;

export interface CalendarRange {
  /** Pacific days, inclusive. */
  days: readonly string[];
  from: string;
  to: string;
  title: string;
  /** The target day of "previous" and "next". */
  previous: string;
  next: string;
}

const monthWords = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The days that a view shows around a day. */
export function calendarRange(view: CalendarView, day: string): CalendarRange {
  switch (view) {
    case 'day':
      return rangeOf(day, 1, dayWithWeekday(day), dayPlus(day, -1), dayPlus(day, 1));
    case 'week': {
      const sunday = sundayOf(day);
      const title = `${displayDay(sunday)} – ${displayDay(dayPlus(sunday, 6))}`;
      return rangeOf(sunday, 7, title, dayPlus(day, -7), dayPlus(day, 7));
    }
    case 'month': {
      const first = `${day.slice(0, 8)}01`;
      const previous = `${dayPlus(first, -1).slice(0, 8)}01`;
      const next = `${dayPlus(first, 31).slice(0, 8)}01`;
      const title = monthWords.format(new Date(`${first}T00:00:00Z`));
      return rangeOf(sundayOf(first), 7 * WEEKS_OF_MONTH, title, previous, next);
    }
    case 'list': {
      const title = `${displayDay(day)} – ${displayDay(dayPlus(day, LIST_DAYS - 1))}`;
      return rangeOf(day, LIST_DAYS, title, dayPlus(day, -LIST_DAYS), dayPlus(day, LIST_DAYS));
    }
  }
}

function rangeOf(from: string, count: number, title: string, previous: string, next: string): CalendarRange {
  const days = Array.from({ length: count }, (_, at) => dayPlus(from, at));
  return { days, from, to: dayPlus(from, count - 1), title, previous, next };
}
