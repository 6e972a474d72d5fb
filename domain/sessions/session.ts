/** Session vocabulary shared by device and server. */
export const ATTENDANCE_CODES = [
  'delivered',
  'student-absent',
  'student-refused',
  'provider-absent',
  'school-closed',
  'late-cancel',
  'no-show',
  'make-up',
  'other',
] as const;
export type Attendance = (typeof ATTENDANCE_CODES)[number];

export const ATTENDANCE_LABELS: Record<Attendance, string> = {
  delivered: 'Delivered',
  'student-absent': 'Student absent',
  'student-refused': 'Student refused',
  'provider-absent': 'Provider absent',
  'school-closed': 'School closed',
  'late-cancel': 'Late cancel',
  'no-show': 'No show',
  'make-up': 'Makeup',
  other: 'Other',
};

export const SESSION_SETTINGS = ['individual', 'group', 'consult', 'indirect'] as const;
export const SESSION_MODALITIES = ['in_person', 'remote'] as const;
export const SESSION_STATES = ['draft', 'logged', 'completed', 'approved', 'locked'] as const;
export const APPROVAL_REQUESTS = ['none', 'pending', 'approved', 'refused'] as const;

export type SessionSetting = (typeof SESSION_SETTINGS)[number];
export type SessionState = (typeof SESSION_STATES)[number];

export const SETTING_LABELS: Record<SessionSetting, string> = {
  individual: 'Individual',
  group: 'Group',
  consult: 'Consult',
  indirect: 'Indirect',
};

export const SESSION_STATE_LABELS: Record<SessionState, string> = {
  draft: 'Draft',
  logged: 'Logged',
  completed: 'Completed',
  approved: 'Approved',
  locked: 'Locked',
};

export const MODALITY_LABELS: Record<(typeof SESSION_MODALITIES)[number], string> = {
  in_person: 'In person',
  remote: 'Remote',
};

/** The fields that a person enters; the server sets the rest. */
export interface SessionEntry {
  student_ids: readonly string[];
  session_date: string;
  start_time: string;
  end_time: string;
  scheduled_minutes: number;
  actual_minutes: number;
  direct_minutes: number;
  indirect_minutes: number;
  setting: SessionSetting;
  attendance: Attendance;
  reason: string;
  duration_reason: string;
}
