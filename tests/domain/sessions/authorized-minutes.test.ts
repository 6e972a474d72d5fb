import { describe, expect, test } from 'vitest';
import {
  type Authorization,
  authorizedPeriod,
  authorizedUse,
  authorizedWords,
  type UsingSession,
} from '#domain/sessions/authorized-minutes.ts';
import { withDurationRequest } from '#domain/sessions/session-requests.ts';

const authorization: Authorization = {
  ...{ student: 'maya', service: 'speech', provider: null, authorised_minutes: 240 },
  ...{ authorised_per: 'month', start_date: '2025-09-10', end_date: '2026-06-12' },
};
let made = 0;
function session(changes: Partial<UsingSession> = {}): UsingSession {
  made += 1;
  return {
    ...{ id: `s${made}`, provider: 'paula', student_ids: ['maya'], service: 'speech' },
    ...{ session_date: '2026-03-10', attendance: 'delivered', is_unsent: false },
    ...{ scheduled_minutes: 30, actual_minutes: 30, changeDuration: false, approval_request: 'none' },
    ...changes,
  };
}

describe('an authorization period', () => {
  test.each([
    ['week', '2026-03-11', { from: '2026-03-09', to: '2026-03-15' }],
    ['week', '2025-09-12', { from: '2025-09-10', to: '2025-09-14' }],
    ['month', '2026-02-28', { from: '2026-02-01', to: '2026-02-28' }],
    ['month', '2026-06-01', { from: '2026-06-01', to: '2026-06-12' }],
    ['month', '2025-12-31', { from: '2025-12-01', to: '2025-12-31' }],
    ['year', '2026-03-11', { from: '2025-09-10', to: '2026-06-12' }],
    ['year', '2025-09-09', null],
    ['week', '2026-06-13', null],
  ] as const)('per %s around %s', (authorised_per, day, expected) => {
    expect(authorizedPeriod({ ...authorization, authorised_per }, day)).toEqual(expected);
  });

  test("per year is the fiscal year unless the authorization's dates cut it", () => {
    const open = { authorised_per: 'year' as const, start_date: '2020-01-01', end_date: null };
    expect(authorizedPeriod(open, '2026-06-30')).toEqual({ from: '2025-07-01', to: '2026-06-30' });
    expect(authorizedPeriod(open, '2026-07-01')).toEqual({ from: '2026-07-01', to: '2027-06-30' });
  });
});

describe('authorized minutes', () => {
  const use = (sessions: UsingSession[], except: string | null = null) => {
    const found = authorizedUse(authorization, sessions, '2026-03-10', except);
    return found === null ? null : [found.used_minutes, found.unsent_minutes, found.left_minutes];
  };
  const waiting = withDurationRequest(
    [],
    null,
    { scheduled_minutes: 30, actual_minutes: 60, duration_reason: 'x' },
    { by: 'paula', at: '2026-03-10T18:00:00Z' },
  );

  test.each<[string, UsingSession[], [number, number, number]]>([
    ['of nothing yet', [], [0, 0, 240]],
    ['of what was sent and what was not', [session(), session({ is_unsent: true })], [60, 30, 180]],
    ['of make-ups too', [session({ attendance: 'make-up' })], [30, 0, 210]],
    ['without who did not come', [session({ attendance: 'no-show' })], [0, 0, 240]],
    ['of this month alone', [session({ session_date: '2026-02-28' })], [0, 0, 240]],
    [
      'of this service and student alone',
      [session({ service: 'motor' }), session({ student_ids: ['leo'] })],
      [0, 0, 240],
    ],
    ['whole, of a group', [session({ student_ids: ['leo', 'maya'] })], [30, 0, 210]],
    ['beyond what is authorized', Array.from({ length: 9 }, () => session()), [270, 0, -30]],
    [
      'by the plan while other minutes wait',
      [session({ actual_minutes: 60, changeDuration: true, requests: waiting })],
      [30, 0, 210],
    ],
  ])('are described as %s', (_, sessions, expected) => {
    expect(use(sessions)).toEqual(expected);
  });

  test('leave out the session being edited', () => {
    expect(use([session({ id: 'mine' }), session()], 'mine')).toEqual([30, 0, 210]);
  });

  test("for one provider count only that provider's sessions", () => {
    const hers = { ...authorization, provider: 'paula' };
    expect(authorizedUse(hers, [session({ provider: 'otto' })], '2026-03-10')?.used_minutes).toBe(0);
  });

  test('are unknown without a limit and on days outside of the authorization', () => {
    expect(authorizedUse({ ...authorization, authorised_minutes: null }, [], '2026-03-10')).toBeNull();
    expect(authorizedUse(authorization, [], '2026-06-13')).toBeNull();
  });

  test('say how many are not synced yet', () => {
    const used = (sessions: UsingSession[]) => authorizedUse(authorization, sessions, '2026-03-10');
    const sent = used([session()]);
    const both = used([session(), session({ is_unsent: true })]);
    expect(sent && authorizedWords(sent)).toBe('30 / 240 min this month');
    expect(both && authorizedWords(both)).toBe('60 / 240 min this month, 30 not synced');
  });
});
