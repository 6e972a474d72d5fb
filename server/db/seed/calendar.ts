import { timePlusMinutes } from '#domain/time/pacific.ts';
import type { EVENT_COLORS } from '#entities/calendar-event.ts';
import type { calendar_events } from '#server/db/schema/calendar-events.ts';
import type { Random } from './random.ts';
import type { Slot, Timetable } from './timetable.ts';

export type SeededEvent = typeof calendar_events.$inferSelect;

/** Event fields that the demo's sessions and lunch breaks don't use. */
export const plainEvent = {
  recurring: false,
  recurring_type: '',
  recurring_timeframe: '',
  recurring_days: [],
  excluded_dates: [],
  remind_me: false,
  invites: [],
  original_id: null,
  original_date: null,
  deleted_at: null,
  version: 1,
} satisfies Partial<SeededEvent>;

const COLORS: Record<string, (typeof EVENT_COLORS)[number]> = {
  SLP: 'blue',
  OT: 'teal',
  SAI: 'violet',
  PT: 'amber',
  Counsel: 'gray',
  Behavior: 'red',
};

/** The planned sessions of a provider's day, one event per slot, in order. */
export function seedEvents(
  random: Random,
  { provider }: Timetable,
  day: string,
  slots: readonly Slot[],
): SeededEvent[] {
  return slots.map((slot) => ({
    ...plainEvent,
    id: random.id(),
    provider: provider.row.id,
    student: slot.students.length === 1 ? (slot.students[0]?.id ?? null) : null,
    event_start_date: day,
    event_start_time: timePlusMinutes('00:00', slot.start),
    event_end_date: day,
    event_end_time: timePlusMinutes('00:00', slot.start + slot.minutes),
    duration: slot.minutes,
    location: slot.location,
    meeting_notes: '',
    event_color: COLORS[slot.service.short_name] ?? 'gray',
    event_title: titleOf(slot),
    is_lunch: false,
    service: slot.service.id,
    service_list: [slot.service.id],
  }));
}

function titleOf({ students, service }: Slot): string {
  if (students.length === 0) return service.name;
  const names = students.map(({ first_name, last_name }) => `${first_name} ${last_name.slice(0, 1)}.`);
  return `${service.short_name} – ${names.join(', ')}`;
}
