import { v5 as uuidv5 } from 'uuid';
import { pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { DEFAULT_LUNCH_MINUTES, WAIVER_LABELS, type WaiverType } from './lunch-break.ts';

/** The location "Break", which is not billable. */
export const LUNCH_LOCATION = '5';

/** The fields of a lunch break that its calendar event depends on. */
export interface LunchOnCalendar {
  id: string;
  provider: string;
  /** ISO 8601 instant. */
  lunch_start_time: string;
  /** Minutes; null if unknown, as between the two punches. */
  lunch_duration: number | null;
  waiver_type: WaiverType;
  calendar_event_id: string | null;
}

/** The event of a lunch break. Days and times are Pacific wall time, `YYYY-MM-DD` and `HH:mm`. */
export interface LunchEventFields {
  provider: string;
  student: null;
  event_start_date: string;
  event_start_time: string;
  event_end_date: string;
  event_end_time: string;
  /** Minutes. */
  duration: number;
  recurring: false;
  recurring_type: '';
  recurring_timeframe: '';
  location: typeof LUNCH_LOCATION;
  meeting_notes: string;
  event_color: 'green';
  event_title: 'Lunch Break';
  remind_me: false;
  is_lunch: true;
  service: null;
  service_list: string[];
  invites: string[];
}

export type DesiredEvent =
  | { kind: 'none' }
  /** Create the event, or update the existing one, and link it to the lunch break. */
  | { kind: 'put'; eventId: string; fields: LunchEventFields }
  /** Leave the event where it is and replace its note. */
  | { kind: 'note-waiver'; eventId: string; waiver: WaiverType; meeting_notes: string }
  | { kind: 'remove'; eventId: string };

/**
 * The desired calendar event of a saved lunch break.
 *
 * The same on every device and on the server. A break that names no event gets the one whose id derives from
 * its own.
 */
export function desiredEventOnSave(lunch: LunchOnCalendar): DesiredEvent {
  if (lunch.waiver_type !== '') {
    return lunch.calendar_event_id === null
      ? { kind: 'none' }
      : {
          kind: 'note-waiver',
          eventId: lunch.calendar_event_id,
          waiver: lunch.waiver_type,
          meeting_notes: waiverNote(lunch.waiver_type),
        };
  }
  const eventId = lunch.calendar_event_id ?? lunchEventId(lunch.id);
  return { kind: 'put', eventId, fields: lunchEventFields(lunch) };
}

/** The desired effect of a deleted lunch break: its event is deleted too. */
export function desiredEventOnDelete(lunch: Pick<LunchOnCalendar, 'calendar_event_id'>): DesiredEvent {
  return lunch.calendar_event_id === null
    ? { kind: 'none' }
    : { kind: 'remove', eventId: lunch.calendar_event_id };
}

/** The wanted fields in which an event differs. Its owner never changes. */
export function changesOfEvent(event: object, { provider: _, ...wanted }: LunchEventFields) {
  const shown = event as Record<string, unknown>;
  const differing = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(shown[name]),
  );
  return Object.fromEntries(differing) as Partial<Omit<LunchEventFields, 'provider'>>;
}

/**
 * The end is computed from the instant, so it is correct past midnight and across daylight saving changes.
 */
function lunchEventFields(lunch: LunchOnCalendar): LunchEventFields {
  const duration = lunch.lunch_duration ?? DEFAULT_LUNCH_MINUTES;
  const end = new Date(Date.parse(lunch.lunch_start_time) + duration * 60_000);
  return {
    provider: lunch.provider,
    student: null,
    event_start_date: pacificDay(lunch.lunch_start_time),
    event_start_time: pacificTime(lunch.lunch_start_time),
    event_end_date: pacificDay(end),
    event_end_time: pacificTime(end),
    duration,
    recurring: false,
    recurring_type: '',
    recurring_timeframe: '',
    location: LUNCH_LOCATION,
    meeting_notes: '',
    event_color: 'green',
    event_title: 'Lunch Break',
    remind_me: false,
    is_lunch: true,
    service: null,
    service_list: [],
    invites: [],
  };
}

/** Names the waiver in words, followed by its code so that it can be searched for. */
function waiverNote(waiver: WaiverType): string {
  return `Lunch waived: ${WAIVER_LABELS[waiver]} (${waiver})`;
}

const EVENTS = '5e0b7c3a-3c0d-4c8e-9d53-1f7a2d9b6e44';

/**
 * The id of a lunch break's event unless the break names another: the same on every device and on the server.
 */
export function lunchEventId(lunch: string): string {
  return uuidv5(lunch.toLowerCase(), EVENTS);
}
