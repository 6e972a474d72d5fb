import { pacificInstant } from '#domain/time/pacific.ts';

/** How many minutes before its start an event is reminded of. */
export const REMINDED_MINUTES_BEFORE = 10;

interface Remindable {
  id: string;
  event: { event_start_date: string; event_start_time: string; remind_me: boolean };
  skipped: string | null;
}

/**
 * Occurrences that start within the reminder window and want a reminder; those that have started are not
 * included.
 * @param now in ms since the epoch
 */
export function dueReminders<Occurrence extends Remindable>(
  occurrences: readonly Occurrence[],
  now: number,
): Occurrence[] {
  return occurrences.filter(({ event, skipped }) => {
    if (!event.remind_me || skipped !== null) return false;
    const left = Date.parse(pacificInstant(event.event_start_date, event.event_start_time)) - now;
    return left > 0 && left <= REMINDED_MINUTES_BEFORE * 60_000;
  });
}
