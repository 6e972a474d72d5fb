import type { Service } from '#contract/catalog.ts';
import type { LunchBreak } from '#contract/lunch.ts';
import type { Session } from '#contract/session.ts';
import {
  isOffDuty,
  isPunched,
  type LunchTimes,
  lunchTimeWords,
  shareMinutes,
} from '#domain/lunch/same-lunch.ts';
import { tookPlace } from '#domain/sessions/attendance.ts';
import { displayDay, displaySpan, pacificDay, pacificInstant } from '#domain/time/pacific.ts';

export interface LunchSurroundings {
  /** The provider's lunch breaks of that day and the adjacent days. */
  lunches: readonly LunchBreak[];
  /** The provider's sessions of the day. */
  sessions: readonly Session[];
  services: readonly Service[];
}

export interface LunchWarning {
  /** The row that the warning is about; empty if it is about the day. */
  about: string;
  words: string;
  /** Whether that row is a lunch break, which can be opened. */
  isLunch: boolean;
}

/**
 * Warnings before a lunch break is saved. Only an already punched lunch prevents saving; it is listed with a
 * link to that entry.
 * @param entry the lunch break in the form
 * @param before the lunch break being edited; absent for a new one
 */
export function lunchWarnings(
  entry: LunchTimes,
  before: LunchTimes | null,
  { lunches, sessions, services }: LunchSurroundings,
): LunchWarning[] {
  const isWhole = !Number.isNaN(Date.parse(entry.lunch_start_time)) && Number.isInteger(entry.lunch_duration);
  if (!isWhole || !isOffDuty(entry)) return [];
  const day = pacificDay(entry.lunch_start_time);
  const others = lunches.filter((other) => other.id !== entry.id && isOffDuty(other));
  const warnings: LunchWarning[] = [];
  for (const other of others.filter((one) => shareMinutes(entry, one))) {
    const words = isPunched(other)
      ? `You punched lunch ${lunchTimeWords(other)}.`
      : `Overlaps your lunch break ${lunchTimeWords(other)}. Overlapping minutes count once.`;
    warnings.push({ about: other.id, words, isLunch: true });
  }
  for (const session of sessions) {
    if (tookPlace(session.attendance) && shareMinutes(entry, spanOf(session))) {
      const name = services.find(({ id }) => id === session.service)?.name ?? 'Session';
      const times = displaySpan(session.start_time, session.end_time);
      const words = `Overlaps your session (${times}, ${name}).`;
      warnings.push({ about: session.id, words, isLunch: false });
    }
  }
  const isMovedHere = before === null || pacificDay(before.lunch_start_time) !== day;
  const count = lunchCount(others.filter(({ lunch_start_time }) => pacificDay(lunch_start_time) === day));
  if (isMovedHere && count > 0 && !others.some((other) => shareMinutes(entry, other))) {
    const words = `This would be your ${ordinal(count + 1)} lunch break on ${displayDay(day)}.`;
    warnings.push({ about: '', words, isLunch: false });
  }
  return warnings;
}

/** The number of lunches among entries: those that share minutes with an earlier one count once. */
function lunchCount(lunches: readonly LunchTimes[]): number {
  return lunches.filter((lunch, at) => !lunches.slice(0, at).some((earlier) => shareMinutes(earlier, lunch)))
    .length;
}

/** The minutes of a session, to compare with those of a lunch break. */
function spanOf(session: Session): LunchTimes {
  return {
    ...{ id: session.id, lunch_duration: session.actual_minutes, lunch_end_time: null },
    lunch_start_time: pacificInstant(session.session_date, session.start_time),
    ...{ waiver_type: '', exception_reason: '', source: 'manual' },
  };
}

function ordinal(count: number): string {
  return `${count}${({ 2: 'nd', 3: 'rd' } as Record<number, string>)[count] ?? 'th'}`;
}
