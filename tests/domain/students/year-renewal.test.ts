import { describe, expect, test } from 'vitest';
import {
  type RenewableService,
  renewalLines,
  renewalWindowProblems,
  renewalYear,
} from '#domain/students/year-renewal.ts';

const YEAR = { start_date: '2026-07-01', end_date: '2027-06-30' };

function service(id: string, changes: Partial<RenewableService> = {}): RenewableService {
  return {
    ...{ id, student: 'anna', service: 'speech', authorised_minutes: 120 },
    ...{ start_date: '2025-07-01', end_date: '2026-06-30', ...changes },
  };
}

const told = (services: readonly RenewableService[]) =>
  renewalLines(services, YEAR).map(
    ({ service: { id }, start_date, reason, is_refused }) =>
      `${id} ${start_date} ${is_refused ? '!' : ''}${reason}`,
  );

describe('what is renewed for a year', () => {
  test.each<[string, RenewableService[], string[]]>([
    ['one that ends with the old year', [service('a')], ['a 2026-07-01 ']],
    ['one without an end', [service('a', { end_date: null })], ['a 2026-07-01 ']],
    [
      'one that ends in the summer goes on the day after',
      [service('a', { end_date: '2026-08-14' })],
      ['a 2026-08-15 '],
    ],
    [
      'one that was renewed',
      [service('a'), service('b', { start_date: '2026-07-01', end_date: '2027-06-30' })],
      ['a 2026-07-01 !Already renewed from 07/01/2026.'],
    ],
    [
      'one that runs through the new year',
      [service('a', { end_date: '2027-06-30' })],
      ['a 2027-07-01 !Runs until 06/30/2027.'],
    ],
    [
      'one without minutes',
      [service('a', { authorised_minutes: null })],
      ['a 2026-07-01 No minutes are authorized.'],
    ],
    [
      'one that was given up',
      [service('a', { end_date: '2025-12-19' })],
      ['a 2026-07-01 Last day: 12/19/2025.'],
    ],
    [
      'only the last of those that followed each other',
      [service('a', { end_date: '2026-01-31' }), service('b', { start_date: '2026-02-01' })],
      ['b 2026-07-01 '],
    ],
    ['two at the same time, both', [service('a'), service('b')], ['a 2026-07-01 ', 'b 2026-07-01 ']],
    [
      'another student’s or service’s says nothing',
      [
        service('a'),
        service('b', { student: 'ben', start_date: '2026-07-01', end_date: null }),
        service('c', { service: 'motor', start_date: '2026-07-01', end_date: null }),
      ],
      ['a 2026-07-01 '],
    ],
    ['none of earlier years', [service('a', { start_date: '2023-07-01', end_date: '2024-06-30' })], []],
  ])('%s', (_, services, lines) => {
    expect(told(services)).toEqual(lines);
  });
});

describe('the year that is renewed for', () => {
  test.each([
    ['2026-05-20', YEAR],
    ['2026-06-30', YEAR],
    ['2026-07-01', YEAR],
    ['2026-09-30', YEAR],
    ['2026-10-01', { start_date: '2027-07-01', end_date: '2028-06-30' }],
  ])('on %s', (today, year) => {
    expect(renewalYear(today)).toEqual(year);
  });

  test.each([
    [{ start_date: '2026-07-01', end_date: '2026-06-30' }, true],
    [{ start_date: '2026-07-01', end_date: '2027-07-02' }, true],
    [YEAR, false],
  ])('from %o is refused: %s', (window, isRefused) => {
    expect('end_date' in renewalWindowProblems(window)).toBe(isRefused);
  });
});
