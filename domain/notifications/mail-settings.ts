import { dayPlus, pacificDay, pacificInstant, pacificTime } from '#domain/time/pacific.ts';

/** When emails about new notifications go out. */
export const MAIL_CHOICES = ['soon', 'daily', 'never'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

export const MAIL_CHOICE_LABELS: Readonly<Record<MailChoice, string>> = {
  soon: 'As they come in, except during quiet hours',
  daily: 'Once a day',
  never: 'No emails',
};

/** A person's own choice. All times are Pacific, `HH:mm`. */
export interface MailSettings {
  mail: MailChoice;
  /** No email goes out from this time … */
  quiet_from: string;
  /** … until this one, past midnight if it is earlier; the same time twice means no quiet hours. */
  quiet_until: string;
  /** When the daily email goes out. */
  daily_at: string;
}

/** For everyone who hasn't chosen. */
export const USUAL_MAIL_SETTINGS: MailSettings = {
  mail: 'soon',
  quiet_from: '19:00',
  quiet_until: '07:00',
  daily_at: '07:00',
};

/** @param now ISO 8601 */
export function isQuiet({ quiet_from, quiet_until }: MailSettings, now: string): boolean {
  return isWithin(pacificTime(now), quiet_from, quiet_until);
}

function isWithin(time: string, from: string, until: string): boolean {
  return from <= until ? time >= from && time < until : time >= from || time < until;
}

/** What is wrong with settings, by field; empty if they can be stored. */
export function mailSettingsProblems(settings: MailSettings): { daily_at?: string } {
  const { mail, quiet_from, quiet_until, daily_at } = settings;
  return mail === 'daily' && isWithin(daily_at, quiet_from, quiet_until)
    ? { daily_at: 'Choose a time outside your quiet hours.' }
    : {};
}

/**
 * Up to when notifications are mentioned by an email that goes out now: those that rang before this instant. None goes
 * out in quiet hours, not even a daily one that is late.
 * @param now ISO 8601
 * @returns ISO 8601; null if no email goes out now
 */
export function mailedUntil(settings: MailSettings, now: string): string | null {
  if (settings.mail === 'never' || isQuiet(settings, now)) return null;
  if (settings.mail === 'soon') return new Date(now).toISOString();
  const today = pacificDay(now);
  const day = pacificTime(now) < settings.daily_at ? dayPlus(today, -1) : today;
  return pacificInstant(day, settings.daily_at);
}
