import { randomUUID } from 'node:crypto';

/** A meeting on Tuesday, March 10, 2026, 09:00 to 09:30. */
export function eventBody(changes: Record<string, unknown> = {}) {
  return {
    id: randomUUID(),
    student: null,
    event_start_date: '2026-03-10',
    event_start_time: '09:00',
    event_end_date: '2026-03-10',
    event_end_time: '09:30',
    duration: 30,
    recurring: false,
    recurring_type: '',
    recurring_timeframe: '',
    location: null,
    meeting_notes: '',
    event_color: 'blue',
    event_title: 'Meeting',
    remind_me: false,
    is_lunch: false,
    service: null,
    service_list: [],
    invites: [],
    ...changes,
  };
}
