import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { LONGEST_SERIES, type SeriesPattern, seriesDays, seriesUntil } from '#domain/calendar/series-days.ts';
import { dayPlus } from '#domain/time/pacific.ts';

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** The series as expanded by another implementation. */
function expandedElsewhere(series: SeriesPattern): string[] {
  const type = series.recurring_type;
  const isWeekly = type === 'weekly' || type === 'biweekly';
  const start = ICAL.Time.fromDateString(series.event_start_date);
  const days = series.recurring_days.length > 0 ? series.recurring_days : [start.dayOfWeek() - 1];
  const rule = [
    `FREQ=${isWeekly ? 'WEEKLY' : type.toUpperCase()}`,
    'WKST=SU',
    `UNTIL=${seriesUntil(series).replaceAll('-', '')}`,
    ...(type === 'biweekly' ? ['INTERVAL=2'] : []),
    ...(isWeekly ? [`BYDAY=${days.map((day) => WEEKDAYS[day]).join(',')}`] : []),
    ...(type === 'monthly' ? [`BYMONTHDAY=${Number(series.event_start_date.slice(8))}`] : []),
  ].join(';');
  const iterator = ICAL.Recur.fromString(rule).iterator(start);
  const limit = Math.min(Number(series.recurring_timeframe) || LONGEST_SERIES, LONGEST_SERIES);
  const found: string[] = [];
  for (let next = iterator.next(); next !== null && found.length < limit; next = iterator.next()) {
    const day = next.toString();
    if (day > seriesUntil(series)) break;
    // Calendar programs count the start even if the rule doesn't match it; we don't.
    if (!isWeekly || days.includes(next.dayOfWeek() - 1)) found.push(day);
  }
  return found;
}

const patterns = fc.record({
  event_start_date: fc.integer({ min: 0, max: 3_000 }).map((days) => dayPlus('2024-01-01', days)),
  recurring_type: fc.constantFrom('daily', 'weekly', 'biweekly', 'monthly'),
  recurring_days: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
  recurring_timeframe: fc.oneof(
    fc.constant(''),
    fc.integer({ min: 1, max: 300 }).map(String),
    fc.integer({ min: 0, max: 3_400 }).map((days) => dayPlus('2024-01-01', days)),
  ),
} satisfies Record<keyof SeriesPattern, unknown>);

test('matches another implementation for any series', () => {
  fc.assert(
    fc.property(patterns, (pattern) => {
      const series: SeriesPattern = pattern;
      expect(seriesDays(series)).toEqual(expandedElsewhere(series));
    }),
    { numRuns: 400, seed: 20_260_701 },
  );
});
