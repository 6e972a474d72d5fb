import { describe, expect, test } from 'vitest';
import type { Actor } from '#domain/access/row-rules.ts';
import {
  amendmentRefusal,
  closesDays,
  decisionRefusal,
  recommendationRefusal,
  statusInPeriod,
  takesSubmission,
} from '#domain/timesheets/status-rules.ts';
import {
  type ManifestItem,
  newestRevision,
  type StatusDecision,
  type TimesheetStatus,
} from '#domain/timesheets/timesheet.ts';

function person(role: string, id: string): Actor {
  return {
    ...{ role, grants: [], user_id: id, provider_id: id },
    ...{ service_ids: new Set(['speech']), student_ids: new Set(), supervisee_ids: new Set(['owner']) },
  };
}
const owner = person('2', 'owner');
const admin = person('1', 'admin');
const sheet = (status: TimesheetStatus, waiting_for = 0) => ({ provider_id: 'owner', status, waiting_for });
const all: TimesheetStatus[] = ['submitted', 'approved', 'rejected', 'withdrawn', 'reopened', 'locked'];

describe('an amendment', () => {
  const item = (id: string): ManifestItem => ({ entity: 'session', id, version: 1, write_ids: [] });
  const before = [item('a'), item('b')];
  test.each<[string, Actor, string[], boolean, string | undefined]>([
    ['by its provider that covers less is allowed', owner, ['b'], false, undefined],
    ['by its provider that covers more is refused', owner, ['a', 'b', 'c'], false, 'request.invalid'],
    ['by someone else is refused', admin, ['b'], false, 'access.denied'],
    ['in a locked period is refused', owner, ['b'], true, 'period.locked'],
  ])('%s', (_, actor, after, isLocked, code) => {
    const manifests = { before, after: after.map(item) };
    expect(amendmentRefusal(actor, sheet('submitted', 1), manifests, isLocked)?.code).toBe(code);
  });
});

describe('the status of a timesheet', () => {
  const steps: [StatusDecision, TimesheetStatus][] = [
    ['withdrawn', 'submitted'],
    ['approved', 'submitted'],
    ['rejected', 'submitted'],
    ['reopened', 'approved'],
  ];
  test.each(steps.flatMap(([to, from]) => all.map((status) => [status, to, status === from] as const)))(
    '%s → %s: %s',
    (status, new_status, isPossible) => {
      const actor = new_status === 'withdrawn' ? owner : admin;
      const refusal = decisionRefusal(actor, sheet(status), { new_status, notes: 'A note.' }, false);
      expect(refusal === null).toBe(isPossible);
      if (!isPossible)
        expect(refusal?.code).toBe(status === 'locked' ? 'period.locked' : 'timesheet.decided');
    },
  );

  test.each([
    ['approved', 'timesheet.waiting'],
    ['rejected', undefined],
    ['withdrawn', undefined],
  ] as const)('while items are missing, %s is refused with %s', (new_status, code) => {
    const actor = new_status === 'withdrawn' ? owner : admin;
    const decision = { new_status, notes: 'A note.' };
    expect(decisionRefusal(actor, sheet('submitted', 2), decision, false)?.code).toBe(code);
  });

  test("can't change in a locked pay period, where an approved one is locked", () => {
    const decision = { new_status: 'reopened', notes: 'A note.' } as const;
    expect(decisionRefusal(admin, sheet('approved'), decision, true)?.code).toBe('period.locked');
    expect(all.map((status) => statusInPeriod(status, true))).toEqual(
      all.map((status) => (status === 'approved' ? 'locked' : status)),
    );
  });

  test.each<[string, Actor, string | undefined]>([
    ['a supervisor of its provider', person('4', 'sven'), undefined],
    ['a lead of a service', person('3', 'lead'), undefined],
    ['the office', admin, 'access.denied'],
    ['its provider', owner, 'decision.own'],
    ['another provider', person('2', 'paula'), 'access.denied'],
    ['nobody known', person('7', 'stray'), 'access.denied'],
  ])('recommendation by %s', (_, actor, code) => {
    expect(recommendationRefusal(actor, sheet('submitted'), ['speech'], false)?.code).toBe(code);
  });

  test.each([
    ['not-submitted', true],
    ['submitted', false],
    ['approved', false],
    ['locked', false],
    ['rejected', true],
    ['withdrawn', true],
    ['reopened', true],
  ] as const)('after %s, submission is possible: %s', (status, isPossible) => {
    expect(takesSubmission(status)).toBe(isPossible);
    if (status !== 'not-submitted') expect(closesDays(status)).toBe(!isPossible);
  });
});

test('the newest revision is an unconfirmed one', () => {
  const at = (revision: number, version: number) => ({
    ...{ revision, version },
    captured_at: '2026-03-10T00:00:00Z',
  });
  expect(newestRevision([])).toBeNull();
  expect(newestRevision([at(2, 3), at(1, 9)])).toEqual(at(2, 3));
  expect(newestRevision([at(1, 0), at(3, 1), at(2, 4)])).toEqual(at(1, 0));
});
