import { desiredEventOnSave } from '#domain/lunch/desired-event.ts';
import { recordsLunch } from '#domain/lunch/lunch-rules.ts';
import type { lunch_breaks } from '#server/db/schema/lunch-breaks.ts';
import { plainEvent, type SeededEvent } from './calendar.ts';
import type { Random } from './random.ts';
import { schoolClock } from './school-year.ts';
import type { Timetable } from './timetable.ts';

export type SeededLunch = typeof lunch_breaks.$inferSelect;

/** The lunch break of a provider's day and its linked event, by the app's own rule. */
export function seedLunch(
  random: Random,
  { provider, lunch: start }: Timetable,
  day: string,
): { lunch: SeededLunch; event: SeededEvent | null } | null {
  if (!recordsLunch(provider.emp) || random.chance(0.04)) return null;
  const startMs = schoolClock(day)(start + random.int(0, 10));
  const lunch_duration = random.pick([30, 30, 30, 30, 35, 40, 25]);
  const captured_at = new Date(startMs + (lunch_duration + random.int(1, 60)) * 60_000).toISOString();
  const lunch: SeededLunch = {
    id: random.id(startMs),
    provider: provider.row.id,
    lunch_start_time: new Date(startMs).toISOString(),
    lunch_duration,
    waiver_type: random.chance(0.05) ? 'first_meal_6h' : '',
    exception_reason: lunch_duration < 30 ? 'chose-short' : '',
    calendar_event_id: null,
    notes: '',
    source: random.chance(0.6) ? 'punch' : 'manual',
    lunch_end_time: null,
    acknowledgment_note: '',
    acknowledged_by: null,
    acknowledged_at: null,
    captured_by: provider.row.id,
    captured_at,
    received_at: captured_at,
    deleted_at: null,
    version: 1,
  };
  const desired = desiredEventOnSave(lunch);
  if (desired.kind !== 'put') return { lunch, event: null };
  lunch.calendar_event_id = desired.eventId;
  return { lunch, event: { ...plainEvent, ...desired.fields, id: desired.eventId } };
}
