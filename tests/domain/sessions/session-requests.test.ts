import { describe, expect, test } from 'vitest';
import type { Actor } from '#domain/access/row-rules.ts';
import { asksForChange } from '#domain/sessions/closed-session.ts';
import { requestRefusal } from '#domain/sessions/request-rules.ts';
import {
  approvalOf,
  pendingRequest,
  type SessionRequest,
  withDecision,
  withDurationRequest,
  withLateEntry,
  withLockRequest,
} from '#domain/sessions/session-requests.ts';

const ASKED = { by: 'paula', at: '2026-03-10T18:00:00.000Z' };
const LATER = { by: 'paula', at: '2026-03-11T18:00:00.000Z' };
const even = { scheduled_minutes: 30, actual_minutes: 30, duration_reason: '' };
const longer = { ...even, actual_minutes: 45, duration_reason: 'Fire drill.' };

const approve = (requests: readonly SessionRequest[]) =>
  withDecision(requests, ASKED.at, ['duration', 'edit', 'deletion', 'late-entry'], {
    ...{ state: 'approved', note: '', by: 'ada', at: '2026-03-12T18:00:00.000Z' },
  });

describe('a changed duration', () => {
  const asked = withDurationRequest([], null, longer, ASKED);

  test('creates a request with planned and actual minutes', () => {
    expect(asked).toMatchObject([
      {
        ...{ kind: 'duration', state: 'pending', reason: 'Fire drill.', asked_by: 'paula' },
        ...{ before: { actual_minutes: 30 }, changes: { actual_minutes: 45 } },
      },
    ]);
    expect(approvalOf(asked)).toBe('pending');
  });

  test("keeps its decision while it doesn't change", () => {
    expect(withDurationRequest(approve(asked), longer, longer, LATER)).toEqual(approve(asked));
  });

  test('creates a new request if it changes again, and keeps the decided one', () => {
    const again = withDurationRequest(approve(asked), longer, { ...longer, actual_minutes: 50 }, LATER);
    expect(again.map(({ state }) => state)).toEqual(['approved', 'pending']);
    expect(approvalOf(again)).toBe('pending');
  });

  test('withdraws the request once it matches the plan', () => {
    expect(withDurationRequest(asked, longer, even, LATER)).toEqual([]);
  });
});

describe('a request after the lock', () => {
  const edit = (changes: Record<string, unknown>, before: Record<string, unknown>) => ({
    ...{ kind: 'edit' as const, reason: 'Wrong time.', before, changes },
  });

  test('merges further edits while pending, keeping the oldest former values', () => {
    const first = withLockRequest([], edit({ notes: 'b' }, { notes: 'a' }), ASKED);
    const both = withLockRequest(first, edit({ notes: 'c', reason: 'x' }, { notes: 'a', reason: '' }), LATER);
    expect(both).toMatchObject([
      { before: { notes: 'a', reason: '' }, changes: { notes: 'c', reason: 'x' }, asked_at: LATER.at },
    ]);
  });

  test('becomes a deletion once one is requested', () => {
    const first = withLockRequest([], edit({ notes: 'b' }, { notes: 'a' }), ASKED);
    const deletion = { kind: 'deletion' as const, reason: 'Never happened.', before: {}, changes: {} };
    expect(withLockRequest(first, deletion, LATER)).toMatchObject([{ kind: 'deletion', changes: {} }]);
  });

  test('leaves a pending duration request alone', () => {
    const asked = withDurationRequest([], null, longer, ASKED);
    const both = withLockRequest(asked, edit({ notes: 'b' }, { notes: 'a' }), LATER);
    expect(both.map(({ kind }) => kind)).toEqual(['duration', 'edit']);
    expect(pendingRequest({ requests: both }, ['edit'])?.asked_at).toBe(LATER.at);
  });
});

describe('a change needs a request', () => {
  const period = { id: 'p', start_date: '2026-02-01', end_date: '2026-02-15', closed_at: null };
  const locked = [{ ...period, is_locked: true }];
  const open = { state: 'logged' as const, session_date: '2026-03-10', requests: [] };
  test.each([
    ['of an open session', open, undefined, false],
    ['of a session that is signed off', { ...open, state: 'approved' as const }, undefined, true],
    ['in a locked pay period', { ...open, session_date: '2026-02-10' }, undefined, true],
    ['that moves into a locked pay period', open, '2026-02-10', true],
    [
      'of a late entry that waits',
      { state: 'draft' as const, session_date: '2026-02-10', requests: withLateEntry([], ASKED) },
      undefined,
      false,
    ],
  ])('%s: %s', (_, session, nextDay, expected) => {
    expect(asksForChange(session, locked, nextDay)).toBe(expected);
  });
});

describe('a decision on a request', () => {
  const actor = (role: string, user_id = 'ada', services: string[] = []): Actor => ({
    ...{ role, grants: [], user_id, provider_id: user_id },
    ...{ service_ids: new Set(services), student_ids: new Set(), supervisee_ids: new Set() },
  });
  const requests = withDurationRequest([], null, longer, ASKED);
  const session = { provider: 'paula', service: 'speech', requests };
  const yes = { asked_at: ASKED.at, decision: 'approved' as const, note: '' };

  test.each<[string, Actor, object, object, string | null]>([
    ['an admin', actor('1'), {}, {}, null],
    ['a super admin', actor('0'), {}, {}, null],
    ['a lead of the service', actor('3', 'lea', ['speech']), {}, {}, null],
    ['a lead of another service', actor('3', 'lea', ['motor']), {}, {}, 'access.denied'],
    ['a supervisor', actor('4', 'sven', ['speech']), {}, {}, 'access.denied'],
    ['the provider', actor('2', 'paula', ['speech']), {}, {}, 'access.denied'],
    ['a role that nobody knows', actor('7', 'x', ['speech']), {}, {}, 'access.denied'],
    ['a lead of the service, on their own session', actor('3', 'paula', ['speech']), {}, {}, 'decision.own'],
    ['an admin who asked on behalf', actor('1', 'paula'), { provider: 'otto' }, {}, 'decision.own'],
    ['an admin, when it was decided', actor('1'), { requests: approve(requests) }, {}, 'decision.made'],
    ['an admin, when another was asked since', actor('1'), {}, { asked_at: LATER.at }, 'decision.made'],
    ['an admin, to refuse without a word', actor('1'), {}, { decision: 'refused' }, 'request.invalid'],
    ['an admin, to refuse with the reason', actor('1'), {}, { decision: 'refused', note: 'No.' }, null],
  ])('of %s', (_, who, changes, decision, code) => {
    const refusal = requestRefusal(who, { ...session, ...changes }, ['duration'], { ...yes, ...decision });
    expect(refusal?.code ?? null).toBe(code);
  });
});
