/** What became of one mail of a report to one person. */
export const SENDING_STATES = ['waiting', 'sent', 'skipped', 'failed'] as const;
export type SendingState = (typeof SENDING_STATES)[number];

export const SENDING_STATE_LABELS: Readonly<Record<SendingState, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  skipped: 'Skipped',
  failed: 'Not sent',
};

/** Why it was skipped, failed, or waits for another try. */
export const SENDING_REASONS = [
  'owner-lost-access',
  'recipient-lost-access',
  'stopped',
  'report-failed',
  'mail-failed',
  'interrupted',
] as const;
export type SendingReason = (typeof SENDING_REASONS)[number];

export const SENDING_REASON_LABELS: Readonly<Record<SendingReason, string>> = {
  'owner-lost-access': 'The person who set it up can no longer see this report.',
  'recipient-lost-access': 'This person can no longer see this report.',
  stopped: 'The schedule was paused, changed, or deleted first.',
  'report-failed': "The report couldn't be made.",
  'mail-failed': "The mail server didn't take the email.",
  interrupted: 'The server stopped while it was sending. The email may have arrived.',
};

const RETRY_MINUTES = [5, 15, 60, 240] as const;

/** When a failed mail is tried again, ISO 8601; null after the last of five attempts. */
export function nextTryAt(attempts: number, now: string): string | null {
  const pause = RETRY_MINUTES[attempts - 1];
  return pause === undefined ? null : new Date(Date.parse(now) + pause * 60_000).toISOString();
}

/** The subject of a mail: the report and the day, and nothing that people entered. */
export function mailSubject(title: string, day: string): string {
  return `${title}, ${day}`;
}
