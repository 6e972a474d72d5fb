import { describe, expect, test } from 'vitest';
import { pacificInstant } from '#domain/time/pacific.ts';
import { type CorrectionFields, corrected, correctionProblems } from '#domain/timecards/correction.ts';
import {
  applyPunch,
  type DatedCard,
  type Punch,
  punchProblem,
  startProblems,
  stateAfter,
} from '#domain/timecards/punch-rules.ts';
import { type TimecardState, timecardState } from '#domain/timecards/timecard.ts';

const DAY = '2026-03-02';
const at = (time: string, day = DAY) => pacificInstant(day, time);
const PUNCHES: Punch[] = ['start-lunch', 'end-lunch', 'pause', 'unpause', 'end-day'];

function card(...punches: [Punch, string][]): DatedCard {
  const open: DatedCard = { work_date: DAY, started_at: at('08:00'), ended_at: null, breaks: [] };
  return punches.reduce(
    (so_far, [punch, time]) => applyPunch(so_far, punch, { at: at(time), lunch_id: 'l1' }),
    open,
  );
}

const cards: Record<Exclude<TimecardState, 'off'>, DatedCard> = {
  working: card(),
  lunch: card(['start-lunch', '12:00']),
  paused: card(['pause', '12:00']),
  ended: card(['end-day', '12:00']),
};

describe('a punch', () => {
  const table: Record<string, Partial<Record<Punch, TimecardState>>> = {
    off: {},
    working: { 'start-lunch': 'lunch', pause: 'paused', 'end-day': 'ended' },
    lunch: { 'end-lunch': 'working' },
    paused: { unpause: 'working' },
    ended: {},
  };
  test.each(
    Object.entries(table).flatMap(([state, next]) =>
      PUNCHES.map((punch) => [state, punch, next[punch] ?? null] as const),
    ),
  )('in the state %s: %s leads to %s', (state, punch, next) => {
    expect(stateAfter(state as TimecardState, punch)).toBe(next);
    if (state === 'off') return;
    const before = cards[state as keyof typeof cards];
    const after = applyPunch(before, punch, { at: at('13:00'), lunch_id: 'l2' });
    expect(timecardState(after)).toBe(next ?? state);
    expect(punchProblem(before, punch, at('13:00')) === null).toBe(next !== null);
    if (next === null) expect(after).toBe(before);
  });

  test('is stored to the second', () => {
    expect(applyPunch(card(), 'pause', { at: '2026-03-02T20:00:01.999Z' }).breaks).toEqual([
      { kind: 'pause', started_at: '2026-03-02T20:00:01.000Z', ended_at: null, lunch_id: null },
    ]);
  });

  test.each([
    ['end-day', 'lunch', 'Lunch is still running. Enter when it ended first.'],
    ['end-day', 'paused', "You're still on a break. Enter when it ended first."],
    ['pause', 'ended', "You've already clocked out."],
    ['end-lunch', 'working', "You're not at lunch."],
  ] as const)('%s while %s: %s', (punch, state, words) => {
    expect(punchProblem(cards[state], punch, at('13:00'))).toBe(words);
  });

  test('on a later day never changes an earlier day', () => {
    const late = at('00:00', '2026-03-03');
    expect(punchProblem(card(), 'end-day', late)).toBe("You didn't clock out on 03/02.");
    expect(applyPunch(card(), 'end-day', { at: late }).ended_at).toBeNull();
    expect(punchProblem(card(), 'end-day', at('23:59'))).toBeNull();
  });

  test("can't be before the previous one", () => {
    expect(punchProblem(card(['pause', '10:00'], ['unpause', '10:10']), 'end-day', at('10:05'))).toBe(
      'This punch is earlier than the last one, at 10:10 AM.',
    );
  });

  test('of the same kind in the same second is reported, not silently dropped', () => {
    const before = card(['pause', '10:00'], ['unpause', '10:00']);
    expect(punchProblem(before, 'pause', at('10:00'))).toBe('You already punched this second. Try again.');
    expect(punchProblem(before, 'start-lunch', at('10:00'))).toBeNull();
  });

  test('that the card already has changes nothing', () => {
    const steps: [Punch, string][] = [
      ['pause', '10:00'],
      ['unpause', '10:10'],
      ['start-lunch', '12:00'],
      ['end-lunch', '12:30'],
      ['end-day', '16:00'],
    ];
    for (let held = 0; held <= steps.length; held += 1) {
      const base = card(...steps.slice(0, held));
      const again = steps.reduce(
        (now, [punch, time]) => applyPunch(now, punch, { at: at(time), lunch_id: 'l1' }),
        base,
      );
      expect(again).toEqual(card(...steps));
    }
  });
});

const FUTURE = "This time is in the future. Check your device's clock, then enter the time again.";

describe('starting a day', () => {
  const ended = { started_at: at('08:00'), ended_at: at('12:00'), breaks: [] };
  test.each([
    ['without another card', at('08:00'), [], null],
    ['a second time after the first card', at('13:00'), [ended], null],
    ['not within another card', at('11:59'), [ended], 'This day already has a timecard until 12:00 PM.'],
    ['not while another card is open', at('13:00'), [cards.working], "You're already clocked in."],
    ['five minutes ahead, for a clock that is not quite right', at('14:05'), [], null],
    ['not further ahead', at('14:06'), [], FUTURE],
    ['not tomorrow', at('08:00', '2026-03-03'), [], FUTURE],
    ['not more than two years ago', at('08:00', '2024-02-01'), [], 'The start is more than two years ago.'],
  ])('%s', (_, start, others, problem) => {
    expect(startProblems(start, others, at('14:00')).started_at ?? null).toBe(problem);
  });
});

describe('a correction', () => {
  test('rejects future times', () => {
    const now = at('15:00');
    const problems = (fields: Omit<CorrectionFields, 'reason'>) => correctionProblems(correct(fields), now);
    expect(problems({ ended_at: at('15:05') })).toEqual({});
    expect(problems({ ended_at: at('15:06') })).toEqual({ ended_at: 'The end is in the future.' });
    expect(correctionProblems({ ...correct({}), ended_at: null }, at('07:00'))).toEqual({
      started_at: 'The start is in the future.',
    });
  });

  const whole = {
    ...card(
      ['pause', '10:00'],
      ['unpause', '10:10'],
      ['start-lunch', '12:00'],
      ['end-lunch', '12:20'],
      ['end-day', '16:00'],
    ),
    corrections: [],
  };
  const [pause, lunch] = whole.breaks;
  const author = { user_id: 'u', at: at('17:00') };
  const correct = (fields: Omit<CorrectionFields, 'reason'>, base: DatedCard = whole) =>
    corrected({ ...whole, ...base, breaks: [...base.breaks] }, { ...fields, reason: ' Forgot it ' }, author);

  test('keeps both values and the reason', () => {
    expect(correct({ ended_at: at('16:30') })).toMatchObject({
      ended_at: at('16:30'),
      corrections: [
        {
          field: 'ended_at',
          before: at('16:00'),
          after: at('16:30'),
          reason: 'Forgot it',
          corrected_by: 'u',
          corrected_at: at('17:00'),
        },
      ],
    });
  });

  test('of a break names it', () => {
    const moved = { ...lunch, ended_at: at('12:30') } as NonNullable<typeof lunch>;
    expect(correct({ breaks: [pause as NonNullable<typeof pause>, moved] }).corrections).toMatchObject([
      { field: 'breaks.1.ended_at', before: at('12:20'), after: at('12:30') },
    ]);
    expect(correct({ breaks: [moved] }).corrections).toMatchObject([
      { field: 'breaks.0.ended_at', before: at('12:20'), after: at('12:30') },
      { field: 'breaks.0.started_at', before: at('10:00'), after: null },
      { field: 'breaks.0.ended_at', before: at('10:10'), after: null },
    ]);
  });

  test('that changes nothing leaves no record, no matter how often it is made', () => {
    const once = correct({ ended_at: at('16:30') });
    expect(corrected(once, { ended_at: at('16:30'), reason: 'again' }, author)).toBe(once);
  });

  test.each([
    ['the end of a forgotten day', { ended_at: at('16:30') }, []],
    ['an end past midnight', { ended_at: at('01:00', '2026-03-03') }, []],
    ['a start on another day', { started_at: at('23:00', '2026-03-01') }, ['started_at']],
    ['an end before the start', { ended_at: at('07:00') }, ['ended_at']],
    ['an end more than a day later', { ended_at: at('09:00', '2026-03-03') }, ['ended_at']],
    ['an end within a break', { ended_at: at('12:10') }, ['breaks']],
    ['a start within a break', { started_at: at('10:05') }, ['breaks']],
    ['a break without an end in an ended day', { breaks: [{ ...pause, ended_at: null }] }, ['breaks']],
    [
      'breaks that overlap',
      { breaks: [lunch, { ...pause, started_at: at('12:10'), ended_at: at('12:40') }] },
      ['breaks'],
    ],
  ] as [string, Omit<CorrectionFields, 'reason'>, string[]][])('to %s', (_, fields, problems) => {
    expect(Object.keys(correctionProblems(correct(fields), at('12:00', '2026-03-03')))).toEqual(problems);
  });
});
