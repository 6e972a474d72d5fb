import { describe, expect, test } from 'vitest';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import { type PeriodFacts, type PeriodWork, periodDays, totalsOf } from '#domain/timesheets/period-days.ts';

const NOTHING: PeriodWork = { sessions: [], lunches: [], timecards: [], planned: [] };
const none: ReadonlySet<string> = new Set();
const DAY = '2026-03-10';

function facts(from: string, to: string, changes: Partial<PeriodFacts> = {}): PeriodFacts {
  return {
    ...{ provider: 'p', from, to, emp: 'w2_nonexempt', has_unsent: false },
    ...{ now: pacificInstant(dayPlus(to, 1), '12:00'), today: dayPlus(to, 1) },
    ...{ unsent_days: none, refused_days: none, meal_policies: [] },
    ...changes,
  };
}

function session(session_date: string, changes: Partial<PeriodWork['sessions'][number]> = {}) {
  return {
    ...{ session_date, direct_minutes: 30, indirect_minutes: 0, attendance: 'delivered' as const },
    ...{ has_overlap: false, approval_request: 'none' as const },
    ...changes,
  };
}

/** A card of a day, by Pacific wall times; a time before its start is on the next day. */
function card(work_date: string, start: string, end: string | null, breaks: [string, string, string][] = []) {
  const at = (time: string) => pacificInstant(time < start ? dayPlus(work_date, 1) : work_date, time);
  return {
    work_date,
    started_at: at(start),
    ended_at: end === null ? null : at(end),
    breaks: breaks.map(([kind, from, to]) => ({
      kind: kind as 'lunch' | 'pause',
      started_at: at(from),
      ended_at: at(to),
      lunch_id: null,
    })),
  };
}

const noMeal = {
  ...{ id: 'l', lunch_start_time: pacificInstant(DAY, '12:00'), lunch_end_time: null },
  ...{ lunch_duration: 30, waiver_type: '' as const, source: 'manual' as const },
  exception_reason: 'not-provided' as const,
};

/** A form lunch entry, by its Pacific wall time. */
const entered = (id: string, time: string, lunch_duration = 30) => ({
  ...noMeal,
  ...{ id, lunch_start_time: pacificInstant(DAY, time), lunch_duration, exception_reason: '' as const },
});
/** The entry written by a punch. */
const punchedFrom = (id: string, from: string, to: string) => ({
  ...entered(id, from),
  ...{ lunch_end_time: pacificInstant(DAY, to), source: 'punch' as const },
});

describe('a lunch that was punched and entered', () => {
  const day = (lunches: PeriodWork['lunches'], end = '17:00') => {
    const breaks: [string, string, string][] = [['lunch', '12:00', '12:30']];
    const one = card(DAY, '08:00', end, breaks);
    const named = { ...one, breaks: one.breaks.map((taken) => ({ ...taken, lunch_id: 'punched' })) };
    return periodDays({ ...NOTHING, timecards: [named], lunches }, facts(DAY, DAY))[0];
  };
  const punched = punchedFrom('punched', '12:00', '12:30');

  test.each([
    ['the same minutes', '12:00', 30],
    ['some of the same minutes', '12:15', 45],
    ['minutes of its own right after it', '12:30', 60],
  ])('subtracts %s from the work once', (_, start, minutes) => {
    const found = day([punched, entered('entered', start)]);
    expect(found).toMatchObject({ meal_minutes: minutes, paid_minutes: 540 - minutes });
  });

  test('is one meal, not the second that a long day requires', () => {
    expect(day([punched, entered('entered', '12:10')], '19:30')).toMatchObject({ meal: 'noncompliant' });
    expect(day([punched, entered('entered', '17:00')], '19:30')).toMatchObject({ meal: 'compliant' });
  });

  test('may have its reason on either entry', () => {
    const late = { ...punchedFrom('punched', '13:30', '14:00') };
    const reason = { ...entered('entered', '13:30'), exception_reason: 'chose-late' as const };
    expect(day([late])?.problems).toContain('meal-unexplained');
    expect(day([late, reason])?.problems).not.toContain('meal-unexplained');
  });

  test.each([2, 3, 4])('counts %i overlapping form entries as one, too', (count) => {
    const lunches = Array.from({ length: count }, (_, n) => entered(`entered-${n}`, '12:00'));
    const worked = { ...card(DAY, '08:00', '17:00') };
    const [found] = periodDays({ ...NOTHING, timecards: [worked], lunches }, facts(DAY, DAY));
    expect(found).toMatchObject({ meal_minutes: 30, paid_minutes: 510 });
  });
});

describe('the days of a period', () => {
  test.each([
    ['2026-03-01', '2026-03-15', 15],
    ['2026-02-16', '2026-02-28', 13],
    ['2028-02-16', '2028-02-29', 14],
    ['2026-06-16', '2026-06-30', 15],
    ['2026-12-16', '2026-12-31', 16],
  ])('from %s to %s are %i, each once and in order', (from, to, count) => {
    const days = periodDays(NOTHING, facts(from, to)).map(({ day }) => day);
    expect(days).toHaveLength(count);
    expect([days[0], days.at(-1)]).toEqual([from, to]);
    expect(days).toEqual([...new Set(days)].sort());
  });

  test('leave out work outside of the period, also across fiscal years', () => {
    const sessions = ['2026-06-15', '2026-06-16', '2026-06-30', '2026-07-01'].map((day) => session(day));
    const sums = (from: string, to: string) =>
      totalsOf(periodDays({ ...NOTHING, sessions }, facts(from, to)));
    expect(sums('2026-06-16', '2026-06-30')).toMatchObject({ sessions: 2, direct_minutes: 60 });
    expect(sums('2026-07-01', '2026-07-15')).toMatchObject({ sessions: 1, direct_minutes: 30 });
  });

  test.each<[string, ReturnType<typeof card>, number]>([
    ['an ordinary day', card(DAY, '08:00', '16:30', [['lunch', '12:00', '12:30']]), 480],
    ['a day with a pause', card(DAY, '08:00', '12:00', [['pause', '10:00', '10:15']]), 225],
    ['the night when clocks skip an hour', card('2026-03-07', '22:00', '06:00'), 420],
    ['the night when clocks repeat an hour', card('2026-10-31', '22:00', '06:00'), 540],
    ['past midnight', card(DAY, '20:00', '02:00'), 360],
    ['past midnight at the end of the month', card('2026-03-31', '22:00', '01:30'), 210],
  ])('paid time is punched time: %s', (_, worked, minutes) => {
    const { work_date } = worked;
    const [day, next] = periodDays(
      { ...NOTHING, timecards: [worked], sessions: [session(work_date)] },
      facts(work_date, dayPlus(work_date, 1)),
    );
    expect(day).toMatchObject({ paid_minutes: minutes, direct_minutes: 30 });
    expect(next?.paid_minutes).toBe(0);
  });

  test('meals and pauses are not paid time', () => {
    const worked = card(DAY, '08:00', '16:30', [
      ['lunch', '12:00', '12:35'],
      ['pause', '15:00', '15:10'],
    ]);
    const [day] = periodDays({ ...NOTHING, timecards: [worked] }, facts(DAY, DAY));
    expect(day).toMatchObject({ meal_minutes: 35, paused_minutes: 10, paid_minutes: 465, meal: 'compliant' });
  });

  test('keep seconds and floor the daily sum once', () => {
    const timecards = [
      { ...card(DAY, '08:00', '09:00'), ended_at: '2026-03-10T16:00:40.000Z' },
      { ...card(DAY, '10:00', '11:00'), ended_at: '2026-03-10T18:00:40.000Z' },
    ];
    const [day] = periodDays({ ...NOTHING, timecards }, facts(DAY, DAY));
    expect(day?.paid_minutes).toBe(121);
  });

  test('an open meal lasts as planned, and a card that was never ended runs to midnight', () => {
    const open = { ...noMeal, exception_reason: '' as const, source: 'punch' as const };
    const over = facts(DAY, '2026-03-15');
    expect(periodDays({ ...NOTHING, lunches: [open] }, over)[0]).toMatchObject({ meal_minutes: 30 });
    const timecards = [card(DAY, '22:00', null)];
    expect(periodDays({ ...NOTHING, timecards }, over)[0]).toMatchObject({ paid_minutes: 120 });
  });

  test.each([
    ['w2_nonexempt', 60],
    ['w2_exempt', 45],
    ['contractor', 45],
  ])('paid time of %s with a one-hour card and 45 minutes of sessions is %i', (emp, paid) => {
    const [day] = periodDays(
      {
        ...NOTHING,
        timecards: [card(DAY, '08:00', '09:00')],
        sessions: [session(DAY, { indirect_minutes: 15 })],
      },
      facts(DAY, DAY, { emp }),
    );
    expect(day?.paid_minutes).toBe(paid);
  });

  test("a provider's absence and a closed school have no minutes", () => {
    const sessions = (['provider-absent', 'school-closed', 'no-show', 'student-absent'] as const).map(
      (attendance) => session(DAY, { attendance }),
    );
    const [day] = periodDays({ ...NOTHING, sessions }, facts(DAY, DAY));
    expect(day).toMatchObject({ sessions: 4, direct_minutes: 60, paid_minutes: 60 });
  });

  test("expected time is the calendar's, without lunch, breaks, and school closures", () => {
    const event = { event_start_date: DAY, duration: 45, is_lunch: false, location: null, skipped: null };
    const planned = [
      event,
      { ...event, is_lunch: true },
      { ...event, location: '5' },
      { ...event, skipped: 'Veterans Day' },
      { ...event, duration: 30 },
    ];
    const [day] = periodDays({ ...NOTHING, planned }, facts(DAY, DAY));
    expect(day).toMatchObject({ expected_minutes: 75, problems: ['no-sessions'] });
    const [running] = periodDays({ ...NOTHING, planned }, facts(DAY, DAY, { today: DAY }));
    expect(running?.problems).toEqual([]);
  });

  const long = { timecards: [card(DAY, '08:00', '16:00')], sessions: [session(DAY)] };
  test.each<[string, Partial<PeriodWork>, Partial<PeriodFacts>, string[]]>([
    ['an empty day', {}, {}, []],
    ['an open card', { timecards: [card(DAY, '08:00', null)] }, {}, ['open-card', 'no-sessions']],
    ['a missed meal', long, {}, ['meal-unexplained']],
    ['a missed meal with its reason', { ...long, lunches: [noMeal] }, {}, []],
    ['an unsynced change', {}, { unsent_days: new Set([DAY]) }, ['unsent-change']],
    ['a refused change', {}, { refused_days: new Set([DAY]) }, ['refused-change']],
    ['an overlap', { sessions: [session(DAY, { has_overlap: true })] }, {}, ['overlap']],
    [
      'a duration to be approved',
      { sessions: [session(DAY, { approval_request: 'pending' })] },
      {},
      ['duration-undecided'],
    ],
  ])('problems of %s', (_, work, changes, problems) => {
    const [day] = periodDays({ ...NOTHING, ...work }, facts(DAY, DAY, changes));
    expect(day?.problems).toEqual(problems);
  });
});
