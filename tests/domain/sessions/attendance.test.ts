import { describe, expect, test } from 'vitest';
import { attendanceRule } from '#domain/sessions/attendance.ts';
import { ATTENDANCE_CODES, type Attendance } from '#domain/sessions/session.ts';
import { billableMinutes, type CountedSession, payableMinutes } from '#domain/sessions/session-minutes.ts';
import { withDecision, withDurationRequest, withLateEntry } from '#domain/sessions/session-requests.ts';

const PLACE = { is_service_billable: true, is_location_billable: true };
const ASKED = { by: 'paula', at: '2026-03-10T18:00:00.000Z' };

/** A 30-minute session that took as long as planned. */
function session(changes: Partial<CountedSession> = {}): CountedSession {
  return {
    ...{ scheduled_minutes: 30, actual_minutes: 30, attendance: 'delivered' },
    ...{ changeDuration: false, approval_request: 'none', requests: [] },
    ...changes,
  };
}

describe('an attendance code', () => {
  const table: Record<Attendance, [paid: number, billed: number, reason: boolean, owed: boolean]> = {
    delivered: [30, 30, false, false],
    'student-absent': [30, 0, false, true],
    'student-refused': [30, 0, true, false],
    'provider-absent': [0, 0, true, true],
    'school-closed': [0, 0, false, true],
    'late-cancel': [30, 30, false, false],
    'no-show': [30, 30, false, false],
    'make-up': [30, 30, false, false],
    other: [30, 0, true, false],
  };
  test.each(ATTENDANCE_CODES)(
    '%s is paid, billed, explained, and made up as the table says',
    (attendance) => {
      const [paid, billed, needs_reason, owes_make_up] = table[attendance];
      const entry = session({ attendance });
      expect(payableMinutes(entry)).toBe(paid);
      expect(billableMinutes(entry, PLACE)).toBe(billed);
      expect(attendanceRule(attendance)).toMatchObject({ needs_reason, owes_make_up });
    },
  );

  test("is overridden by the client's billing condition", () => {
    const noShow = session({ attendance: 'no-show' });
    expect(billableMinutes(noShow, PLACE, { is_billable: false })).toBe(0);
    expect(payableMinutes(session({ attendance: 'school-closed' }), { is_payable: true })).toBe(30);
  });

  test('bills nothing at a non-billable location or for a non-billable service', () => {
    expect(billableMinutes(session(), { ...PLACE, is_location_billable: false })).toBe(0);
    expect(billableMinutes(session(), { ...PLACE, is_service_billable: false })).toBe(0);
  });
});

describe('counted minutes', () => {
  const longer = { scheduled_minutes: 30, actual_minutes: 45, duration_reason: 'Fire drill.' };
  const asked = withDurationRequest([], null, longer, ASKED);
  const decide = (state: 'approved' | 'refused') =>
    withDecision(asked, ASKED.at, ['duration'], { state, note: '', by: 'ada', at: ASKED.at });

  test.each([
    ['the scheduled ones while a changed duration waits', asked, 30],
    ['the actual ones once it is approved', decide('approved'), 45],
    ['the scheduled ones after it was refused', decide('refused'), 30],
  ])('are %s', (_, requests, minutes) => {
    const changed = session({ ...longer, changeDuration: true, requests });
    expect(payableMinutes(changed)).toBe(minutes);
    expect(billableMinutes(changed, PLACE)).toBe(minutes);
  });

  test('follow the single field of rows from before requests', () => {
    const old = { ...longer, changeDuration: true, requests: undefined };
    expect(payableMinutes(session({ ...old, approval_request: 'pending' }))).toBe(30);
    expect(payableMinutes(session({ ...old, approval_request: 'approved' }))).toBe(45);
  });

  test('are zero for a late entry until it is accepted', () => {
    const requests = withLateEntry([], ASKED);
    expect(payableMinutes(session({ requests }))).toBe(0);
    for (const [state, minutes] of [
      ['approved', 30],
      ['refused', 0],
    ] as const) {
      const decided = withDecision(requests, ASKED.at, ['late-entry'], {
        ...{ state, note: '', by: 'ada', at: ASKED.at },
      });
      expect(payableMinutes(session({ requests: decided }))).toBe(minutes);
    }
  });
});
