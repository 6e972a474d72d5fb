import { describe, expect, test } from 'vitest';
import type { SessionEntry } from '#domain/sessions/session.ts';
import { mayBeDuplicates, sessionsOverlap } from '#domain/sessions/session-flags.ts';
import {
  isChangedDuration,
  sessionEnd,
  sessionProblems,
  spansOverlap,
  withScheduledMinutes,
} from '#domain/sessions/session-rules.ts';

const entry: SessionEntry = {
  student_ids: ['s1'],
  session_date: '2026-03-10',
  start_time: '09:00',
  end_time: '09:30',
  scheduled_minutes: 30,
  actual_minutes: 30,
  direct_minutes: 30,
  indirect_minutes: 0,
  setting: 'individual',
  attendance: 'delivered',
  reason: '',
  duration_reason: '',
};
const TODAY = '2026-03-10';

describe('a session', () => {
  test.each<[string, Partial<SessionEntry>]>([
    ['of one student', {}],
    ['of a group', { student_ids: ['s1', 's2'], setting: 'group' }],
    [
      'of indirect work without a student',
      { student_ids: [], setting: 'indirect', direct_minutes: 0, indirect_minutes: 30 },
    ],
    ['dated tomorrow, for those east of the Pacific', { session_date: '2026-03-11' }],
    ['dated two years ago', { session_date: '2024-03-10' }],
    ['up to midnight', { start_time: '23:30', end_time: '00:00' }],
    ['with another duration and its reason', { scheduled_minutes: 45, duration_reason: 'Fire drill.' }],
    [
      'on the night clocks go forward',
      { session_date: '2026-03-08', start_time: '01:45', end_time: '03:15' },
    ],
  ])('may be stored %s', (_, changes) => {
    expect(sessionProblems({ ...entry, ...changes }, TODAY)).toEqual({});
  });

  test.each<[string, Partial<SessionEntry>, string]>([
    ['no student', { student_ids: [] }, 'student_ids'],
    ['a student twice', { student_ids: ['s1', 's1'], setting: 'group' }, 'student_ids'],
    ['two students, but not as a group', { student_ids: ['s1', 's2'] }, 'setting'],
    ['a date in the future', { session_date: '2026-03-12' }, 'session_date'],
    ['a date of more than two years ago', { session_date: '2024-03-09' }, 'session_date'],
    ['an end past midnight', { start_time: '23:45', end_time: '00:15' }, 'actual_minutes'],
    ['an end that does not fit', { end_time: '09:31' }, 'end_time'],
    ['another duration without a reason', { scheduled_minutes: 45 }, 'duration_reason'],
    [
      'another duration with a blank reason',
      { scheduled_minutes: 45, duration_reason: '  ' },
      'duration_reason',
    ],
    ['an undescribed other attendance', { attendance: 'other', reason: ' ' }, 'reason'],
    ['minutes that do not add up', { indirect_minutes: 5 }, 'direct_minutes'],
  ])('is refused with %s', (_, changes, field) => {
    const problems = sessionProblems({ ...entry, ...changes }, TODAY);
    expect(Object.keys(problems)).toEqual([field]);
    expect(problems[field]).toMatch(/^[A-Z].*\.$/);
  });

  test('ends its duration after its start', () => {
    expect(sessionEnd({ session_date: '2026-03-10', start_time: '09:50' }, 25)).toBe('10:15');
  });

  test.each([
    [30, 30, false],
    [30, 29, true],
    [30, 31, true],
  ])(
    'of %i scheduled and %i actual minutes has a changed duration: %s',
    (scheduled_minutes, actual_minutes, expected) => {
      expect(isChangedDuration({ scheduled_minutes, actual_minutes })).toBe(expected);
    },
  );
});

describe('overlap of two spans', () => {
  const span = (id: string, day: string, start_time: string, minutes: number) => ({
    id,
    day,
    start_time,
    minutes,
  });
  const first = span('a', '2026-03-10', '09:00', 30);
  test.each([
    ['the same time', span('b', '2026-03-10', '09:00', 30), true],
    ['one within the other', span('b', '2026-03-10', '09:10', 5), true],
    ['one around the other', span('b', '2026-03-10', '08:00', 120), true],
    ['sharing the last minute', span('b', '2026-03-10', '09:29', 30), true],
    ['one begins where the other ends', span('b', '2026-03-10', '09:30', 30), false],
    ['one ends where the other begins', span('b', '2026-03-10', '08:30', 30), false],
    ['on another day', span('b', '2026-03-11', '09:00', 30), false],
    ['one and the same', span('a', '2026-03-10', '09:00', 30), false],
  ])('%s', (_, second, expected) => {
    expect(spansOverlap(first, second)).toBe(expected);
    expect(spansOverlap(second, first)).toBe(expected);
  });
});

describe('overlap of two sessions', () => {
  const first = {
    id: 'a',
    provider: 'p1',
    service: 'v1',
    student_ids: ['s1', 's2'],
    session_date: '2026-03-10',
    start_time: '09:00',
    actual_minutes: 30,
    setting: 'individual' as const,
  };
  const second = { ...first, id: 'b' };
  test.each([
    ['the same in everything', second, true, true],
    ['one student of the group again', { ...second, student_ids: ['s2', 's3'] }, true, true],
    ['other students', { ...second, student_ids: ['s3'] }, true, false],
    ['no students', { ...second, student_ids: [] }, true, false],
    ['another service', { ...second, service: 'v2' }, true, false],
    ['a minute later', { ...second, start_time: '09:01' }, true, false],
    ['right after', { ...second, start_time: '09:30' }, false, false],
    ['another provider', { ...second, provider: 'p2' }, false, true],
    ['another day', { ...second, session_date: '2026-03-11' }, false, false],
    ['one and the same', first, false, false],
  ])('%s', (_, other, overlap, duplicate) => {
    expect([sessionsOverlap(first, other), mayBeDuplicates(first, other)]).toEqual([overlap, duplicate]);
    expect([sessionsOverlap(other, first), mayBeDuplicates(other, first)]).toEqual([overlap, duplicate]);
  });

  const child = { ...first, setting: 'group' as const };
  test.each([
    ['of a group, captured child by child', { ...child, id: 'b', student_ids: ['s3'] }, false, false],
    ['of a group, with a child in both', { ...child, id: 'b', student_ids: ['s2'] }, true, true],
    ['of two groups at one time', { ...child, id: 'b', student_ids: ['s3'], service: 'v2' }, true, false],
  ])('%s', (_, other, overlap, duplicate) => {
    expect([sessionsOverlap(child, other), mayBeDuplicates(child, other)]).toEqual([overlap, duplicate]);
    expect([sessionsOverlap(other, child), mayBeDuplicates(other, child)]).toEqual([overlap, duplicate]);
  });
});

describe('scheduled minutes', () => {
  const minutes = { calendar_event_id: null, scheduled_minutes: 30, actual_minutes: 45 };

  test('equal the duration if there is no calendar event', () => {
    expect(withScheduledMinutes(minutes, null)).toEqual({ ...minutes, scheduled_minutes: 45 });
  });

  test('are those of the calendar event if there is one', () => {
    const planned = { ...minutes, calendar_event_id: 'e1' };
    expect(withScheduledMinutes(planned, null)).toBe(planned);
    expect(withScheduledMinutes({ ...planned, actual_minutes: 60 }, planned)).toMatchObject({
      scheduled_minutes: 30,
    });
  });

  test('follow a later change of the duration', () => {
    const stored = { ...minutes, scheduled_minutes: 45 };
    expect(withScheduledMinutes({ ...stored, actual_minutes: 60 }, stored)).toMatchObject({
      scheduled_minutes: 60,
    });
  });

  test('of an older session stay until its minutes change', () => {
    expect(withScheduledMinutes({ ...minutes }, minutes)).toEqual(minutes);
  });
});
