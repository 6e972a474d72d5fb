import { describe, expect, test } from 'vitest';
import {
  type LedgerSession,
  type MakeUpAccount,
  makeUpLedger,
  makeUpWindows,
  openMakeUps,
} from '#domain/sessions/make-ups.ts';
import { withLateEntry } from '#domain/sessions/session-requests.ts';

const TODAY = '2026-03-10';
let made = 0;

function session(
  attendance: LedgerSession['attendance'],
  changes: Partial<LedgerSession> = {},
): LedgerSession {
  made += 1;
  return {
    ...{ id: `s${made}`, student_ids: ['maya'], service: 'speech', session_date: '2026-03-02' },
    ...{ start_time: '09:00', scheduled_minutes: 30, actual_minutes: 30, attendance, make_up_of: null },
    ...changes,
  };
}

const figures = ({ owed_minutes, made_up_minutes, expired_minutes, remaining_minutes }: MakeUpAccount) => [
  owed_minutes,
  made_up_minutes,
  expired_minutes,
  remaining_minutes,
];

describe('the makeup ledger', () => {
  const missed = session('provider-absent', { id: 'missed' });
  const old = session('student-absent', { id: 'old', session_date: '2026-01-05' });
  const makeUp = (changes: Partial<LedgerSession> = {}) =>
    session('make-up', { session_date: '2026-03-09', ...changes });

  test.each<[string, LedgerSession[], [number, number, number, number][]]>([
    ['owes nothing for what was delivered', [session('delivered')], []],
    ['owes nothing for what the student refused', [session('student-refused')], []],
    ['owes nothing for what is billed anyway', [session('no-show'), session('late-cancel')], []],
    ['owes what was missed', [missed], [[30, 0, 0, 30]]],
    ['counts what was made up', [missed, makeUp({ make_up_of: 'missed' })], [[30, 30, 0, 0]]],
    [
      'keeps what is left of it',
      [missed, makeUp({ make_up_of: 'missed', actual_minutes: 20 })],
      [[30, 20, 0, 10]],
    ],
    ['lets go what nobody made up in time', [old], [[30, 0, 30, 0]]],
    [
      'counts a make-up that names no session for the oldest open one',
      [missed, session('school-closed', { session_date: '2026-02-20' }), makeUp()],
      [[60, 30, 0, 30]],
    ],
    [
      'passes on what is more than was missed',
      [
        missed,
        session('school-closed', { session_date: '2026-03-03' }),
        makeUp({ make_up_of: 'missed', actual_minutes: 45 }),
      ],
      [[60, 45, 0, 15]],
    ],
    ['makes nothing up beforehand', [missed, makeUp({ session_date: '2026-03-01' })], [[30, 0, 0, 30]]],
    ['does not make up what has expired', [old, makeUp()], [[30, 0, 30, 0]]],
    ['makes nothing up for another service', [missed, makeUp({ service: 'motor' })], [[30, 0, 0, 30]]],
    [
      'keeps an account for each child of a group',
      [{ ...missed, student_ids: ['maya', 'leo'] }, makeUp({ make_up_of: 'missed' })],
      [
        [30, 30, 0, 0],
        [30, 0, 0, 30],
      ],
    ],
    [
      'waits for a late entry to be accepted',
      [session('provider-absent', { requests: withLateEntry([], { by: 'p', at: '2026-03-09T00:00:00Z' }) })],
      [],
    ],
  ])('%s', (_, sessions, expected) => {
    expect(makeUpLedger(sessions, TODAY).map(figures)).toEqual(expected);
    expect(makeUpLedger(sessions.toReversed(), TODAY).map(figures).toSorted()).toEqual(expected.toSorted());
  });

  test("ends a window on its last day, as set by the client's billing condition", () => {
    expect(makeUpLedger([missed], '2026-03-12', { daysFor: () => 10 }).map(figures)).toEqual([
      [30, 0, 0, 30],
    ]);
    expect(makeUpLedger([missed], '2026-03-13', { daysFor: () => 10 }).map(figures)).toEqual([
      [30, 0, 30, 0],
    ]);
  });

  test.each([
    ['district', '2026-03-01', 45],
    ['district', '2026-02-28', 30],
    ['district', '2025-12-31', 60],
    ['family', '2026-03-01', 60],
    [null, '2026-03-01', 60],
  ])('a session of %s on %s can be made up within %i days', (client, session_date, days) => {
    const windows = makeUpWindows([
      {
        id: 'district',
        makeup_windows: [
          { starts_on: '2026-03-01', days: 45 },
          { starts_on: '2026-01-01', days: 30 },
        ],
      },
      // A row that a device stored before there were windows.
      { id: 'family' },
    ]);
    expect([windows.daysFor({ client, session_date }), windows.longest]).toEqual([days, 60]);
  });

  test('lists open items, most urgent first', () => {
    const newer = session('school-closed', { id: 'newer', session_date: '2026-03-05' });
    const open = openMakeUps(makeUpLedger([newer, old, missed], TODAY));
    expect(open.map((item) => item.session)).toEqual(['missed', 'newer']);
  });
});
