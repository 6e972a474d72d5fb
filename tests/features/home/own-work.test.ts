import { describe, expect, test } from 'vitest';
import { daysToLog, ownWeek } from '#features/home/own-work.ts';

const OWN = 'paula';

function planned(
  day: string,
  time = '09:00',
  changes: Partial<ReturnType<typeof event>> = {},
  skipped: string | null = null,
) {
  return { event: { ...event(day, time), ...changes }, skipped };
}

function event(day: string, time: string) {
  return {
    ...{ id: `${day} ${time}`, provider: OWN, service: 'speech' as string | null, is_lunch: false },
    ...{ event_start_date: day, event_start_time: time, duration: 30 },
  };
}

function logged(session_date: string, calendar_event_id: string | null, attendance = 'delivered' as const) {
  return { session_date, calendar_event_id, attendance };
}

const NOW = { day: '2026-03-10', time: '11:00' };

describe('sessions to log', () => {
  test('are planned sessions that are over, oldest first', () => {
    const all = [planned('2026-03-10'), planned('2026-03-09'), planned('2026-03-10', '10:45')];
    expect(daysToLog(all, [], OWN, NOW)).toEqual(['2026-03-09', '2026-03-10']);
  });

  test('exclude logged ones, whatever the attendance', () => {
    const monday = planned('2026-03-09', '09:00', { id: 'series' });
    const tuesday = planned('2026-03-10', '09:00', { id: 'series' });
    expect(daysToLog([monday, tuesday], [logged('2026-03-09', 'series')], OWN, NOW)).toEqual(['2026-03-10']);
  });

  test("exclude lunches, meetings, school closures, and other people's events", () => {
    const others = [
      planned('2026-03-09', '09:00', { is_lunch: true }),
      planned('2026-03-09', '09:00', { service: null }),
      planned('2026-03-09', '09:00', {}, 'Teacher workday'),
      planned('2026-03-09', '09:00', { provider: 'otto' }),
    ];
    expect(daysToLog(others, [], OWN, NOW)).toEqual([]);
  });
});

test('a week counts planned and delivered sessions by day, from Sunday to Saturday', () => {
  const sessions = [
    logged('2026-03-09', null),
    { ...logged('2026-03-10', null), attendance: 'student-absent' as const },
    { ...logged('2026-03-10', null), attendance: 'make-up' as const },
  ];
  const week = ownWeek([planned('2026-03-10'), planned('2026-03-13')], sessions, OWN, '2026-03-08');
  expect(week.map(({ planned: count }) => count)).toEqual([0, 0, 1, 0, 0, 1, 0]);
  expect(week.map(({ delivered }) => delivered)).toEqual([0, 1, 1, 0, 0, 0, 0]);
  expect(week[6]?.day).toBe('2026-03-14');
});
