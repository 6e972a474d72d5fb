import { displayDay } from '#domain/time/pacific.ts';

/** What rings the bell. */
export const BELL_EVENTS = [
  'timesheet-rejected',
  'request-approved',
  'request-denied',
  'note-returned',
  'student-assigned',
  'student-unassigned',
  'caseload-received',
  'caseload-handed-over',
  'caseload-returned',
  'caseload-handed-back',
  'caseload-undone',
  'iep-due',
  'credential-expiring',
  'message-reminder',
  'timesheet-due',
  'time-open',
  'notes-due',
  'changes-unsynced',
  'held-rejected',
  'requests-to-decide',
] as const;
export type BellEvent = (typeof BELL_EVENTS)[number];

/** Those about a caseload, which can be undone. */
export const CASELOAD_EVENTS = [
  'student-assigned',
  'student-unassigned',
  'caseload-received',
  'caseload-handed-over',
  'caseload-returned',
  'caseload-handed-back',
] as const satisfies readonly BellEvent[];

interface BellRule {
  /** What the bell shows. It names no one: the person is shown next to it. */
  title: string;
  /**
   * Whether an email says that something is new, without saying what it is about: mail isn't for what the app
   * keeps encrypted.
   */
  by_mail: boolean;
  /** Whether it is someone's decision on what the person asked for, which is pushed to those who turned that on. */
  by_push: boolean;
  /** More than the title, in the notifications tab. */
  words(day: string): string;
}

/** What rings the bell, what it says, and what also goes out by email and is pushed. */
export const BELL: Readonly<Record<BellEvent, BellRule>> = {
  'timesheet-rejected': {
    title: 'Timesheet rejected',
    by_mail: true,
    by_push: true,
    words: (day) =>
      `Your timesheet for the pay period starting ${day} was rejected. Correct it and submit it again.`,
  },
  'request-approved': {
    title: 'Request approved',
    by_mail: false,
    by_push: true,
    words: (day) => `Your request about the session on ${day} was approved.`,
  },
  'request-denied': {
    title: 'Request denied',
    by_mail: false,
    by_push: true,
    words: (day) => `Your request about the session on ${day} was denied. Open the session to see why.`,
  },
  'note-returned': {
    title: 'SOAP note returned',
    by_mail: true,
    by_push: false,
    words: (day) => `Your SOAP note from ${day} was returned. Read the comment, then sign it again.`,
  },
  'student-assigned': {
    title: 'Student added to your caseload',
    by_mail: true,
    by_push: false,
    words: (day) => `Starting ${day}, you deliver a service to another student. See My Students.`,
  },
  'student-unassigned': {
    title: 'Student left your caseload',
    by_mail: false,
    by_push: false,
    words: (day) => `Starting ${day}, you no longer deliver a service to one of your students.`,
  },
  'caseload-received': {
    title: "Colleague's caseload handed over to you",
    by_mail: true,
    by_push: false,
    words: (day) => `Starting ${day}, you cover a colleague's sessions. See My Students and your calendar.`,
  },
  'caseload-handed-over': {
    title: 'Your caseload was handed over',
    by_mail: false,
    by_push: false,
    words: (day) => `Starting ${day}, a colleague covers some of your sessions.`,
  },
  'caseload-returned': {
    title: 'Your caseload was handed back to you',
    by_mail: true,
    by_push: false,
    words: (day) =>
      `Starting ${day}, sessions that a colleague covered are yours again. See My Students and your calendar.`,
  },
  'caseload-handed-back': {
    title: "Colleague's caseload handed back",
    by_mail: false,
    by_push: false,
    words: (day) => `Starting ${day}, a colleague's sessions that you covered are theirs again.`,
  },
  'caseload-undone': {
    title: 'Caseload change undone',
    by_mail: true,
    by_push: false,
    words: (day) =>
      `The change to your caseload starting ${day} was undone. See My Students and your calendar.`,
  },
  'iep-due': {
    title: 'IEP review due',
    by_mail: false,
    by_push: false,
    words: (day) => `The IEP of one of your students must be reviewed by ${day}. See My Students.`,
  },
  'credential-expiring': {
    title: 'Credential expires soon',
    by_mail: true,
    by_push: false,
    words: (day) =>
      `A license, certificate, or clearance on file expires on ${day}. Send your office the new one.`,
  },
  'message-reminder': {
    title: 'Message waiting for your acknowledgment',
    by_mail: true,
    by_push: false,
    words: (day) => `A message from ${day} is waiting for you on the home screen. Read and acknowledge it.`,
  },
  'timesheet-due': {
    title: 'Timesheet due',
    by_mail: true,
    by_push: false,
    words: (day) => `Your office is closing the pay period starting ${day}. Submit your timesheet.`,
  },
  'time-open': {
    title: 'Time without an end',
    by_mail: true,
    by_push: false,
    words: (day) =>
      `A timecard or lunch break in the pay period starting ${day} has no end. Enter it in My Sessions.`,
  },
  'notes-due': {
    title: 'SOAP notes to sign',
    by_mail: true,
    by_push: false,
    words: (day) => `Sessions in the pay period starting ${day} have no signed note. Write and sign them.`,
  },
  'changes-unsynced': {
    title: 'Changes to sync',
    by_mail: true,
    by_push: false,
    words: (day) =>
      `Your office is closing the pay period starting ${day}, and one of your devices has unsynced changes. Open Caseload on it while you're online.`,
  },
  'held-rejected': {
    title: 'Held change rejected',
    by_mail: true,
    by_push: true,
    words: (day) =>
      `A change that you entered on ${day} was rejected and isn't saved. Enter it again if needed.`,
  },
  'requests-to-decide': {
    title: 'Requests to review',
    by_mail: false,
    by_push: false,
    words: (day) =>
      `A provider of your services sent requests on ${day}. Review them in Requests, under Reports.`,
  },
};

/** For how long requests that nobody decided ring for the first time, such as those of a lead who gets a service. */
export const REQUEST_RING_DAYS = 14;

/** As much of a person's reason as fits after the words of a notice. */
export function withReason(words: string, reason: string, most: number): string {
  const said = `${words} Reason: ${reason.trim().replace(/\s+/g, ' ')}`;
  return said.length <= most ? said : `${said.slice(0, most - 1)}…`;
}

/** What the notifications tab says of a notice. @param day Pacific */
export function bellWords(event: BellEvent, day: string): string {
  return BELL[event].words(displayDay(day));
}

/** How many days before its date a credential or an IEP review rings. The last one rings again. */
export const REMINDER_DAYS: Readonly<Record<'credential-expiring' | 'iep-due', readonly number[]>> = {
  'credential-expiring': [60, 30, 7],
  'iep-due': [30, 7],
};

/** The step that a date has reached: the smallest number of days that still covers it; null if it is too far or past. */
export function reachedReminder(steps: readonly number[], daysLeft: number): number | null {
  if (daysLeft < 0) return null;
  const reached = steps.filter((days) => daysLeft <= days);
  return reached.length === 0 ? null : Math.min(...reached);
}
