import { formatInTimeZone } from 'date-fns-tz';
import { pacificInstant } from './pacific.ts';

/** Names that were found true: asking takes a quarter of a millisecond. There are less than a thousand. */
const known = new Set<string>();

/** Whether this is the name of a time zone that clocks can be read in. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  try {
    if (new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone === '') return false;
  } catch {
    return false;
  }
  known.add(name);
  return true;
}

/** What the clocks of another zone show (`9:00 AM`) at a Pacific day and wall time. */
export function timeElsewhere(day: string, time: string, zone: string): string {
  return formatInTimeZone(pacificInstant(day, time), zone, 'h:mm a');
}

/** Whether clocks of the zone differ from Pacific ones at noon of a Pacific day. */
export function differsFromPacific(day: string, zone: string): boolean {
  return timeElsewhere(day, '12:00', zone) !== '12:00 PM';
}
