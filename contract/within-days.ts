import type { z } from 'zod';
import { withDayRange } from '#entities/fields.ts';

const DAY_MS = 86_400_000;

/** A query from `start_date` to `end_date`, in this order, and of at most so many days. */
export function withinDays<Query extends z.ZodObject>(most: number, query: Query): Query {
  return withDayRange(query, 'start_date', 'end_date').refine(
    (asked) => !(Date.parse(String(asked.end_date)) - Date.parse(String(asked.start_date)) >= most * DAY_MS),
    { path: ['end_date'], message: `Choose at most ${most} days.` },
  );
}
