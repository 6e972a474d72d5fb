import { attendanceRule } from './attendance.ts';
import type { APPROVAL_REQUESTS, Attendance } from './session.ts';
import { durationApproval, isAccepted, type SessionRequest } from './session-requests.ts';

/** The fields that determine which minutes of a session count. */
export interface CountedSession {
  scheduled_minutes: number;
  actual_minutes: number;
  attendance: Attendance;
  changeDuration: boolean;
  approval_request: (typeof APPROVAL_REQUESTS)[number];
  requests?: readonly SessionRequest[] | undefined;
  /** Imported from the previous system, which paid and billed it. Its minutes still count as used. */
  is_history?: boolean | undefined;
}

/** A client's billing condition for the attendance; without it the code's default applies. */
export interface AttendanceOverride {
  is_payable?: boolean;
  is_billable?: boolean;
}

/**
 * The minutes that count: the scheduled ones until a changed duration is approved, and if it was denied. A
 * late entry that is not accepted counts as zero.
 */
export function countedMinutes(session: CountedSession): number {
  if (!isAccepted(session)) return 0;
  const approval = durationApproval(session);
  return approval === 'pending' || approval === 'refused'
    ? session.scheduled_minutes
    : session.actual_minutes;
}

/** Whole minutes for which the provider is paid. */
export function payableMinutes(session: CountedSession, override: AttendanceOverride = {}): number {
  if (session.is_history === true) return 0;
  const isPayable = override.is_payable ?? attendanceRule(session.attendance).is_payable;
  return isPayable ? countedMinutes(session) : 0;
}

/** Whole minutes billed to the client: none for a non-billable service or location, such as "Break". */
export function billableMinutes(
  session: CountedSession,
  facts: { is_service_billable: boolean; is_location_billable: boolean },
  override: AttendanceOverride = {},
): number {
  if (session.is_history === true) return 0;
  const isBillable = override.is_billable ?? attendanceRule(session.attendance).is_billable;
  return isBillable && facts.is_service_billable && facts.is_location_billable ? countedMinutes(session) : 0;
}
