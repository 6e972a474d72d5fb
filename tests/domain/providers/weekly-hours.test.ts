import { describe, expect, test } from 'vitest';
import {
  type Availability,
  availabilityProblems,
  daysOffText,
  daysOffWithin,
  unavailableWords,
  weeklyHoursTexts,
} from '#domain/providers/weekly-hours.ts';

/** Mondays and Tuesdays from 8 to 3; off on two days of March. */
const DANA: Availability = {
  weekly: [
    { weekday: 1, from: '08:00', to: '15:00' },
    { weekday: 2, from: '08:00', to: '15:00' },
  ],
  days_off: [{ start_date: '2026-03-16', end_date: '2026-03-17', reason: 'Vacation' }],
};
const NEVER_ENTERED: Availability = { weekly: [], days_off: DANA.days_off };

describe('whether someone is available', () => {
  test.each<[string, Availability, [day: string, from: string, to: string], string | null]>([
    ['within their hours', DANA, ['2026-03-09', '08:00', '15:00'], null],
    ['before them', DANA, ['2026-03-09', '07:30', '08:30'], 'only available 8:00 AM–3:00 PM on Mondays'],
    ['past their end', DANA, ['2026-03-10', '14:30', '15:01'], 'only available 8:00 AM–3:00 PM on Tuesdays'],
    ['on a day without hours', DANA, ['2026-03-11', '09:00', '09:30'], 'not available on Wednesdays'],
    ['on the first day off', DANA, ['2026-03-16', '09:00', '09:30'], 'off on 03/16/2026 (Vacation)'],
    ['on the last day off', DANA, ['2026-03-17', '09:00', '09:30'], 'off on 03/17/2026 (Vacation)'],
    ['after it', DANA, ['2026-03-23', '09:00', '09:30'], null],
    ['at any time without hours', NEVER_ENTERED, ['2026-03-11', '03:00', '23:00'], null],
    ['off without hours', NEVER_ENTERED, ['2026-03-16', '09:00', '09:30'], 'off on 03/16/2026 (Vacation)'],
  ])('%s', (_, own, [day, from, to], words) => {
    expect(unavailableWords(own, { day, from, to })).toBe(words);
  });

  test('a reason that the reader may not know is left out', () => {
    const own = { ...DANA, days_off: DANA.days_off.map((one) => ({ ...one, reason: '' })) };
    expect(unavailableWords(own, { day: '2026-03-16', from: '09:00', to: '09:30' })).toBe(
      'off on 03/16/2026',
    );
  });
});

test.each<[string, Partial<Availability>, object]>([
  ['is fine', {}, {}],
  [
    'whose day ends before it begins',
    { weekly: [{ weekday: 5, from: '09:00', to: '09:00' }] },
    { weekly: 'Friday: The end must be after the start.' },
  ],
  [
    'that names a day twice',
    { weekly: [...DANA.weekly, ...DANA.weekly] },
    { weekly: 'Monday is listed twice.' },
  ],
  [
    'with time off that ends before it begins',
    { days_off: [{ start_date: '2026-03-16', end_date: '2026-03-15', reason: 'Vacation' }] },
    { days_off: '03/16/2026: The last day is before the first.' },
  ],
  [
    'with time off without a reason',
    { days_off: [{ start_date: '2026-03-16', end_date: '2026-03-16', reason: ' ' }] },
    { days_off: '03/16/2026: Enter a reason, such as vacation.' },
  ],
])('availability %s', (_, changes, problems) => {
  expect(availabilityProblems({ ...DANA, ...changes })).toEqual(problems);
});

test('time off within some days is found by its first day, and for good means all that comes', () => {
  const later = { start_date: '2026-04-01', end_date: '2026-04-01', reason: 'Conference' };
  const all = [later, ...DANA.days_off];
  expect(daysOffWithin(all, '2026-03-17', '2026-03-31').map(daysOffText)).toEqual([
    '03/16/2026 – 03/17/2026',
  ]);
  expect(daysOffWithin(all, '2026-03-18', null).map(daysOffText)).toEqual(['04/01/2026']);
  expect(daysOffWithin(all, '2026-03-01', null).map(daysOffText)).toEqual([
    '03/16/2026 – 03/17/2026',
    '04/01/2026',
  ]);
});

test('days in a row with the same hours are named together', () => {
  const hours = (weekday: number, to = '15:00') => ({ weekday, from: '08:00', to });
  expect(weeklyHoursTexts([hours(1), hours(2), hours(3), hours(5), hours(4, '12:00')])).toEqual([
    'Monday to Wednesday, 8:00 AM–3:00 PM',
    'Thursday, 8:00 AM–12:00 PM',
    'Friday, 8:00 AM–3:00 PM',
  ]);
  expect(weeklyHoursTexts([])).toEqual([]);
});
