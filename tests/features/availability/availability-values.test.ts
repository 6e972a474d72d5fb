import { expect, test } from 'vitest';
import { WEEKDAYS } from '#domain/time/week.ts';
import { bodyOf, problemsOf } from '#features/availability/availability-values.ts';

const hours = WEEKDAYS.map(() => ({ from: '', to: '' }));
const line = { start_date: '', end_date: '', reason: '' };

test.each([
  ['a last day', { end_date: '2026-12-24' }],
  ['a reason', { reason: 'Vacation' }],
])('time off with only %s asks for its first day', (_, entered) => {
  expect(problemsOf({ hours, days_off: [{ ...line, ...entered }] })).toMatchObject({
    days_off: 'Enter the first day.',
  });
});

test('time off in which nothing was entered is left out', () => {
  expect(bodyOf({ hours, days_off: [line] }).days_off).toEqual([]);
});

test('time off without a last day is one day', () => {
  const days_off = [{ ...line, start_date: '2026-12-24', reason: 'Vacation' }];
  expect(bodyOf({ hours, days_off }).days_off).toEqual([
    { start_date: '2026-12-24', end_date: '2026-12-24', reason: 'Vacation' },
  ]);
});
