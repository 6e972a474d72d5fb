import { describe, expect, test } from 'vitest';
import {
  missingPeriods,
  naturalPeriod,
  needsReason,
  type PayPeriodKind,
  type PeriodObstacles,
  type PeriodState,
  periodChangeProblems,
  periodDeletionProblem,
  stateOfPeriod,
} from '#domain/payroll/pay-period-rules.ts';

const rule = (pay_period_kind: PayPeriodKind, pay_period_anchor = '2026-07-05') => ({
  pay_period_kind,
  pay_period_anchor,
});
const spans = (periods: readonly { start_date: string; end_date: string }[]) =>
  periods.map(({ start_date, end_date }) => `${start_date} ${end_date}`);

describe('the period that a rule gives a day', () => {
  test.each<[PayPeriodKind, string, string]>([
    ['half-monthly', '2026-03-15', '2026-03-01 2026-03-15'],
    ['half-monthly', '2026-03-16', '2026-03-16 2026-03-31'],
    ['half-monthly', '2028-02-29', '2028-02-16 2028-02-29'],
    ['monthly', '2026-12-31', '2026-12-01 2026-12-31'],
    ['weekly', '2026-07-11', '2026-07-05 2026-07-11'],
    ['weekly', '2026-07-04', '2026-06-28 2026-07-04'],
    ['biweekly', '2026-07-18', '2026-07-05 2026-07-18'],
    ['biweekly', '2026-07-19', '2026-07-19 2026-08-01'],
    ['biweekly', '2025-07-01', '2025-06-22 2025-07-05'],
  ])('%s, %s: %s', (kind, day, expected) => {
    expect(spans([naturalPeriod(rule(kind), day)])).toEqual([expected]);
  });
});

describe('missing periods', () => {
  test.each<[PayPeriodKind, number]>([
    ['half-monthly', 24],
    ['monthly', 12],
    ['biweekly', 27],
    ['weekly', 53],
  ])('%s periods of a year cover each of its days once', (kind, count) => {
    const found = missingPeriods(rule(kind), '2026-07-01', '2027-06-30', []);
    expect(found).toHaveLength(count);
    for (const [at, { start_date }] of found.entries()) {
      const before = found[at - 1];
      if (before === undefined) continue;
      expect(Date.parse(start_date) - Date.parse(before.end_date)).toBe(86_400_000);
    }
    expect(found[0]?.start_date.localeCompare('2026-07-01')).not.toBe(1);
    expect(found.at(-1)?.end_date.localeCompare('2027-06-30')).not.toBe(-1);
  });

  test('nothing is missing from a year that has all of them', () => {
    const all = missingPeriods(rule('weekly'), '2026-07-01', '2027-06-30', []);
    expect(missingPeriods(rule('monthly'), '2026-07-01', '2027-06-30', all)).toEqual([]);
  });

  test('gaps are filled, and the first period after a change of the rule is shorter', () => {
    const existing = [
      { start_date: '2026-07-16', end_date: '2026-07-31' },
      { start_date: '2026-08-10', end_date: '2026-08-12' },
    ];
    expect(spans(missingPeriods(rule('half-monthly'), '2026-07-01', '2026-08-31', existing))).toEqual([
      '2026-07-01 2026-07-15',
      '2026-08-01 2026-08-09',
      '2026-08-13 2026-08-15',
      '2026-08-16 2026-08-31',
    ]);
    const biweekly = missingPeriods(rule('biweekly'), '2026-08-01', '2026-08-31', existing.slice(0, 1));
    expect(spans(biweekly)[0]).toBe('2026-08-01 2026-08-01');
  });
});

const clear: PeriodObstacles = {
  ...{ unsubmitted: [], undecided_timesheets: 0, undecided_requests: 0, held_changes: 0, unsynced: [] },
};
const person = { id: 'p', name: 'Paula Reyes' };
const days = { start_date: '2026-03-01', end_date: '2026-03-15' };
const inState = (state: PeriodState) => ({
  ...days,
  closed_at: state === 'open' ? null : '2026-03-16T08:00:00.000Z',
  is_locked: state === 'locked',
});

const UNUSED = { timesheets: 0, runs: 0, steps: 0 };
test.each<[string, PeriodState, Partial<typeof UNUSED>, string | null]>([
  ['was never used', 'open', {}, null],
  ['has a timesheet', 'open', { timesheets: 1 }, 'This pay period has 1 timesheet.'],
  [
    'has timesheets and a run',
    'open',
    { timesheets: 2, runs: 1, steps: 2 },
    'This pay period has 2 timesheets and 1 payroll run.',
  ],
  ['was reopened', 'open', { steps: 2 }, 'This pay period has been closed before, so its history is kept.'],
  ['is closed', 'closed', {}, 'This pay period is closed.'],
  ['is locked', 'locked', {}, 'This pay period is locked.'],
])('a pay period that %s: %s with %o', (_, state, uses, problem) => {
  expect(periodDeletionProblem(inState(state), { ...UNUSED, ...uses })).toBe(problem);
});

describe('closing a pay period', () => {
  test.each<PeriodState>(['open', 'closed', 'locked'])('a period knows that it is %s', (state) => {
    expect(stateOfPeriod(inState(state))).toBe(state);
  });

  test.each<[PeriodState, PeriodState, 'state' | 'reason' | null]>([
    ['open', 'closed', null],
    ['open', 'locked', null],
    ['closed', 'locked', null],
    ['closed', 'open', 'reason'],
    ['locked', 'open', 'reason'],
    ['locked', 'closed', 'state'],
    ['open', 'open', 'state'],
    ['closed', 'closed', 'state'],
    ['locked', 'locked', 'state'],
  ])('from %s to %s without a reason: %s', (from, state, field) => {
    const problems = periodChangeProblems(
      inState(from),
      { state, reason: ' ' },
      { today: '2026-03-16', obstacles: clear },
    );
    expect(Object.keys(problems)).toEqual(field === null ? [] : [field]);
  });

  test('waits for the end of its last day', () => {
    const change = { state: 'locked' as const, reason: 'Early payroll' };
    const facts = { today: '2026-03-15', obstacles: clear };
    expect(periodChangeProblems(inState('open'), change, facts).state).toContain('03/15/2026');
  });

  test.each<[string, Partial<PeriodObstacles>]>([
    ['an unsubmitted timesheet', { unsubmitted: [person] }],
    ['a timesheet to review', { undecided_timesheets: 1 }],
    ['a request to decide on', { undecided_requests: 1 }],
    ['a held change', { held_changes: 1 }],
    ['a device with unsynced changes', { unsynced: [{ ...person, changes: 2, since: null }] }],
  ])('in spite of %s needs a reason', (_, obstacle) => {
    const obstacles = { ...clear, ...obstacle };
    const facts = { today: '2026-03-16', obstacles };
    expect(needsReason('locked', obstacles)).toBe(true);
    expect(periodChangeProblems(inState('open'), { state: 'locked', reason: '' }, facts)).toEqual({
      reason: 'Enter a reason.',
    });
    expect(periodChangeProblems(inState('open'), { state: 'locked', reason: 'Left' }, facts)).toEqual({});
  });
});
