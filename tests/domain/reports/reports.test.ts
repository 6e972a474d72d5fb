import { describe, expect, test } from 'vitest';
import {
  authorizedForecast,
  type SchoolDay,
  schoolDays,
  servedDays,
} from '#domain/reports/authorized-forecast.ts';
import { isLateNote, median, noteStatus } from '#domain/reports/note-status.ts';
import { deliveredMinutes, deliveredPercent, plannedMinutes } from '#domain/reports/service-minutes.ts';
import type { Attendance } from '#domain/sessions/session.ts';
import type { SessionRequest } from '#domain/sessions/session-requests.ts';

const request = (kind: SessionRequest['kind'], state: SessionRequest['state']): SessionRequest => ({
  ...{ kind, state, reason: '', before: {}, changes: {}, asked_by: 'a', asked_at: '2026-03-01T00:00:00Z' },
  ...{ decided_by: null, decided_at: null, note: '' },
});

describe('the service minutes of a session', () => {
  const session = (attendance: Attendance, change: object = {}) => ({
    ...{ attendance, scheduled_minutes: 30, actual_minutes: 30, make_up_of: null },
    ...{
      changeDuration: false,
      approval_request: 'none' as const,
      requests: [] as SessionRequest[],
      ...change,
    },
  });
  const shorter = { actual_minutes: 20, changeDuration: true };
  test.each([
    ['delivered as planned', session('delivered'), 30, 30],
    ['missed', session('student-absent', { actual_minutes: 0 }), 30, 0],
    ['canceled late: billed, but not received', session('late-cancel'), 30, 0],
    [
      'shorter, undecided',
      session('delivered', { ...shorter, requests: [request('duration', 'pending')] }),
      30,
      30,
    ],
    [
      'shorter, approved',
      session('delivered', { ...shorter, requests: [request('duration', 'approved')] }),
      30,
      20,
    ],
    ['a denied late entry', session('delivered', { requests: [request('late-entry', 'refused')] }), 30, 0],
    ['a makeup session', session('make-up'), 0, 30],
    ['a makeup that names the missed one', session('delivered', { make_up_of: 'x' }), 0, 30],
  ])('%s', (_, one, planned, delivered) => {
    expect([plannedMinutes(one), deliveredMinutes(one)]).toEqual([planned, delivered]);
  });

  test.each([
    [0, 0, null],
    [30, 0, null],
    [0, 90, 0],
    [59, 90, 65],
    [120, 90, 133],
  ])('%i of %i minutes are %s percent', (delivered, planned, percent) => {
    expect(deliveredPercent(delivered, planned)).toBe(percent);
  });
});

describe('the status of a note', () => {
  test.each([
    [null, 'not-started'],
    [{ state: 'draft', needs_co_sign: true }, 'draft'],
    [{ state: 'returned', needs_co_sign: true }, 'returned'],
    [{ state: 'signed', needs_co_sign: true }, 'to-co-sign'],
    [{ state: 'signed', needs_co_sign: false }, 'done'],
    [{ state: 'co-signed', needs_co_sign: true }, 'done'],
  ] as const)('%j is %s', (note, status) => {
    expect(noteStatus(note)).toBe(status);
  });

  test.each([
    ['not-started', '2026-03-01', '2026-03-08', false],
    ['not-started', '2026-03-01', '2026-03-09', true],
    ['draft', '2026-03-01', '2026-03-09', true],
    ['to-co-sign', '2026-03-01', '2026-06-30', false],
    ['done', '2026-03-01', '2026-06-30', false],
  ] as const)('%s of a session on %s is late on %s: %s', (status, day, today, isLate) => {
    expect(isLateNote(status, day, today)).toBe(isLate);
  });

  test.each([
    [[], null],
    [[4], 4],
    [[9, 1, 2], 2],
    [[9, 1, 2, 3], 2],
  ])('the median of %j is %s', (numbers, middle) => {
    expect(median(numbers)).toBe(middle);
  });
});

describe('the forecast of an authorization', () => {
  // Two school weeks of September 2026, from Monday the 7th, which is closed, to Friday the 18th.
  const short = schoolDays('2026-09-07', '2026-09-18', new Set(['2026-09-07']));
  const year = schoolDays('2026-09-01', '2027-02-26', new Set());
  const weekly = {
    authorised_minutes: 60,
    authorised_per: 'week',
    start_date: '2026-07-01',
    end_date: null,
    has_esy: false,
  } as const;

  type Authorization = Parameters<typeof authorizedForecast>[0] & Parameters<typeof servedDays>[0];
  const forecastOf = (
    authorization: Authorization,
    days: readonly SchoolDay[],
    delivered: number,
    today: string,
  ) => authorizedForecast(authorization, servedDays(authorization, days, today), delivered);

  test('school days are open weekdays', () => {
    expect(short.map(({ day }) => day.slice(8))).toEqual([
      '08',
      '09',
      '10',
      '11',
      '14',
      '15',
      '16',
      '17',
      '18',
    ]);
    expect(new Set(short.map(({ week }) => week))).toEqual(new Set(['2026-09-07', '2026-09-14']));
  });

  test.each([
    ['weekly minutes count for each week with a school day', weekly, 120],
    ['monthly minutes for each month', { ...weekly, authorised_per: 'month' as const }, 60],
    ['yearly minutes once', { ...weekly, authorised_per: 'year' as const }, 60],
    ['only its own days count', { ...weekly, end_date: '2026-09-11' }, 60],
    ['nothing is authorized outside of them', { ...weekly, end_date: '2026-09-01' }, 0],
    ['a service that begins later', { ...weekly, start_date: '2026-09-14' }, 60],
    ['no limit', { ...weekly, authorised_minutes: null }, null],
  ])('%s', (_, authorization, total) => {
    expect(forecastOf(authorization, short, 0, '2026-09-18').total_minutes).toBe(total);
  });

  test.each([
    [1_500, 'on-track'],
    [1_250, 'behind'],
    [1_280, 'on-track'],
    [1_700, 'heading-over'],
    [100, 'behind'],
  ] as const)('%i minutes so far are %s', (delivered, status) => {
    // 26 weeks of 60 minutes; all but the last of them are over.
    const forecast = forecastOf(weekly, year, delivered, '2027-02-19');
    expect(forecast.total_minutes).toBe(1_560);
    expect(forecast.status).toBe(delivered > 1_560 ? 'over' : status);
  });

  test('goes on at the pace so far, and says nothing in the first days', () => {
    const half = forecastOf(weekly, year, 780, '2026-11-30');
    expect(half.due_minutes).toBe(Math.round((1_560 * 65) / year.length));
    expect(half.forecast_minutes).toBe(Math.round((780 * year.length) / 65));
    const early = forecastOf(weekly, year, 60, '2026-09-08');
    expect(early).toMatchObject({ forecast_minutes: null, status: 'too-early' });
  });

  test('summer counts for students with an extended school year only', () => {
    const summer = schoolDays('2026-07-01', '2026-08-21', new Set());
    const total = (has_esy: boolean) =>
      forecastOf({ ...weekly, has_esy }, summer, 0, '2026-08-21').total_minutes;
    // Eight weeks, of which one is in the regular school year, from August 15 on.
    expect([total(true), total(false)]).toEqual([480, 60]);
  });

  test('spreads its minutes over the months without losing one', () => {
    const { authorized_by_month } = forecastOf(weekly, year, 0, '2026-09-18');
    expect([...authorized_by_month.keys()]).toHaveLength(6);
    expect([...authorized_by_month.values()].reduce((sum, minutes) => sum + minutes, 0)).toBe(1_560);
  });
});
