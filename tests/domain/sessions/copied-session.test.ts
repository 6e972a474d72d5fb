import { describe, expect, test } from 'vitest';
import { dayCopies, lastTimeWith, likelyNext, type PatternSession } from '#domain/sessions/copied-session.ts';

let made = 0;
/** March 10, 2026, is a Tuesday. */
function session(changes: Partial<PatternSession> = {}): PatternSession {
  made += 1;
  return {
    ...{ id: `s${made}`, provider: 'paula', student_ids: ['maya'], service: 'speech' },
    ...{ session_date: '2026-03-09', start_time: '09:00', actual_minutes: 30, attendance: 'delivered' },
    ...changes,
  };
}

describe('duplicating a day', () => {
  const source = [
    session({ id: 'b', start_time: '10:00', student_ids: ['leo', 'maya'] }),
    session({ id: 'a' }),
  ];
  const event = {
    ...{ id: 'e', event_start_time: '09:00', service: 'speech', student: 'maya' },
    student_ids: ['maya'],
  };

  test('orders the copies by start', () => {
    expect(dayCopies(source, [], []).map(({ pattern }) => pattern.id)).toEqual(['a', 'b']);
  });

  test('skips sessions that already exist, in any order of students', () => {
    const target = [
      session({ id: 'there', session_date: '2026-03-10', start_time: '10:00', student_ids: ['maya', 'leo'] }),
    ];
    expect(dayCopies(source, target, []).map(({ existing }) => existing?.id)).toEqual([undefined, 'there']);
  });

  test.each([
    ['another start', { start_time: '09:05' }],
    ['another service', { service: 'motor' }],
    ['another child', { student_ids: ['leo'] }],
  ])('takes %s for another session', (_, changes) => {
    const [copy] = dayCopies([session()], [session(changes)], []);
    expect(copy?.existing).toBeNull();
  });

  test.each([
    ['of the same child', {}, 'e'],
    ['of a group, which names no child', { student: null }, 'e'],
    ['of another child', { student: 'leo' }, null],
    ['at another time', { event_start_time: '09:30' }, null],
    ['of another service', { service: 'motor' }, null],
  ])('stands for the event %s', (_, changes, expected) => {
    const [copy] = dayCopies([session()], [], [{ ...event, ...changes }]);
    expect(copy?.calendar_event_id).toBe(expected);
  });

  const doubts = (target: PatternSession[], events: (typeof event)[]) =>
    dayCopies([session()], target, events).map(({ doubt }) => doubt);

  test.each([
    [
      'a student who is absent that day',
      [session({ start_time: '13:00', attendance: 'student-absent' })],
      [],
    ],
    ['a student who did not come', [session({ service: 'motor', attendance: 'no-show' })], []],
  ] as const)('leaves out %s', (_, target, events) => {
    expect(doubts([...target], [...events])).toEqual([{ kind: 'absent', student: 'maya' }]);
  });

  test('leaves out a session that is planned or logged at another time', () => {
    const later = { ...event, event_start_time: '13:00' };
    expect(doubts([], [later])).toEqual([{ kind: 'planned', student: 'maya', start_time: '13:00' }]);
    expect(doubts([session({ start_time: '09:05' })], [])).toEqual([
      { kind: 'logged', student: 'maya', start_time: '09:05' },
    ]);
  });

  test('keeps the second session of a student who is seen twice', () => {
    const twice = [session(), session({ start_time: '13:00' })];
    const copies = dayCopies(twice, [session()], []);
    expect(copies.map(({ doubt }) => doubt)).toEqual([null, null]);
    expect(dayCopies(twice, [], [event]).map(({ doubt }) => doubt)).toEqual([null, null]);
  });

  test('keeps what is planned at the same time, for another student, or for another service', () => {
    const later = { ...event, id: 'later', event_start_time: '13:00' };
    expect(doubts([], [later, event])).toEqual([null]);
    expect(doubts([], [{ ...later, student_ids: ['leo'] }])).toEqual([null]);
    expect(doubts([], [{ ...later, service: 'motor' }])).toEqual([null]);
    expect(doubts([session({ service: 'motor' })], [])).toEqual([null]);
  });

  test('links an event to one session only', () => {
    const copies = dayCopies([session(), session()], [], [event]);
    expect(copies.map(({ calendar_event_id }) => calendar_event_id)).toEqual(['e', null]);
  });
});

describe('the last session', () => {
  test('is the newest delivered one with the student', () => {
    const older = session({ session_date: '2026-03-02' });
    const group = session({ session_date: '2026-03-05', student_ids: ['leo', 'maya'] });
    const missed = session({ session_date: '2026-03-06', attendance: 'student-absent' });
    expect(lastTimeWith([older, group, missed], ['maya'])).toBe(group);
    expect(lastTimeWith([older], ['leo'])).toBeNull();
  });
});

describe('the likely next session', () => {
  const next = (sessions: PatternSession[]) =>
    likelyNext(sessions, { day: '2026-03-10', now: '10:00', limit: 2 }).map(({ id }) => id);

  test('was on the same weekday at about the same time', () => {
    const sessions = [
      session({ id: 'yesterday', student_ids: ['ann'], start_time: '10:00' }),
      session({
        id: 'tuesday, early',
        student_ids: ['ben'],
        session_date: '2026-03-03',
        start_time: '08:00',
      }),
      session({ id: 'tuesday, now', student_ids: ['cara'], session_date: '2026-03-03', start_time: '10:15' }),
    ];
    expect(next(sessions)).toEqual(['tuesday, now', 'tuesday, early']);
  });

  test('excludes students seen today, and is offered once', () => {
    const sessions = [
      session({ id: 'seen', student_ids: ['ann'] }),
      session({ student_ids: ['ann'], session_date: '2026-03-10' }),
      session({ id: 'old', student_ids: ['ben'], session_date: '2026-03-04' }),
      session({ id: 'new', student_ids: ['ben'], session_date: '2026-03-06' }),
    ];
    expect(next(sessions)).toEqual(['new']);
  });
});
