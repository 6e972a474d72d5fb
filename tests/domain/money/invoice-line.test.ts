import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BillingCondition } from '#domain/money/billing-conditions.ts';
import type { ConditionType } from '#domain/money/condition-types.ts';
import {
  type BilledSession,
  invoiceLines,
  type LineFacts,
  percentCents,
  roundedMinutes,
  shareOf,
} from '#domain/money/invoice-line.ts';
import { lineCents, type Rate } from '#domain/money/rates.ts';
import type { SessionRequest } from '#domain/sessions/session-requests.ts';

const RATE: Rate = {
  ...{ id: 'default', level: 'service', service: 'speech', start_year: 2026, is_draft: false },
  ...{ student: null, client: null, region: null, setting: null, amount_cents: 9_600 },
};
const SESSION: BilledSession = {
  ...{ id: 's1', student_ids: ['anna'], client: 'district', service: 'speech' },
  ...{ session_date: '2026-10-05', start_time: '09:00', scheduled_minutes: 30, actual_minutes: 30 },
  ...{ indirect_minutes: 0, setting: 'individual', attendance: 'delivered', changeDuration: false },
  ...{ approval_request: 'none', make_up_of: null },
};
const condition = (type: ConditionType, changes: Partial<BillingCondition>): BillingCondition => ({
  ...{ id: type, client: 'district', type, starts_on: '2026-07-01', archived: false },
  ...{ percent: null, minutes: null, days: null, choice: null, service: null, ...changes },
});
const FACTS: LineFacts = {
  ...{ rates: [RATE], conditions: [], regions: [] },
  isServiceBillable: () => true,
  isLocationBillable: () => true,
  missedDay: () => '2026-09-01',
  isAuthorized: () => true,
};
const group = { setting: 'group', student_ids: ['anna', 'ben', 'cora'] } as const;
const pending: SessionRequest = {
  ...{ kind: 'late-entry', state: 'pending', reason: '', before: {}, changes: {}, asked_by: 'p', note: '' },
  ...{ asked_at: '2026-10-05T16:00:00Z', decided_by: null, decided_at: null },
};

type Case = [
  name: string,
  session: Partial<BilledSession>,
  conditions: BillingCondition[],
  lines: [minutes: number, cents: number][],
];

/** At $96.00 an hour. Each line's figures were worked out by hand. */
const WORKED: Case[] = [
  ['half an hour', {}, [], [[30, 4_800]]],
  ['an hour', { scheduled_minutes: 60, actual_minutes: 60 }, [], [[60, 9_600]]],
  ['one minute', { scheduled_minutes: 1, actual_minutes: 1 }, [], [[1, 160]]],
  [
    'a changed duration that waits counts as scheduled',
    { actual_minutes: 45, changeDuration: true, approval_request: 'pending' },
    [],
    [[30, 4_800]],
  ],
  [
    'a changed duration that was approved',
    { actual_minutes: 45, changeDuration: true, approval_request: 'approved' },
    [],
    [[45, 7_200]],
  ],
  ['a no show in full', { attendance: 'no-show' }, [], [[30, 4_800]]],
  [
    'a no show at half the rate, 20 minutes at most',
    { attendance: 'no-show' },
    [condition('no_show', { percent: 50, minutes: 20 })],
    [[20, 1_600]],
  ],
  ['a no show that is free', { attendance: 'no-show' }, [condition('no_show', { percent: 0 })], [[0, 0]]],
  [
    'a late cancel at a third',
    { attendance: 'late-cancel' },
    [condition('late_cancel', { percent: 33 })],
    // 33% of $96.00 is $31.68 an hour.
    [[30, 1_584]],
  ],
  [
    'a no show before the condition begins',
    { attendance: 'no-show', session_date: '2026-07-01' },
    [condition('no_show', { percent: 50, starts_on: '2026-07-02' })],
    [[30, 4_800]],
  ],
  [
    'steps of 15 minutes are rounded up',
    { scheduled_minutes: 31, actual_minutes: 31 },
    [condition('minimum_increment', { minutes: 15 })],
    [[45, 7_200]],
  ],
  [
    'steps of 15 minutes, nearest',
    { scheduled_minutes: 37, actual_minutes: 37 },
    [condition('minimum_increment', { minutes: 15 }), condition('rounding', { choice: 'nearest' })],
    [[30, 4_800]],
  ],
  [
    'steps of 15 minutes, down to nothing',
    { scheduled_minutes: 14, actual_minutes: 14 },
    [condition('minimum_increment', { minutes: 15 }), condition('rounding', { choice: 'down' })],
    [[0, 0]],
  ],
  [
    'a group at full time',
    group,
    [],
    [
      [30, 4_800],
      [30, 4_800],
      [30, 4_800],
    ],
  ],
  [
    'a group that shares 50 minutes',
    { ...group, scheduled_minutes: 50, actual_minutes: 50 },
    [condition('group_split', { choice: 'shared' })],
    [
      [17, 2_720],
      [17, 2_720],
      [16, 2_560],
    ],
  ],
  [
    'a group is rounded before it shares',
    { ...group, scheduled_minutes: 50, actual_minutes: 50 },
    [condition('group_split', { choice: 'shared' }), condition('minimum_increment', { minutes: 30 })],
    [
      [20, 3_200],
      [20, 3_200],
      [20, 3_200],
    ],
  ],
  [
    'indirect time above a cap',
    { scheduled_minutes: 40, actual_minutes: 40, indirect_minutes: 15 },
    [condition('indirect_cap', { minutes: 10, choice: 'session' })],
    [[35, 5_600]],
  ],
  [
    'an indirect session without a student',
    { setting: 'indirect', student_ids: [], scheduled_minutes: 60, actual_minutes: 60 },
    [condition('indirect_cap', { minutes: 45, choice: 'session' })],
    [[45, 7_200]],
  ],
  [
    'travel at part of the rate',
    {},
    [condition('travel', { service: 'speech', percent: 25, minutes: 20 })],
    [[20, 800]],
  ],
  ['travel as another service', {}, [condition('travel', { service: 'drive', percent: 25 })], [[30, 4_800]]],
  ['a makeup in time', { attendance: 'make-up' }, [condition('makeup_window', { days: 34 })], [[30, 4_800]]],
  ['a makeup too late', { attendance: 'make-up' }, [condition('makeup_window', { days: 33 })], [[0, 0]]],
  ['a student who was absent', { attendance: 'student-absent' }, [], [[0, 0]]],
];

const lines = (changes: Partial<BilledSession>, conditions: BillingCondition[] = [], facts = FACTS) =>
  invoiceLines([{ ...SESSION, ...changes }], { ...facts, conditions });

describe('the lines of a session', () => {
  test.each(WORKED)('%s', (_name, changes, conditions, expected) => {
    const made = lines(changes, conditions);
    expect(made.map(({ minutes, amount_cents }) => [minutes, amount_cents])).toEqual(expected);
    for (const line of made) expect(line.words().join(' ')).not.toBe('');
  });

  test.each<[string, 'blocked' | 'not-billed', Partial<BilledSession>, Partial<LineFacts>]>([
    ['No rate for 2026–2027', 'blocked', {}, { rates: [{ ...RATE, is_draft: true }] }],
    ['The session has no client.', 'blocked', { client: null }, {}],
    ['The late entry is pending approval.', 'blocked', { requests: [pending] }, {}],
    ['The late entry was denied.', 'not-billed', { requests: [{ ...pending, state: 'refused' }] }, {}],
    ["The service isn't billable.", 'not-billed', {}, { isServiceBillable: () => false }],
    ["The location isn't billable.", 'not-billed', {}, { isLocationBillable: () => false }],
    ['The school was closed', 'not-billed', { attendance: 'school-closed' }, {}],
  ])('are none: "%s"', (because, kind, changes, facts) => {
    const [line] = lines(changes, [], { ...FACTS, ...facts });
    expect(line).toMatchObject({ kind, minutes: 0, amount_cents: 0 });
    expect(line?.words().join(' ')).toContain(because);
  });

  test('need an authorization only if that was agreed', () => {
    const facts = { ...FACTS, isAuthorized: () => false };
    expect(lines({}, [], facts)[0]?.kind).toBe('billed');
    expect(lines({}, [condition('authorization_required', {})], facts)[0]?.kind).toBe('blocked');
  });

  test('fill a monthly cap of indirect time in the order of the sessions', () => {
    const cap = condition('indirect_cap', { minutes: 25, choice: 'month' });
    const at = (id: string, session_date: string) => ({
      ...{ ...SESSION, id, session_date, setting: 'indirect' as const, indirect_minutes: 30 },
      ...{ scheduled_minutes: 20, actual_minutes: 20 },
    });
    const made = invoiceLines([at('c', '2026-11-02'), at('b', '2026-10-20'), at('a', '2026-10-01')], {
      ...FACTS,
      conditions: [cap],
    });
    expect(made.map(({ session, minutes }) => [session, minutes])).toEqual([
      ['a', 20],
      ['b', 5],
      ['c', 20],
    ]);
  });

  test('say how they were calculated', () => {
    const [line] = lines({ attendance: 'no-show' }, [
      condition('no_show', { percent: 50, minutes: 20 }),
      condition('minimum_increment', { minutes: 15 }),
    ]);
    expect(line?.words()).toEqual([
      '30 min, of which at most 20 min are billed.',
      '20 min, in 15-minute increments, rounded up: 30 min.',
      'Service default for 2026–2027: the student has no rate, the client has no rate for individual sessions, and the client has no region.',
      'No show: 50% of $96.00 is $48.00 an hour.',
      '30 min at $48.00 an hour: $24.00.',
    ]);
  });

  test('always multiply out, and shares add up to the whole', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 100_000 }),
        (minutes, step, students, percent, hourly) => {
          const student_ids = Array.from({ length: students }, (_, index) => `s${index}`);
          const made = invoiceLines(
            [
              {
                ...{ ...SESSION, student_ids, attendance: 'no-show' },
                ...{ scheduled_minutes: minutes, actual_minutes: minutes },
              },
            ],
            {
              ...FACTS,
              rates: [{ ...RATE, amount_cents: hourly }],
              conditions: [
                condition('no_show', { percent }),
                condition('minimum_increment', { minutes: step }),
                condition('group_split', { choice: 'shared' }),
              ],
            },
          );
          const total = made.reduce((sum, line) => sum + line.minutes, 0);
          expect(total).toBe(percent === 0 ? 0 : roundedMinutes(minutes, step, 'up'));
          for (const line of made) {
            if (line.kind !== 'billed') continue;
            expect(line.hourly_cents).toBe(percentCents(hourly, percent));
            expect(line.amount_cents).toBe(lineCents(line.minutes, line.hourly_cents));
          }
        },
      ),
    );
  });
});

describe('minutes and percentages', () => {
  test.each([
    [22, 15, 'nearest', 15],
    [23, 15, 'nearest', 30],
    [15, 15, 'up', 15],
    [16, 15, 'up', 30],
    [29, 15, 'down', 15],
    [5, 2, 'nearest', 6],
  ])('%i in steps of %i, %s, are %i', (minutes, step, direction, rounded) => {
    expect(roundedMinutes(minutes, step, direction)).toBe(rounded);
  });

  test('the first shares take what is left', () => {
    expect([0, 1, 2, 3].map((index) => shareOf(10, 4, index))).toEqual([3, 3, 2, 2]);
  });

  test.each([
    [9_650, 50, 4_825],
    [9_601, 50, 4_801],
    [101, 33, 33],
    [150, 33, 50],
    [12_345, 0, 0],
  ])('%i cents at %i%% are %i', (cents, percent, expected) => {
    expect(percentCents(cents, percent)).toBe(expected);
  });
});
