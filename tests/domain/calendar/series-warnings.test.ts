import { describe, expect, test } from 'vitest';
import {
  closedDays,
  closedSentence,
  type PlannedTimes,
  plannedSpans,
  unavailableSentence,
} from '#domain/calendar/series-warnings.ts';

const WEEKLY: PlannedTimes = {
  ...{ event_start_date: '2026-11-16', event_end_date: '2026-11-16' },
  ...{ event_start_time: '09:00', event_end_time: '09:30' },
  ...{ recurring_type: 'weekly', recurring_timeframe: '', recurring_days: [1, 5] },
};
const DAYS_OFF = { start_date: '2026-11-20', end_date: '2026-11-23', reason: 'vacation' };
const MONDAYS = { weekday: 1, from: '08:00', to: '15:00' };
const FRIDAYS = { weekday: 5, from: '10:00', to: '15:00' };

describe('the days of a planned event', () => {
  test.each<[string, PlannedTimes, Parameters<typeof plannedSpans>[1], string[]]>([
    ['once', { ...WEEKLY, recurring_type: '' }, null, ['2026-11-16']],
    [
      'a number of times',
      { ...WEEKLY, recurring_timeframe: '3' },
      null,
      ['2026-11-16', '2026-11-20', '2026-11-23'],
    ],
    [
      'those that are left of a number, from the occurrence that is edited, without deleted ones',
      { ...WEEKLY, event_start_date: '2026-11-20', event_end_date: '2026-11-20', recurring_timeframe: '4' },
      { event_start_date: '2026-11-16', excluded_dates: ['2026-11-23'] },
      ['2026-11-20', '2026-11-27'],
    ],
  ])('are %s', (_, event, series, days) => {
    expect(plannedSpans(event, series).map(({ day }) => day)).toEqual(days);
  });

  test('end with the fiscal year, and 300 of them take no time', () => {
    const daily: PlannedTimes = { ...WEEKLY, recurring_type: 'daily', recurring_days: [] };
    const began = performance.now();
    const spans = plannedSpans(daily, null);
    const off = Array.from({ length: 50 }, () => DAYS_OFF);
    expect(unavailableSentence('Sam is', { weekly: [MONDAYS], days_off: off }, spans)).toContain(
      '195 of 227 days',
    );
    expect(performance.now() - began).toBeLessThan(100);
    expect(spans.at(-1)?.day).toBe('2027-06-30');
  });
});

describe('a warning', () => {
  const spans = plannedSpans({ ...WEEKLY, recurring_timeframe: '2026-12-04' }, null);

  test.each<[string, Parameters<typeof unavailableSentence>[1], string | null]>([
    ['is not given without hours and time off', { weekly: [], days_off: [] }, null],
    [
      'names the days of time off',
      { weekly: [], days_off: [DAYS_OFF] },
      'Sam Cho is not available on 2 of 6 days: 11/20/2026 (vacation) and 11/23/2026 (vacation).',
    ],
    [
      'names the first days and how many more there are',
      { weekly: [MONDAYS, FRIDAYS], days_off: [DAYS_OFF] },
      'Sam Cho is not available on 4 of 6 days: 11/20/2026 (vacation), 11/23/2026 (vacation), 11/27/2026 (only 10:00 AM–3:00 PM), and 1 more.',
    ],
    [
      'names a weekday without hours, and no reason that the reader may not know',
      { weekly: [MONDAYS], days_off: [{ ...DAYS_OFF, end_date: '2026-11-20', reason: '' }] },
      'Sam Cho is not available on 3 of 6 days: 11/20/2026 (off), 11/27/2026 (not on Fridays), and 12/04/2026 (not on Fridays).',
    ],
  ])('%s', (_, availability, words) => {
    expect(unavailableSentence('Sam Cho is', availability, spans)).toBe(words);
  });

  test('about a single event is one about its day', () => {
    const once = plannedSpans({ ...WEEKLY, event_start_date: '2026-11-20', recurring_type: '' }, null);
    expect(unavailableSentence("You're", { weekly: [], days_off: [DAYS_OFF] }, once)).toBe(
      "You're off on 11/20/2026 (vacation).",
    );
  });

  test("about closures is about the client's, and says what becomes of these days", () => {
    const closed = closedDays(
      [
        { client: null, closure_date: '2026-11-27', reason: 'Thanksgiving' },
        { client: 'other', closure_date: '2026-11-30', reason: 'Flood' },
        { client: 'own', closure_date: '2026-12-04', reason: 'Teacher workday' },
      ],
      'own',
    );
    expect(closedSentence(closed, spans, true)).toBe(
      'School is closed on 2 of 6 days: 11/27/2026 (Thanksgiving) and 12/04/2026 (Teacher workday). They are skipped.',
    );
    expect(closedSentence(closed, spans.slice(0, 2), true)).toBeNull();
    expect(closedSentence(closed, spans.slice(-1), false)).toBe(
      'School is closed on 12/04/2026 (Teacher workday).',
    );
  });
});
