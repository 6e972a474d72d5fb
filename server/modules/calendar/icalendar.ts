import { Buffer } from 'node:buffer';
import { PACIFIC_ZONE, pacificDay, pacificInstant, pacificTime } from '#domain/time/pacific.ts';

/** An exported calendar entry. Pacific days and wall times. */
export interface CalendarEntry {
  /** Stable while the entry is the same occurrence of the same event. */
  id: string;
  title: string;
  location: string;
  event_start_date: string;
  event_start_time: string;
  event_end_date: string;
  event_end_time: string;
  /** Minutes by the wall clock. */
  duration: number;
  version: number;
}

/** The rules of Pacific time since 2007. */
const TIME_ZONE = [
  'BEGIN:VTIMEZONE',
  `TZID:${PACIFIC_ZONE}`,
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:-0800',
  'TZOFFSETTO:-0700',
  'TZNAME:PDT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:-0700',
  'TZOFFSETTO:-0800',
  'TZNAME:PST',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const LINE_OCTETS = 75;

/**
 * An iCalendar object (RFC 5545) of single entries: the result doesn't depend on how the reading app handles
 * recurrence rules.
 * @param stamped_at instant of all entries; the same content with the same stamp is the same text
 */
export function iCalendar(name: string, entries: readonly CalendarEntry[], stamped_at: string): string {
  const stamp = `${stamped_at.slice(0, 19).replace(/[-:]/g, '')}Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Caseload//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${PACIFIC_ZONE}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...TIME_ZONE,
    ...entries.flatMap((entry) => entryLines(entry, stamp)),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

function entryLines(entry: CalendarEntry, stamp: string): string[] {
  const start = pacificInstant(entry.event_start_date, entry.event_start_time);
  // Not computed from its wall time, which is ambiguous in the autumn night.
  const end = new Date(Date.parse(start) + entry.duration * 60_000).toISOString();
  return [
    'BEGIN:VEVENT',
    `UID:${entry.id}@caseload`,
    `DTSTAMP:${stamp}`,
    `SEQUENCE:${Math.max(entry.version - 1, 0)}`,
    `DTSTART;TZID=${PACIFIC_ZONE}:${wallTime(start)}`,
    `DTEND;TZID=${PACIFIC_ZONE}:${wallTime(end)}`,
    `SUMMARY:${escaped(entry.title)}`,
    ...(entry.location === '' ? [] : [`LOCATION:${escaped(entry.location)}`]),
    'CLASS:PRIVATE',
    'END:VEVENT',
  ];
}

/** `20260310T093000` */
function wallTime(instant: string): string {
  return `${pacificDay(instant)}T${pacificTime(instant)}00`.replace(/[-:]/g, '');
}

function escaped(text: string): string {
  return (
    text
      .replace(/[\\;,]/g, '\\$&')
      .replace(/\r\n|\r|\n/g, '\\n')
      // Other control characters are invalid in a text.
      .replace(/\p{Cc}/gu, ' ')
  );
}

/** Folds lines at 75 octets, never within a character. */
function folded(line: string): string {
  let octets = 0;
  let text = '';
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
