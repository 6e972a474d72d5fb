import { formatInTimeZone } from 'date-fns-tz';
import { displayTime, pacificInstant } from './pacific.ts';

/**
 * Cache of valid names, because a lookup takes a quarter of a millisecond. There are fewer than a thousand.
 */
const known = new Set<string>();

/** Whether this is a valid time zone name. */
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

/** The time (`9:00 AM` or `09:00`) in another zone at a Pacific day and wall time. */
export function timeElsewhere(day: string, time: string, zone: string): string {
  return displayTime(wallTimeElsewhere(day, time, zone));
}

/** The wall time `HH:mm` in another zone at a Pacific day and wall time. */
export function wallTimeElsewhere(day: string, time: string, zone: string): string {
  return formatInTimeZone(pacificInstant(day, time), zone, 'HH:mm');
}

/** Whether the zone's clocks differ from Pacific time at noon of a Pacific day. */
export function differsFromPacific(day: string, zone: string): boolean {
  return wallTimeElsewhere(day, '12:00', zone) !== '12:00';
}
