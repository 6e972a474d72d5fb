import { describe, expect, test } from 'vitest';
import { figureParts } from '#domain/timesheets/figure-parts.ts';
import { type PeriodWork, periodDays } from '#domain/timesheets/period-days.ts';
import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';

const NAMES = [
  'sessions',
  'direct_minutes',
  'indirect_minutes',
  'meal_minutes',
  'paused_minutes',
  'paid_minutes',
  'expected_minutes',
] as const satisfies readonly (keyof TimesheetTotals)[];

const session = (
  session_date: string,
  attendance: 'delivered' | 'provider-absent',
  direct_minutes: number,
) => ({
  ...{ id: `${session_date} ${attendance}`, session_date, attendance, direct_minutes, indirect_minutes: 10 },
  ...{ has_overlap: false, approval_request: 'none' as const },
});
const planned = (event_start_date: string, change: Partial<PeriodWork['planned'][number]> = {}) => ({
  ...{ event_start_date, duration: 45, is_lunch: false, location: null, skipped: null },
  ...change,
});
const lunch = {
  ...{ id: 'lunch', lunch_start_time: '2026-03-09T19:00:00.000Z', lunch_end_time: null, lunch_duration: 30 },
  ...{ waiver_type: '' as const, exception_reason: '' as const, source: 'manual' as const },
};
const WORK = {
  sessions: [
    session('2026-03-09', 'delivered', 60),
    session('2026-03-10', 'delivered', 50),
    session('2026-03-10', 'provider-absent', 30),
  ],
  lunches: [lunch],
  timecards: [
    {
      work_date: '2026-03-09',
      started_at: '2026-03-09T16:00:00.000Z',
      ended_at: '2026-03-10T00:00:00.000Z',
      breaks: [
        {
          ...{ kind: 'pause' as const, lunch_id: null },
          ...{ started_at: '2026-03-09T21:00:00.000Z', ended_at: '2026-03-09T21:15:00.000Z' },
        },
      ],
    },
  ],
  planned: [
    planned('2026-03-09'),
    planned('2026-03-09', { is_lunch: true }),
    planned('2026-03-10', { skipped: 'Spring break' }),
  ],
};
const FACTS = {
  ...{ provider: 'ana', emp: 'w2_nonexempt' },
  ...{ now: '2026-03-11T18:00:00.000Z', today: '2026-03-11' },
};
const DAYS = periodDays(WORK, {
  ...{ ...FACTS, from: '2026-03-09', to: '2026-03-10', has_unsent: false },
  ...{ unsent_days: new Set<string>(), refused_days: new Set<string>(), meal_policies: [] },
});

describe("the parts of a day's figure", () => {
  test.each(DAYS.flatMap((day) => NAMES.map((name) => [name, day.day, day[name]] as const)))(
    'add up to it: %s of %s is %i',
    (name, day, figure) => {
      const parts = figureParts(name, day, WORK, FACTS);
      expect(parts.reduce((sum, part) => sum + part.figure, 0)).toBe(figure);
    },
  );

  test('are the worked spans around meals and pauses', () => {
    const parts = figureParts('paid_minutes', '2026-03-09', WORK, FACTS);
    expect(parts.map(({ kind, figure }) => [kind, figure])).toEqual([
      ['worked', 180],
      ['worked', 90],
      ['worked', 165],
    ]);
  });

  test('add up if punches are not at whole minutes', () => {
    const [card] = WORK.timecards;
    const [pause] = card?.breaks ?? [];
    const work = {
      ...WORK,
      lunches: [],
      timecards: [
        {
          ...card,
          ...{ work_date: '2026-03-09', started_at: '2026-03-09T16:00:20.000Z' },
          ended_at: '2026-03-10T00:00:50.000Z',
          breaks: [
            {
              ...{ kind: 'pause' as const, ...pause, lunch_id: null },
              ...{ started_at: '2026-03-09T21:00:10.000Z', ended_at: '2026-03-09T21:15:00.000Z' },
            },
          ],
        },
      ],
    };
    const parts = figureParts('paid_minutes', '2026-03-09', work, FACTS);
    expect(parts.map(({ figure }) => figure)).toEqual([299, 166]);
  });

  test('are the worked sessions if there is no timecard', () => {
    const parts = figureParts('paid_minutes', '2026-03-10', WORK, FACTS);
    expect(parts).toEqual([{ kind: 'session', session: WORK.sessions[1], figure: 60 }]);
  });

  test('exclude the card of a person without timecards', () => {
    expect(figureParts('meal_minutes', '2026-03-09', WORK, { ...FACTS, emp: 'w2_exempt' })).toEqual([]);
  });
});
