import type { Attendance } from './session.ts';

/** What an attendance code means for pay, billing and make-ups. */
export interface AttendanceRule {
  /** The provider is paid, unless the client's billing condition says otherwise. */
  is_payable: boolean;
  /** The client is billed, unless the client's billing condition says otherwise. */
  is_billable: boolean;
  /** An entry must say why. */
  needs_reason: boolean;
  /** The student is owed the time: a make-up session is due. */
  owes_make_up: boolean;
  /** What people mostly answer; anything else may be typed. */
  reasons: readonly string[];
}

/**
 * One line for each code.
 *
 * - Paid is who was there for the student, whether the student came or not.
 * - Billed is what was delivered, and time that was kept free and given up too late
 *   (late cancel, no show).
 * - Owed is what was neither delivered nor billed, unless the student refused it.
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

/** The provider did not work: such an entry is kept, but brings no minutes. */
export const NOT_WORKED: readonly Attendance[] = ['provider-absent', 'school-closed'];

/** Whether the provider worked, so that the session's minutes count. */
export function tookPlace(attendance: Attendance): boolean {
  return !NOT_WORKED.includes(attendance);
}

/** What an entry of before these reasons were asked for says, where it says nothing. */
export const REASON_NOT_ASKED = 'Not given';
