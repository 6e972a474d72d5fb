import { describe, expect, test } from 'vitest';
import {
  fiscalYearEnd,
  isSeriesDay,
  LONGEST_SERIES,
  type SeriesPattern,
  seriesDays,
  seriesUntil,
} from '#domain/calendar/series-days.ts';

/** `type start timeframe days`, days as digits or `-`. */
function pattern(words: string): SeriesPattern {
  const [recurring_type, event_start_date, recurring_timeframe = '', days = ''] = words.split(' ');
  return {
    recurring_type: recurring_type as SeriesPattern['recurring_type'],
    event_start_date: event_start_date as string,
    recurring_timeframe: recurring_timeframe === '-' ? '' : recurring_timeframe,
    recurring_days: [...days].map(Number),
  };
}

/** Short dates: `01-05`, in the year of the first one. */
function days(words: string): string[] {
  let year = '';
  return words.split(' ').flatMap((word) => {
    if (word.length === 4) {
      year = word;
      return [];
    }
    return [`${year}-${word}`];
  });
}

describe('the days of a short series', () => {
  test.each<[string, string, string]>([
    ['daily, counted', 'daily 2026-01-05 3', '2026 01-05 01-06 01-07'],
    ['daily, one alone', 'daily 2026-01-05 1', '2026 01-05'],
    [
      'daily to an end date, that day included',
      'daily 2026-01-05 2026-01-08',
      '2026 01-05 01-06 01-07 01-08',
    ],
    ['daily to its own start', 'daily 2026-01-05 2026-01-05', '2026 01-05'],
    ['daily over the weekend', 'daily 2026-01-09 4', '2026 01-09 01-10 01-11 01-12'],
    ['daily over the turn of the year', 'daily 2025-12-30 4', '2025 12-30 12-31 2026 01-01 01-02'],
    ['daily over a leap day', 'daily 2028-02-28 3', '2028 02-28 02-29 03-01'],
    ['daily in a year without one', 'daily 2026-02-27 3', '2026 02-27 02-28 03-01'],
    ['daily over the night clocks go forward', 'daily 2026-03-07 3', '2026 03-07 03-08 03-09'],
    ['daily over the night clocks go back', 'daily 2026-10-31 3', '2026 10-31 11-01 11-02'],
    ['daily at the end of the fiscal year', 'daily 2026-06-28', '2026 06-28 06-29 06-30'],
    ['daily on the last day of the fiscal year', 'daily 2026-06-30 5', '2026 06-30'],
    ['daily from the first day of a fiscal year', 'daily 2026-07-01 2', '2026 07-01 07-02'],
    ['daily takes no notice of weekdays', 'daily 2026-01-05 3 6', '2026 01-05 01-06 01-07'],

    ['weekly on the weekday of its start', 'weekly 2026-01-05 3', '2026 01-05 01-12 01-19'],
    ['weekly on that weekday, named', 'weekly 2026-01-05 3 1', '2026 01-05 01-12 01-19'],
    ['weekly on two days', 'weekly 2026-01-05 4 13', '2026 01-05 01-07 01-12 01-14'],
    ['weekly, days in any order', 'weekly 2026-01-05 4 31', '2026 01-05 01-07 01-12 01-14'],
    ['weekly, started between its days', 'weekly 2026-01-06 3 13', '2026 01-07 01-12 01-14'],
    ['weekly, started behind its days', 'weekly 2026-01-09 3 13', '2026 01-12 01-14 01-19'],
    ['weekly on Sundays', 'weekly 2026-01-04 3 0', '2026 01-04 01-11 01-18'],
    ['weekly on Saturdays', 'weekly 2026-01-10 3 6', '2026 01-10 01-17 01-24'],
    ['weekly, Sunday and Saturday', 'weekly 2026-01-10 4 06', '2026 01-10 01-11 01-17 01-18'],
    ['weekly on school days', 'weekly 2026-01-07 5 12345', '2026 01-07 01-08 01-09 01-12 01-13'],
    ['weekly to an end date that fits', 'weekly 2026-01-05 2026-01-19', '2026 01-05 01-12 01-19'],
    ['weekly to the day before', 'weekly 2026-01-05 2026-01-18', '2026 01-05 01-12'],
    ['weekly to the end of the fiscal year', 'weekly 2026-06-15', '2026 06-15 06-22 06-29'],
    ['weekly, the end date beyond the fiscal year', 'weekly 2026-06-15 2026-08-01', '2026 06-15 06-22 06-29'],
    ['weekly, the count beyond the fiscal year', 'weekly 2026-06-15 40', '2026 06-15 06-22 06-29'],
    ['weekly over spring', 'weekly 2026-03-01 3', '2026 03-01 03-08 03-15'],
    ['weekly over autumn', 'weekly 2026-10-25 3', '2026 10-25 11-01 11-08'],
    ['weekly on 29 February', 'weekly 2028-02-22 3', '2028 02-22 02-29 03-07'],
    ['weekly over the turn of the year', 'weekly 2025-12-24 3', '2025 12-24 12-31 2026 01-07'],

    ['biweekly on the weekday of its start', 'biweekly 2026-01-05 3', '2026 01-05 01-19 02-02'],
    ['biweekly on two days of one week', 'biweekly 2026-01-05 4 14', '2026 01-05 01-08 01-19 01-22'],
    ['biweekly, the rest of the first week', 'biweekly 2026-01-07 3 14', '2026 01-08 01-19 01-22'],
    ['biweekly, nothing left of the first week', 'biweekly 2026-01-09 2 14', '2026 01-19 01-22'],
    ['biweekly, weeks begin on Sunday', 'biweekly 2026-01-10 3 06', '2026 01-10 01-18 01-24'],
    ['biweekly from a Sunday', 'biweekly 2026-01-04 4 06', '2026 01-04 01-10 01-18 01-24'],
    ['biweekly to an end date', 'biweekly 2026-01-05 2026-02-01', '2026 01-05 01-19'],
    ['biweekly over spring', 'biweekly 2026-02-22 3', '2026 02-22 03-08 03-22'],
    ['biweekly to the end of the fiscal year', 'biweekly 2026-06-09', '2026 06-09 06-23'],

    ['monthly', 'monthly 2026-01-15 3', '2026 01-15 02-15 03-15'],
    ['monthly on the 31st', 'monthly 2026-01-31 3', '2026 01-31 03-31 05-31'],
    ['monthly on the 30th', 'monthly 2026-01-30 3', '2026 01-30 03-30 04-30'],
    ['monthly on the 29th', 'monthly 2026-01-29 3', '2026 01-29 03-29 04-29'],
    ['monthly on the 29th of a leap year', 'monthly 2028-01-29 3', '2028 01-29 02-29 03-29'],
    ['monthly from a leap day', 'monthly 2028-02-29 3', '2028 02-29 03-29 04-29'],
    ['monthly on the 28th', 'monthly 2026-01-28 3', '2026 01-28 02-28 03-28'],
    ['monthly over the turn of the year', 'monthly 2025-11-10 4', '2025 11-10 12-10 2026 01-10 02-10'],
    ['monthly to an end date', 'monthly 2026-01-15 2026-03-14', '2026 01-15 02-15'],
    ['monthly to the end of the fiscal year', 'monthly 2026-04-30', '2026 04-30 05-30 06-30'],
    ['monthly, the 31st to the end of the fiscal year', 'monthly 2026-03-31', '2026 03-31 05-31'],
    ['monthly over both nights clocks change', 'monthly 2026-02-08 2', '2026 02-08 03-08'],
    ['monthly takes no notice of weekdays', 'monthly 2026-01-15 2 0', '2026 01-15 02-15'],

    ['an end date before the start', 'weekly 2026-01-05 2026-01-04', ''],
    ['what does not recur', ' 2026-01-05', ''],
    ['a count that is none, until the year ends', 'weekly 2026-06-22 0', '2026 06-22 06-29'],
    ['words for a timeframe, until the year ends', 'weekly 2026-06-22 forever', '2026 06-22 06-29'],
    ['an end date that no calendar has', 'weekly 2026-06-22 2026-06-99', '2026 06-22 06-29'],
  ])('%s', (_, words, expected) => {
    expect(seriesDays(pattern(words))).toEqual(expected === '' ? [] : days(expected));
  });
});

describe('the length of a long series', () => {
  test.each<[string, string, number, string]>([
    ['daily from July meets the limit', 'daily 2026-07-01', LONGEST_SERIES, '2027-04-26'],
    ['daily with too large a count', 'daily 2026-07-01 999', LONGEST_SERIES, '2027-04-26'],
    ['daily with an end date behind the limit', 'daily 2026-07-01 2027-06-01', LONGEST_SERIES, '2027-04-26'],
    ['daily with the limit as its count', 'daily 2026-07-01 300', LONGEST_SERIES, '2027-04-26'],
    ['daily with one less', 'daily 2026-07-01 299', 299, '2027-04-25'],
    ['daily from September is within it', 'daily 2026-09-04', 300, '2027-06-30'],
    ['school days of a fiscal year', 'weekly 2026-07-01 - 12345', 261, '2027-06-30'],
    ['every day of the week, as weekly', 'weekly 2026-07-01 - 0123456', LONGEST_SERIES, '2027-04-26'],
    ['weekly over a fiscal year', 'weekly 2026-07-01', 53, '2027-06-30'],
    ['biweekly over a fiscal year', 'biweekly 2026-07-01', 27, '2027-06-30'],
    ['monthly over a fiscal year', 'monthly 2026-07-01', 12, '2027-06-01'],
    ['daily of a leap year', 'daily 2028-01-01', 182, '2028-06-30'],
    ['daily of another', 'daily 2026-01-01', 181, '2026-06-30'],
  ])('%s', (_, words, count, last) => {
    const found = seriesDays(pattern(words));
    expect(found).toHaveLength(count);
    expect(found.at(-1)).toBe(last);
  });
});

describe('a range of a series', () => {
  test.each<[string, string, [string, string], string]>([
    ['counts from the start', 'daily 2026-01-05 5', ['2026-01-08', '2026-01-31'], '2026 01-08 01-09'],
    ['ends where it is asked to', 'weekly 2026-01-05', ['2026-01-10', '2026-01-20'], '2026 01-12 01-19'],
    ['both ends included', 'daily 2026-01-05', ['2026-01-07', '2026-01-08'], '2026 01-07 01-08'],
    ['nothing before it begins', 'daily 2026-01-05', ['2025-12-01', '2026-01-04'], ''],
    ['nothing after it ends', 'daily 2026-01-05 2', ['2026-01-07', '2026-01-09'], ''],
    ['keeps its weeks', 'biweekly 2026-01-05', ['2026-01-12', '2026-01-25'], '2026 01-19'],
  ])('%s', (_, words, [from, to], expected) => {
    expect(seriesDays(pattern(words), from, to)).toEqual(expected === '' ? [] : days(expected));
  });

  test('recognizes its own days', () => {
    const series = pattern('weekly 2026-01-05 2 13');
    expect(isSeriesDay(series, '2026-01-07')).toBe(true);
    expect(isSeriesDay(series, '2026-01-08')).toBe(false);
    expect(isSeriesDay(series, '2026-01-12')).toBe(false);
  });
});

describe('end dates', () => {
  test.each([
    ['2026-06-30', '2026-06-30'],
    ['2026-07-01', '2027-06-30'],
    ['2025-12-31', '2026-06-30'],
    ['2026-01-01', '2026-06-30'],
  ])('the fiscal year of %s ends on %s', (day, end) => {
    expect(fiscalYearEnd(day)).toBe(end);
  });

  test.each([
    ['weekly 2026-01-05', '2026-06-30'],
    ['weekly 2026-01-05 7', '2026-06-30'],
    ['weekly 2026-01-05 2026-02-01', '2026-02-01'],
    ['weekly 2026-01-05 2027-02-01', '2026-06-30'],
  ])('%s is over by %s', (words, until) => {
    expect(seriesUntil(pattern(words))).toBe(until);
  });
});
