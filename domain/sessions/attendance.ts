import type { Attendance } from './session.ts';

/** What an attendance code means for pay, billing, and makeup sessions. */
export interface AttendanceRule {
  /** The provider is paid, unless the client's billing condition says otherwise. */
  is_payable: boolean;
  /** The client is billed, unless the client's billing condition says otherwise. */
  is_billable: boolean;
  /** Whether the entry needs a reason. */
  needs_reason: boolean;
  /** Whether the student is owed a makeup session. */
  owes_make_up: boolean;
  /** Common reasons; any other text may be typed. */
  reasons: readonly string[];
}

/**
 * One row per code.
 *
 * - Paid: the provider was there, whether or not the student came.
 * - Billed: delivered time, and reserved time that was canceled too late (late cancel, no show).
 * - Owed: neither delivered nor billed, unless the student refused.
 */
const RULES: Record<Attendance, AttendanceRule> = {
  delivered: rule('payable', 'billable'),
  'student-absent': {
    ...rule('payable', 'not billable'),
    owes_make_up: true,
    reasons: ['Illness', 'Appointment', 'Family trip', 'Suspended'],
  },
  'student-refused': {
    ...rule('payable', 'not billable'),
    needs_reason: true,
    reasons: ['Would not leave class', 'Too upset to take part', 'Tired or unwell', 'No reason given'],
  },
  'provider-absent': {
    ...rule('not payable', 'not billable'),
    needs_reason: true,
    owes_make_up: true,
    reasons: ['Illness', 'Personal leave', 'Training', 'Traffic or transport'],
  },
  'school-closed': {
    ...rule('not payable', 'not billable'),
    owes_make_up: true,
    reasons: ['Holiday', 'Weather', 'Teacher workday', 'Emergency'],
  },
  'late-cancel': {
    ...rule('payable', 'billable'),
    reasons: ['School canceled', 'Family canceled', 'Assembly or field trip', 'Testing'],
  },
  'no-show': {
    ...rule('payable', 'billable'),
    reasons: ['Did not come', 'Could not be found', 'Did not join the call'],
  },
  'make-up': rule('payable', 'billable'),
  other: { ...rule('payable', 'not billable'), needs_reason: true },
};

function rule(pay: 'payable' | 'not payable', bill: 'billable' | 'not billable'): AttendanceRule {
  return {
    is_payable: pay === 'payable',
    is_billable: bill === 'billable',
    needs_reason: false,
    owes_make_up: false,
    reasons: [],
  };
}

export function attendanceRule(attendance: Attendance): AttendanceRule {
  return RULES[attendance];
}

/** The provider did not work: the entry is kept but has no minutes. */
export const NOT_WORKED: readonly Attendance[] = ['provider-absent', 'school-closed'];

/** Whether the provider worked, so that the session's minutes count. */
export function tookPlace(attendance: Attendance): boolean {
  return !NOT_WORKED.includes(attendance);
}

/** The reason of entries made before reasons were required, if they have none. */
export const REASON_NOT_ASKED = 'Not given';
