import { describe, expect, test } from 'vitest';
import type { LunchBreak } from '#contract/lunch.ts';
import type { Session } from '#contract/session.ts';
import { pacificInstant } from '#domain/time/pacific.ts';
import { emptyValues, type SessionValues } from '#features/sessions/session-values.ts';
import { type SessionWarning, sessionWarnings } from '#features/sessions/session-warnings.ts';

const DAY = '2026-03-10';

const other = (changes: Partial<Session> = {}) =>
  ({
    id: 'other',
    provider: 'me',
    service: 'slp',
    student_ids: ['maya'],
    session_date: DAY,
    start_time: '09:00',
    end_time: '09:30',
    actual_minutes: 30,
    setting: 'individual',
    ...changes,
  }) as Session;

const lunch = (changes: Partial<LunchBreak> = {}) =>
  ({
    id: 'lunch',
    provider: 'me',
    // 12:00 in Pacific daylight time.
    lunch_start_time: '2026-03-10T19:00:00.000Z',
    lunch_duration: 30,
    waiver_type: '',
    ...changes,
  }) as LunchBreak;

function warnings(
  entered: Partial<SessionValues>,
  around: { sessions?: Session[]; lunches?: LunchBreak[]; locked?: boolean; now?: string } = {},
  id: string | null = null,
) {
  const blank = emptyValues({ provider: 'me', day: DAY, today: DAY, now: '09:30' });
  return sessionWarnings({ ...blank, service: 'slp', student_ids: ['leo'], ...entered }, id, {
    sessions: around.sessions ?? [],
    lunches: around.lunches ?? [],
    periods: [
      {
        id: 'p',
        start_date: DAY,
        end_date: DAY,
        closed_at: null,
        is_locked: around.locked ?? false,
        version: 1,
      },
    ],
    nameOf: () => 'Maya R.',
    now: Date.parse(pacificInstant(DAY, around.now ?? '18:00')),
  });
}

describe('before a session is saved', () => {
  test.each<[string, SessionWarning[], string[]]>([
    ['nothing is said of a free time', warnings({ start_time: '10:00' }, { sessions: [other()] }), []],
    [
      'an overlap names the other session',
      warnings({ start_time: '09:15' }, { sessions: [other()] }),
      ['Overlaps Maya R., 9:00–9:30 AM.'],
    ],
    [
      'a child of the same group is no overlap',
      warnings({ start_time: '09:00', setting: 'group' }, { sessions: [other({ setting: 'group' })] }),
      [],
    ],
    [
      'a session that has not started can hardly be delivered',
      warnings({ start_time: '10:00' }, { now: '09:59' }),
      ["This session hasn't started yet."],
    ],
    ['one that starts now can', warnings({ start_time: '10:00' }, { now: '10:00' }), []],
    [
      'a student can be absent ahead of time',
      warnings({ start_time: '10:00', attendance: 'student-absent' }, { now: '09:00' }),
      [],
    ],
    ['touching ends are no overlap', warnings({ start_time: '09:30' }, { sessions: [other()] }), []],
    [
      "another provider's session isn't an overlap",
      warnings({ start_time: '09:15' }, { sessions: [other({ provider: 'you' })] }),
      [],
    ],
    [
      'the same student, service and start is perhaps the same session, not an overlap',
      warnings({ start_time: '09:00', student_ids: ['maya'] }, { sessions: [other()] }),
      ['Possible duplicate: Maya R. at 9:00 AM.'],
    ],
    [
      'the session that is edited warns not of itself',
      warnings({ start_time: '09:10' }, { sessions: [other()] }, 'other'),
      [],
    ],
    [
      'a session over lunch says so',
      warnings({ start_time: '11:45' }, { lunches: [lunch()] }),
      ['Overlaps the lunch break at 12:00 PM.'],
    ],
    [
      'a waived lunch overlaps with nothing',
      warnings({ start_time: '11:45' }, { lunches: [lunch({ waiver_type: 'on_duty' })] }),
      [],
    ],
    [
      'a locked pay period is known before the office is asked',
      warnings({ start_time: '10:00' }, { locked: true }),
      ['This pay period is locked. Your entry becomes a request and counts once your office approves it.'],
    ],
    ['an unfinished entry says nothing', warnings({ actual_minutes: null }, { sessions: [other()] }), []],
  ])('%s', (_, said, expected) => {
    expect(said.map(({ words }) => words)).toEqual(expected);
  });

  test('a warning links to its session', () => {
    const [overlap] = warnings({ start_time: '09:15' }, { sessions: [other()] });
    expect(overlap?.session).toBe('other');
    const [meal] = warnings({ start_time: '11:45' }, { lunches: [lunch()] });
    expect(meal?.session).toBeNull();
  });
});
