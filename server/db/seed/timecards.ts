import { recordsLunch } from '#domain/lunch/lunch-rules.ts';
import type { timecards } from '#server/db/schema/timecards.ts';
import type { SeededLunch } from './lunch.ts';
import type { Random } from './random.ts';
import { schoolClock } from './school-year.ts';
import type { Slot, Timetable } from './timetable.ts';

export type SeededTimecard = typeof timecards.$inferSelect;

const MINUTE_MS = 60_000;
/** Only recent cards may lack an end: the office has completed the older ones. */
const OPEN_FOR_DAYS = 3;
/** A waiver requires days of at most six hours; not everyone complies. */
const SHORT_DAY_MINUTES = 340;

/**
 * An hourly employee's punches around the day's sessions and lunch. Most days follow the meal rules; on some,
 * lunch is late, short, missed, or waived.
 * @param lunch the day's entry; a punched one gets its end to the second
 * @param age in days
 */
export function seedTimecard(
  random: Random,
  { provider }: Timetable,
  slots: readonly Slot[],
  lunch: SeededLunch | null,
  { day, age }: { day: string; age: number },
): SeededTimecard | null {
  const [first, last] = [slots[0], slots.at(-1)];
  if (!recordsLunch(provider.emp) || first === undefined || last === undefined) return null;
  const clock = schoolClock(day);
  const seconds = () => random.int(0, 59) * 1_000;
  // People who start very early have lunch too late.
  const early = random.chance(0.05) ? 95 : random.int(8, 30);
  const startMs = clock(first.start - early) + seconds();
  const usualEnd = clock(Math.max(last.start + last.minutes, 15 * 60) + random.int(5, 50)) + seconds();
  const isWaived = lunch !== null && lunch.waiver_type !== '';
  const endMs =
    isWaived && random.chance(0.7) ? startMs + SHORT_DAY_MINUTES * MINUTE_MS + seconds() : usualEnd;
  const isOpen = !provider.isDemo && age <= OPEN_FOR_DAYS && random.chance(0.05);
  const isPunched = lunch !== null && lunch.source === 'punch' && !isWaived;
  if (isPunched) {
    const lunchMs = Date.parse(lunch.lunch_start_time);
    lunch.lunch_end_time = new Date(lunchMs + lunch.lunch_duration * MINUTE_MS + seconds()).toISOString();
  }
  const captured_at = new Date(startMs).toISOString();
  return {
    id: random.id(startMs),
    provider: provider.row.id,
    work_date: day,
    started_at: captured_at,
    ended_at: isOpen ? null : new Date(endMs).toISOString(),
    breaks: isPunched
      ? [
          {
            kind: 'lunch',
            started_at: lunch.lunch_start_time,
            ended_at: lunch.lunch_end_time,
            lunch_id: lunch.id,
          },
        ]
      : [],
    corrections: [],
    captured_by: provider.row.id,
    captured_at,
    received_at: captured_at,
    deleted_at: null,
    version: 1,
  };
}
