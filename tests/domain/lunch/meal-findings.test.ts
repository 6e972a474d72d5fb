import { describe, expect, test } from 'vitest';
import { cardsWithLunches, type MealDay, type MealLunch, workdays } from '#domain/lunch/meal-day.ts';
import { mealFindings, startLunchBy } from '#domain/lunch/meal-findings.ts';
import { MEAL_POLICY } from '#domain/lunch/meal-policy.ts';
import { pacificInstant } from '#domain/time/pacific.ts';
import { type TimecardTimes, workedMs } from '#domain/timecards/timecard.ts';

const DAY = '2026-03-02';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The instant this many ms after 08:00 Pacific. */
function at(ms: number, day = DAY): string {
  return new Date(Date.parse(pacificInstant(day, '08:00')) + ms).toISOString();
}

type Meal = [start: number, end: number];

/** A day from 08:00 on with punched meals, in ms after 08:00. */
function workday(end: number | null, meals: Meal[] = [], changes: Partial<MealDay> = {}): MealDay {
  const lunches = meals.map(([start, finish], n) => punched(`meal-${n}`, start, finish));
  const card: TimecardTimes = {
    started_at: at(0),
    ended_at: end === null ? null : at(end),
    breaks: lunches.map(({ id, lunch_start_time, lunch_end_time }) => ({
      kind: 'lunch',
      started_at: lunch_start_time,
      ended_at: lunch_end_time,
      lunch_id: id,
    })),
  };
  return {
    provider: 'p',
    work_date: DAY,
    cards: [card],
    lunches,
    has_unsent: false,
    now: at(24 * HOUR),
    ...changes,
  };
}

function lunch(id: string, changes: Partial<MealLunch> = {}): MealLunch {
  return {
    id,
    lunch_start_time: at(4 * HOUR),
    lunch_end_time: null,
    lunch_duration: 30,
    waiver_type: '',
    exception_reason: '',
    source: 'manual',
    ...changes,
  };
}

function punched(id: string, start: number, end: number): MealLunch {
  const lunch_duration = Math.floor((end - start) / MINUTE);
  return lunch(id, { lunch_start_time: at(start), lunch_end_time: at(end), lunch_duration, source: 'punch' });
}

function withEntries(day: MealDay, ...entries: MealLunch[]): MealDay {
  return { ...day, lunches: [...day.lunches, ...entries] };
}

function results(day: MealDay): string[] {
  return mealFindings(day).findings.map(({ result }) => result);
}

describe('a day without a meal', () => {
  test.each([
    ['4:59:59', 5 * HOUR - SECOND, 'not-required', 'not-required'],
    ['5:00:00', 5 * HOUR, 'not-required', 'not-required'],
    ['5:00:01', 5 * HOUR + SECOND, 'missed', 'not-required'],
    ['5:01', 5 * HOUR + MINUTE, 'missed', 'not-required'],
    ['6:01', 6 * HOUR + MINUTE, 'missed', 'not-required'],
    ['9:59', 10 * HOUR - MINUTE, 'missed', 'not-required'],
    ['10:00:00', 10 * HOUR, 'missed', 'not-required'],
    ['10:00:01', 10 * HOUR + SECOND, 'missed', 'missed'],
  ])('with %s of work', (_, end, first, second) => {
    expect(results(workday(end))).toEqual([first, second]);
  });
});

describe('a waived first meal', () => {
  test.each([
    ['5:00:00', 5 * HOUR, 'not-required', 'not-required'],
    ['5:00:01', 5 * HOUR + SECOND, 'waived', 'waived'],
    ['5:59', 6 * HOUR - MINUTE, 'waived', 'waived'],
    ['6:00:00', 6 * HOUR, 'waived', 'waived'],
    ['6:00:01', 6 * HOUR + SECOND, 'waiver-invalid', 'noncompliant'],
    ['6:01, to which the day grew', 6 * HOUR + MINUTE, 'waiver-invalid', 'noncompliant'],
  ])('with %s of work', (_, end, first, compliance) => {
    for (const waiver_type of ['first_meal_6h', 'standing_6h'] as const) {
      const found = mealFindings(withEntries(workday(end), lunch('w', { waiver_type })));
      expect(found.findings[0]?.result).toBe(first);
      expect(found.compliance).toBe(compliance);
    }
  });

  test("doesn't make the waiver of the second valid", () => {
    expect(results(withEntries(workday(5.5 * HOUR), lunch('w', { waiver_type: 'second_meal_12h' })))).toEqual(
      ['missed', 'not-required'],
    );
  });

  test('is compliant if it was taken anyway', () => {
    const day = workday(8.5 * HOUR, [[4 * HOUR, 4.5 * HOUR]]);
    expect(results(withEntries(day, lunch('w', { waiver_type: 'standing_6h' })))[0]).toBe('compliant');
  });
});

describe('a first meal', () => {
  test.each([
    ['30:00 at 4:59:59', [5 * HOUR - SECOND, 5.5 * HOUR - SECOND], 'compliant'],
    ['30:00 at 5:00:00', [5 * HOUR, 5.5 * HOUR], 'late'],
    ['30:00 at 5:00:01', [5 * HOUR + SECOND, 5.5 * HOUR + SECOND], 'late'],
    ['30:00 at 6:00', [6 * HOUR, 6.5 * HOUR], 'late'],
    ['29:59 at 4:00', [4 * HOUR, 4.5 * HOUR - SECOND], 'short'],
    ['30:00 at 4:00', [4 * HOUR, 4.5 * HOUR], 'compliant'],
    ['60:00 at 0:30', [0.5 * HOUR, 1.5 * HOUR], 'compliant'],
    ['20:00 at 6:00', [6 * HOUR, 6 * HOUR + 20 * MINUTE], 'short'],
  ] as [string, Meal, string][])('of %s of work', (_, meal, result) => {
    expect(results(workday(8.5 * HOUR, [meal]))).toEqual([result, 'not-required']);
  });

  test('is due at the end of the fifth hour of work, which pauses and short meals postpone', () => {
    const day = workday(9 * HOUR, [[2 * HOUR, 2 * HOUR + 20 * MINUTE]]);
    const [card] = day.cards;
    const pause = {
      kind: 'pause' as const,
      started_at: at(3 * HOUR),
      ended_at: at(4 * HOUR),
      lunch_id: null,
    };
    const paused = {
      ...day,
      cards: [{ ...card, breaks: [...(card?.breaks ?? []), pause] } as TimecardTimes],
    };
    expect(mealFindings(paused).findings[0]).toEqual({
      meal: 'first',
      result: 'short',
      due_at: at(6 * HOUR + 20 * MINUTE),
      lunch_id: 'meal-0',
      reason: '',
    });
  });

  test("can't be replaced by a pause", () => {
    const [card] = workday(8 * HOUR).cards;
    const breaks = [
      { kind: 'pause', started_at: at(4 * HOUR), ended_at: at(5 * HOUR), lunch_id: null },
    ] as const;
    expect(results(workday(8 * HOUR, [], { cards: [{ ...card, breaks } as TimecardTimes] }))[0]).toBe(
      'missed',
    );
  });

  test('is late even if a short one was in time', () => {
    const day = workday(9 * HOUR, [
      [3 * HOUR, 3 * HOUR + 10 * MINUTE],
      [6 * HOUR, 6.5 * HOUR],
    ]);
    expect(mealFindings(day).findings[0]).toMatchObject({ result: 'late', lunch_id: 'meal-1' });
  });
});

describe('a second meal', () => {
  const first: Meal = [4 * HOUR, 4.5 * HOUR];
  test.each([
    ['10:00:00 of work', 10.5 * HOUR, [], 'not-required'],
    ['10:00:01 of work without it', 10.5 * HOUR + SECOND, [], 'missed'],
    ['it starts at 9:59:59', 11.5 * HOUR, [[10.5 * HOUR - SECOND, 11 * HOUR - SECOND]], 'compliant'],
    ['it starts at 10:00:00', 11.5 * HOUR, [[10.5 * HOUR, 11 * HOUR]], 'late'],
    ['it lasts 29:59', 12 * HOUR, [[9 * HOUR, 9.5 * HOUR - SECOND]], 'short'],
  ] as [string, number, Meal[], string][])('with %s', (_, end, meals, result) => {
    expect(results(workday(end, [first, ...meals]))).toEqual(['compliant', result]);
  });

  test.each([
    ['12:00:00', 12.5 * HOUR, 'waived'],
    ['12:00:01', 12.5 * HOUR + SECOND, 'waiver-invalid'],
    ['12:01', 12.5 * HOUR + MINUTE, 'waiver-invalid'],
    ['11:59', 12.5 * HOUR - MINUTE, 'waived'],
  ])('that is waived with %s of work', (_, end, result) => {
    const day = withEntries(workday(end, [first]), lunch('w', { waiver_type: 'second_meal_12h' }));
    expect(results(day)).toEqual(['compliant', result]);
  });

  test("can't be waived if the first was", () => {
    const day = withEntries(
      workday(11 * HOUR),
      lunch('w1', { waiver_type: 'standing_6h' }),
      lunch('w2', { waiver_type: 'second_meal_12h' }),
    );
    expect(results(day)).toEqual(['waiver-invalid', 'waiver-invalid']);
    const onDuty = withEntries(
      workday(11 * HOUR),
      lunch('d', { waiver_type: 'on_duty' }),
      lunch('w2', { waiver_type: 'second_meal_12h' }),
    );
    expect(results(onDuty)).toEqual(['waived', 'waiver-invalid']);
  });
});

describe('a lunch entry from the form', () => {
  test('counts as a meal and interrupts the work', () => {
    const found = mealFindings(withEntries(workday(8.5 * HOUR), lunch('m')));
    expect(found).toMatchObject({ worked_ms: 8 * HOUR, worked_minutes: 480, compliance: 'compliant' });
    expect(found.findings[0]).toMatchObject({ result: 'compliant', lunch_id: 'm' });
  });

  test("that is on duty counts as a waived meal and doesn't interrupt the work", () => {
    const found = mealFindings(withEntries(workday(8 * HOUR), lunch('d', { waiver_type: 'on_duty' })));
    expect(found).toMatchObject({ worked_ms: 8 * HOUR, compliance: 'waived' });
    const late = lunch('d', { waiver_type: 'on_duty', lunch_start_time: at(5 * HOUR) });
    expect(results(withEntries(workday(8 * HOUR), late))[0]).toBe('late');
  });

  test.each(['chose-not', 'not-provided'] as const)(
    'that says %s is the reason of a missed meal',
    (reason) => {
      const found = mealFindings(withEntries(workday(8 * HOUR), lunch('r', { exception_reason: reason })));
      expect(found.worked_ms).toBe(8 * HOUR);
      expect(found.findings[0]).toMatchObject({ result: 'missed', lunch_id: 'r', reason });
    },
  );

  test('replaces the punches that it corrects', () => {
    const day = workday(8.5 * HOUR, [[4 * HOUR, 4.5 * HOUR]]);
    const corrected = { ...day, lunches: [punched('meal-0', 4 * HOUR, 4 * HOUR + 20 * MINUTE)] };
    expect(mealFindings(corrected)).toMatchObject({
      worked_ms: 8.5 * HOUR - 20 * MINUTE,
      compliance: 'noncompliant',
    });
    expect(mealFindings({ ...day, lunches: [] })).toMatchObject({ worked_ms: 8.5 * HOUR });
  });
});

describe('findings are unknown', () => {
  test.each([
    ['while the card is open', workday(null, [], { now: at(3 * HOUR) })],
    ['while a device holds unsent work', workday(8.5 * HOUR, [[4 * HOUR, 4.5 * HOUR]], { has_unsent: true })],
    ['of entries without a card', workday(0, [], { cards: [], lunches: [lunch('m')] })],
    [
      'for a waiver without a card',
      workday(0, [], { cards: [], lunches: [lunch('m', { waiver_type: 'standing_6h' })] }),
    ],
    ['while a punched meal has no end', withEntries(workday(8 * HOUR), lunch('m', { source: 'punch' }))],
    ['of an empty day while a device holds unsent work', workday(0, [], { cards: [], has_unsent: true })],
  ])('%s', (_, day) => {
    expect(results(day)).toEqual(['unknown', 'unknown']);
    expect(mealFindings(day).compliance).toBe('unknown');
  });

  test('except that an empty day needs no meal', () => {
    expect(mealFindings(workday(0, [], { cards: [] })).compliance).toBe('not-required');
  });
});

describe('hours are real hours', () => {
  test.each([
    ['the spring clock change', '2026-03-07', '22:00', '2026-03-08', '04:30', 5.5],
    ['the fall clock change', '2026-10-31', '22:00', '2026-11-01', '03:00', 6],
    ['midnight', '2026-03-02', '20:00', '2026-03-03', '02:00', 6],
  ])('across %s', (_, from, start, to, end, hours) => {
    const card = { started_at: pacificInstant(from, start), ended_at: pacificInstant(to, end), breaks: [] };
    const found = mealFindings({
      provider: 'p',
      work_date: from,
      cards: [card],
      lunches: [],
      has_unsent: false,
      now: at(0, '2026-12-01'),
    });
    expect(found.worked_ms).toBe(hours * HOUR);
    expect(found.findings[0]).toMatchObject({
      result: 'missed',
      due_at: new Date(Date.parse(card.started_at) + 5 * HOUR).toISOString(),
    });
  });

  test('two cards of one day add up, counting shared time once', () => {
    const cards = [
      { started_at: at(0), ended_at: at(3 * HOUR), breaks: [] },
      { started_at: at(2 * HOUR), ended_at: at(4 * HOUR), breaks: [] },
      { started_at: at(6 * HOUR), ended_at: at(7 * HOUR), breaks: [] },
    ];
    expect(mealFindings(workday(0, [], { cards }))).toMatchObject({
      worked_ms: 5 * HOUR,
      compliance: 'not-required',
    });
  });
});

describe('cards with their lunch entries', () => {
  test('include entries without punches', () => {
    const { cards, lunches } = withEntries(
      workday(8.5 * HOUR, [[2 * HOUR, 2.5 * HOUR]]),
      lunch('m', { lunch_start_time: at(5 * HOUR) }),
      lunch('w', { waiver_type: 'standing_6h' }),
      lunch('elsewhere', { lunch_start_time: at(9 * HOUR) }),
    );
    const [card] = cardsWithLunches(cards, lunches);
    expect(card?.breaks.map(({ lunch_id }) => lunch_id)).toEqual(['meal-0', 'm']);
    expect(card === undefined ? 0 : workedMs(card, Date.parse(at(24 * HOUR)))).toBe(7.5 * HOUR);
  });
});

test('a meal past midnight belongs to the day of its card', () => {
  const card = {
    work_date: DAY,
    started_at: pacificInstant(DAY, '18:00'),
    ended_at: pacificInstant('2026-03-03', '02:00'),
    breaks: [],
  };
  const entries = [
    lunch('night', { lunch_start_time: pacificInstant('2026-03-03', '00:10') }),
    lunch('noon', { lunch_start_time: pacificInstant('2026-03-03', '12:00') }),
  ];
  const days = workdays([card], entries);
  expect([...days].map(([date, day]) => [date, day.lunches.map(({ id }) => id)])).toEqual([
    [DAY, ['night']],
    ['2026-03-03', ['noon']],
  ]);
});

test('uses the limits of the policy', () => {
  const strict = { ...MEAL_POLICY, version: 2, first_meal_after_minutes: 240 };
  expect(mealFindings(workday(4.5 * HOUR), strict).compliance).toBe('noncompliant');
});

describe('the time to start lunch', () => {
  const open = (now: number, meals: Meal[] = []) => workday(null, meals, { now: at(now) });
  const until = (ms: number) => [{ start: at(0), end: at(ms) }];
  test.each([
    ['five hours after the start', open(HOUR), [], 5 * HOUR],
    ['five hours after the start on a day planned to be longer', open(HOUR), until(8 * HOUR), 5 * HOUR],
    ['none on a day planned to end before', open(HOUR), until(5 * HOUR), null],
    ['in the past if lunch was forgotten', open(5.2 * HOUR), [], 5 * HOUR],
    ['none for a second meal on a usual day', open(6 * HOUR, [[4 * HOUR, 4.5 * HOUR]]), [], null],
    [
      'for a second meal on a day planned long',
      open(6 * HOUR, [[4 * HOUR, 4.5 * HOUR]]),
      until(11 * HOUR),
      10.5 * HOUR,
    ],
    [
      'for a second meal shortly before ten hours of work',
      open(9 * HOUR, [[4 * HOUR, 4.5 * HOUR]]),
      [],
      10.5 * HOUR,
    ],
    [
      'unchanged after a short meal',
      open(3 * HOUR, [[2 * HOUR, 2 * HOUR + 10 * MINUTE]]),
      [],
      5 * HOUR + 10 * MINUTE,
    ],
    [
      'unchanged until a lunch entered in advance begins',
      withEntries(
        open(HOUR),
        lunch('ahead', { lunch_start_time: at(6 * HOUR), lunch_end_time: at(6.5 * HOUR) }),
      ),
      until(11 * HOUR),
      5 * HOUR,
    ],
    ['none once the day has ended', workday(8 * HOUR), [], null],
    [
      'none if the meal was waived',
      withEntries(open(3 * HOUR), lunch('w', { waiver_type: 'standing_6h' })),
      [],
      null,
    ],
    [
      'back once the day is too long for the waiver',
      withEntries(open(3 * HOUR), lunch('w', { waiver_type: 'standing_6h' })),
      until(7 * HOUR),
      5 * HOUR,
    ],
  ] as [string, MealDay, { start: string; end: string }[], number | null][])('%s', (_, day, planned, due) => {
    expect(startLunchBy(day, planned)).toBe(due === null ? null : at(due));
  });

  test('moves by the length of a pause', () => {
    const [card] = open(0).cards;
    const breaks = [{ kind: 'pause', started_at: at(HOUR), ended_at: null, lunch_id: null }] as const;
    const day = { ...open(3 * HOUR), cards: [{ ...card, breaks } as TimecardTimes] };
    expect(startLunchBy(day, [])).toBe(at(7 * HOUR));
  });
});
