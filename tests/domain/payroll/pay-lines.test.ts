import { describe, expect, test } from 'vitest';
import type { ExtraPay } from '#domain/payroll/extra-pay.ts';
import { averageRate, type PayLine, payCents, paySum, withReasons } from '#domain/payroll/pay-line.ts';
import { type PaidSession, type PayFacts, payLines } from '#domain/payroll/pay-lines.ts';
import type { ClockDay } from '#domain/payroll/premium-lines.ts';
import type { SessionRequest } from '#domain/sessions/session-requests.ts';
import { dayPlus } from '#domain/time/pacific.ts';

const SPEECH = 'speech';
const WRITING = 'writing';
const RATES: Readonly<Record<string, number>> = { [SPEECH]: 4_000, [WRITING]: 3_000 };
const MONDAY = '2026-03-02';

let made = 0;
function session(changes: Partial<PaidSession> = {}): PaidSession {
  made += 1;
  const { scheduled_minutes = 60, actual_minutes = scheduled_minutes } = changes;
  return {
    ...{ id: `s${made}`, provider: 'p', version: 1, service: SPEECH, client: 'c', session_date: MONDAY },
    ...{ start_time: '09:00', state: 'logged', late_for_payroll: false, attendance: 'delivered' },
    ...{ approval_request: 'none', requests: [], times: 1, ...changes },
    ...{ scheduled_minutes, actual_minutes, changeDuration: scheduled_minutes !== actual_minutes },
  };
}

function request(kind: SessionRequest['kind'], state: SessionRequest['state']): SessionRequest {
  return {
    ...{ kind, state, reason: '', before: {}, changes: {}, asked_by: 'p', asked_at: '2026-03-02T18:00:00Z' },
    ...{ decided_by: null, decided_at: null, note: '' },
  };
}

const clockOf = (worked_minutes: number, others: Partial<ClockDay> = {}): ClockDay => ({
  ...{ worked_minutes, is_open: false, violations: [] },
  ...others,
});

const APPROVED = { by_name: 'Dana Ruiz', at: '2026-03-17T16:12:00.000Z' };
const facts: PayFacts = {
  ...{ from: MONDAY, to: dayPlus(MONDAY, 6) },
  rateOf: (service) => RATES[service] ?? null,
  recordedRate: () => null,
  serviceName: (service) => service,
  sheetApproval: () => null,
  deciderName: () => 'Ana Lee',
};

function linesOf(
  sessions: PaidSession[],
  {
    emp = 'contractor',
    clock = {},
    extras = [],
    ...others
  }: {
    emp?: string;
    clock?: Record<string, ClockDay>;
    extras?: readonly ExtraPay[];
  } & Partial<PayFacts> = {},
): PayLine[] {
  const work = { provider: 'p', emp, sessions, clock: new Map(Object.entries(clock)), extras };
  return payLines(work, { ...facts, ...others }).map(withReasons);
}

const told = (lines: readonly PayLine[]) =>
  lines.map(({ kind, day, minutes, amount_cents }) => [kind, day.slice(5), minutes, amount_cents]);

describe('the line of a session', () => {
  const longer = { scheduled_minutes: 60, actual_minutes: 75 };
  test.each([
    ['as scheduled', {}, [60, 4_000, null]],
    [
      'a changed duration that nobody has decided',
      { ...longer, requests: [request('duration', 'pending')] },
      [60, 4_000, 'waiting-duration'],
    ],
    [
      'a changed duration that was approved',
      { ...longer, requests: [request('duration', 'approved')] },
      [75, 5_000, null],
    ],
    [
      'a changed duration that was denied',
      { ...longer, requests: [request('duration', 'refused')] },
      [60, 4_000, null],
    ],
    [
      'a late entry that nobody has decided',
      { requests: [request('late-entry', 'pending')] },
      [0, 0, 'waiting-entry'],
    ],
    ['a late entry that was approved', { requests: [request('late-entry', 'approved')] }, [60, 4_000, null]],
    ['a late entry that was denied', { requests: [request('late-entry', 'refused')] }, [0, 0, null]],
    ['a student who was absent', { attendance: 'student-absent' }, [60, 4_000, null]],
    ['a no show', { attendance: 'no-show' }, [60, 4_000, null]],
    ['a provider who was absent', { attendance: 'provider-absent' }, [0, 0, null]],
    ['a closed school', { attendance: 'school-closed' }, [0, 0, null]],
    ['a service without a rate: no amount, never zero', { service: 'other' }, [60, null, 'missing-rate']],
    [
      'no minutes of a service without a rate',
      { service: 'other', attendance: 'school-closed' },
      [0, 0, null],
    ],
  ] as [string, Partial<PaidSession>, unknown[]][])('%s', (_, changes, expected) => {
    const [line] = linesOf([session(changes)]);
    expect([line?.minutes, line?.amount_cents, line?.finding]).toEqual(expected);
    expect(line?.why.length).toBeGreaterThan(0);
  });

  test('says how it was calculated, in sentences', () => {
    const [line] = linesOf([
      session({ ...longer, late_for_payroll: true, requests: [request('duration', 'pending')] }),
    ]);
    expect(line?.why).toEqual([
      'Scheduled 1 h, actual 1 h 15 min: 1 h is paid until the change is approved.',
      'Entered more than 48 hours after the pay period closed.',
      "1 h at $40.00 an hour, the provider's pay rate for speech in 2025–2026: $40.00.",
      'Not approved yet.',
    ]);
    expect(line?.is_late).toBe(true);
  });

  test.each([
    ['logged', false, false],
    ['completed', false, false],
    ['completed', true, true],
    ['approved', false, true],
    ['locked', false, true],
  ] as const)(
    'of a session that is %s with its timesheet approved: %s is approved: %s',
    (state, sheet, expected) => {
      const [line] = linesOf([session({ state })], { sheetApproval: () => (sheet ? APPROVED : null) });
      expect(line?.is_approved).toBe(expected);
    },
  );

  test('says who approved the hours, and when', () => {
    const words = (changes: Partial<PaidSession>, approval: typeof APPROVED | null) =>
      linesOf([session(changes)], { sheetApproval: () => approval })[0]?.why.at(-1);
    expect(words({ state: 'completed' }, APPROVED)).toBe(
      'The timesheet was approved by Dana Ruiz, 03/17/2026 09:12 AM.',
    );
    expect(words({ state: 'approved' }, null)).toBe('The hours are approved.');
    expect(words({ state: 'completed' }, null)).toBe('Not approved yet.');
    expect(words({ attendance: 'school-closed' }, null)).toBe("The school was closed, which isn't paid.");
  });

  test.each([
    ['after', '2026-03-20T18:00:00.000Z', 'The late entry was accepted by Ana Lee, 03/20/2026 11:00 AM.'],
    ['before', '2026-03-16T18:00:00.000Z', 'The timesheet was approved by Dana Ruiz, 03/17/2026 09:12 AM.'],
  ])('says who accepted a late entry %s the timesheet was approved', (_, decided_at, expected) => {
    const requests = [
      {
        ...{ kind: 'late-entry' as const, state: 'approved' as const, reason: '', before: {}, changes: {} },
        ...{ asked_by: 'p', asked_at: '2026-03-15T18:00:00.000Z', decided_by: 'a', decided_at, note: '' },
      },
    ];
    const [line] = linesOf([session({ state: 'completed', requests })], { sheetApproval: () => APPROVED });
    expect(line?.why.at(-1)).toBe(expected);
  });

  test('says who approved the hours behind a premium', () => {
    const emp = 'w2_nonexempt';
    const lines = linesOf([session({ scheduled_minutes: 600 })], { emp, sheetApproval: () => APPROVED });
    expect(lines.map(({ kind, why }) => [kind, why.at(-1)])).toEqual([
      ['session', 'The timesheet was approved by Dana Ruiz, 03/17/2026 09:12 AM.'],
      ['daily-overtime', 'The timesheet was approved by Dana Ruiz, 03/17/2026 09:12 AM.'],
    ]);
  });

  test('sessions of the previous system were paid there', () => {
    expect(linesOf([session({ is_history: true })])).toEqual([]);
  });

  test.each([
    [1, 4_000, 100, 67],
    [10, 4_001, 100, 667],
    [30, 4_001, 100, 2_001],
    [15, 3_333, 50, 417],
    [-30, 4_001, 100, -2_000],
  ])('%i min at %i cents, %i%%: %i cents, rounded half up', (minutes, hourly, percent, expected) => {
    expect(payCents(minutes, hourly, percent)).toBe(expected);
  });
});

describe('time on the clock', () => {
  test('is paid at the rate recorded for it, also in a week without a session', () => {
    const asked: string[] = [];
    const [line] = linesOf([], {
      emp: 'w2_nonexempt',
      clock: { [MONDAY]: clockOf(120) },
      recordedRate: (pay_type, day) => {
        asked.push(`${pay_type} ${day}`);
        return { provider: 'p', pay_type, starts_on: '2026-01-01', rate_tenths: 30_000 };
      },
    });
    expect(line).toMatchObject({ kind: 'clock', minutes: 120, hourly_cents: 3_000, amount_cents: 6_000 });
    expect(line?.finding).toBeNull();
    expect(line?.why.at(-2)).toBe('The rate is recorded for this provider from 01/01/2026.');
    expect(asked).toEqual([`clock ${MONDAY}`]);
  });

  const emp = 'w2_nonexempt';
  test.each([
    ['beyond sessions is paid at the average of the day', clockOf(90), [['clock', '03-02', 30, 1_750]]],
    ['equal to sessions adds nothing', clockOf(120), []],
    ['that is still open is not guessed', clockOf(300, { is_open: true }), [['clock', '03-02', 0, 0]]],
    ['shorter than sessions is said, and sessions are paid', clockOf(50), [['clock', '03-02', 0, 0]]],
  ] as const)('%s', (name, clock, expected) => {
    // 30 min at $40.00 and 30 at $30.00; 120 min on the second row.
    const half = name.startsWith('equal') ? 60 : 30;
    const sessions = [
      session({ scheduled_minutes: half }),
      session({ scheduled_minutes: half, service: WRITING, start_time: '10:00' }),
    ];
    const lines = linesOf(sessions, { emp, clock: { [MONDAY]: clock } });
    expect(told(lines.filter(({ kind }) => kind === 'clock'))).toEqual(expected);
  });

  test('of a day without sessions is paid at the average of the week so far', () => {
    const tuesday = dayPlus(MONDAY, 1);
    const lines = linesOf([session({ service: WRITING })], { emp, clock: { [tuesday]: clockOf(120) } });
    expect(told(lines)).toEqual([
      ['session', '03-02', 60, 3_000],
      ['clock', '03-03', 120, 6_000],
    ]);
  });

  test('without any paid session of the week has no rate, and is not zero', () => {
    const [line] = linesOf([], { emp, clock: { [MONDAY]: clockOf(120) } });
    expect(line).toMatchObject({ minutes: 120, amount_cents: null, finding: 'missing-rate' });
  });

  test('says nothing for people without timecards', () => {
    expect(linesOf([session()], { emp: 'w2_exempt', clock: { [MONDAY]: clockOf(600) } })).toHaveLength(1);
  });

  test('an average is rounded half up, and unknown where a line has no rate', () => {
    expect(averageRate([{ minutes: 80, amount_cents: 1_001, times: 1 }])).toBe(751);
    expect(averageRate([{ minutes: 60, amount_cents: null, times: 1 }])).toBe('unknown');
    expect(averageRate([{ minutes: 0, amount_cents: 0, times: 1 }])).toBe('none');
  });
});

describe('a week of an hourly employee', () => {
  /** Speech sessions of these minutes from Monday on. */
  const week = (minutes: readonly number[]) =>
    minutes.map((scheduled_minutes, at) =>
      session({ scheduled_minutes, session_date: dayPlus(MONDAY, at), state: 'approved' }),
    );
  const premiums = (lines: readonly PayLine[]) => told(lines.filter(({ kind }) => kind !== 'session'));
  const emp = 'w2_nonexempt';

  test.each([
    ['eight hours a day, five days: nothing', [480, 480, 480, 480, 480], []],
    ['half an hour over eight', [510], [['daily-overtime', '03-02', 30, 1_000]]],
    [
      'over twelve hours',
      [750],
      [
        ['daily-overtime', '03-02', 240, 8_000],
        ['double-time', '03-02', 30, 2_000],
      ],
    ],
    [
      'over 40 hours of straight time',
      [480, 480, 480, 480, 480, 60],
      [['weekly-overtime', '03-07', 60, 2_000]],
    ],
    [
      'daily overtime does not count toward 40 hours again',
      [540, 480, 480, 480, 420, 60],
      [['daily-overtime', '03-02', 60, 2_000]],
    ],
    [
      'the seventh day in a row',
      [60, 60, 60, 60, 60, 60, 540],
      [
        ['seventh-day', '03-08', 480, 16_000],
        ['double-time', '03-08', 60, 4_000],
      ],
    ],
    ['Sunday after a day off', [60, 60, 60, 0, 60, 60, 480], []],
  ] as const)('%s', (_, minutes, expected) => {
    const worked = week(minutes.map((one) => one)).filter(({ scheduled_minutes }) => scheduled_minutes > 0);
    expect(premiums(linesOf(worked, { emp }))).toEqual(expected);
  });

  test('counts the days of the week before the period, and pays only those of it', () => {
    const lines = linesOf(week([480, 480, 480, 480, 480, 120]), { emp, from: dayPlus(MONDAY, 5) });
    expect(told(lines)).toEqual([
      ['session', '03-07', 120, 8_000],
      ['weekly-overtime', '03-07', 120, 4_000],
    ]);
  });

  test('pays overtime at what the week pays on average', () => {
    const lines = linesOf(
      [
        session({ scheduled_minutes: 240, state: 'approved' }),
        session({ scheduled_minutes: 360, service: WRITING, start_time: '13:00', state: 'approved' }),
      ],
      { emp },
    );
    // $340.00 for 10 hours: $34.00, of which half for 2 hours.
    expect(premiums(lines)).toEqual([['daily-overtime', '03-02', 120, 3_400]]);
    expect(lines.at(-1)).toMatchObject({ hourly_cents: 3_400, percent: 50, is_approved: true });
    expect(lines.at(-1)?.why).toEqual([
      '10 h on one day: over 8 is overtime.',
      'Regular rate of the week of 03/02/2026: $34.00 an hour.',
      '2 h at 50% of $34.00 on top: $34.00.',
      'The hours are approved.',
    ]);
  });

  test('an hour is paid for a day with meals that broke the rules, once', () => {
    const clock = { [MONDAY]: clockOf(60, { violations: ['missed', 'short'] }) };
    const lines = linesOf(week([60]), { emp, clock });
    expect(premiums(lines)).toEqual([['meal-premium', '03-02', 60, 4_000]]);
    expect(lines.at(-1)?.why[0]).toBe(
      "A meal was missed, another too short with no valid waiver: one hour's pay for the day.",
    );
  });

  test('has no premium amount while a rate of the week is missing', () => {
    const lines = linesOf([...week([540]), session({ service: 'other', start_time: '20:00' })], { emp });
    expect(lines.find(({ kind }) => kind === 'daily-overtime')).toMatchObject({
      ...{ amount_cents: null, finding: 'missing-rate' },
    });
  });

  test('is not paid to contractors and salaried employees', () => {
    for (const other of ['w2_exempt', 'contractor']) {
      expect(premiums(linesOf(week([780]), { emp: other }))).toEqual([]);
    }
  });

  test('adds up: the sum of the providers, days, and kinds is the sum of the lines', () => {
    const clock = { [MONDAY]: clockOf(700, { violations: ['late'] }) };
    const lines = linesOf([...week([510, 777, 35, 481, 90, 600, 301]), session({ service: WRITING })], {
      emp,
      clock,
    });
    const whole = paySum(lines);
    for (const part of [({ day }: PayLine) => day, ({ kind }: PayLine) => kind]) {
      const keys = [...new Set(lines.map(part))];
      const sums = keys.map((key) => paySum(lines.filter((line) => part(line) === key)));
      expect(sums.reduce((sum, one) => sum + one.amount_cents, 0)).toBe(whole.amount_cents);
      expect(sums.reduce((sum, one) => sum + one.minutes, 0)).toBe(whole.minutes);
    }
    expect(whole.amount_cents).toBe(
      lines.reduce(
        (sum, { minutes, hourly_cents, percent }) => sum + payCents(minutes, hourly_cents ?? 0, percent),
        0,
      ),
    );
  });
});
