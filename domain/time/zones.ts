import { formatInTimeZone } from 'date-fns-tz';
import { pacificInstant } from './pacific.ts';

/** Whether this is the name of a time zone that clocks can be read in. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** What the clocks of another zone show (`9:00 AM`) at a Pacific day and wall time. */
export function timeElsewhere(day: string, time: string, zone: string): string {
  return formatInTimeZone(pacificInstant(day, time), zone, 'h:mm a');
}

/** Whether clocks of the zone differ from Pacific ones at noon of a Pacific day. */
export function differsFromPacific(day: string, zone: string): boolean {
  return timeElsewhere(day, '12:00', zone) !== '12:00 PM';
}
