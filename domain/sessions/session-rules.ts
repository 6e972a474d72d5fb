import { LUNCH_LOCATION } from '#domain/lunch/desired-event.ts';
import {
  dayMinutes,
  minutesSinceMidnight,
  skippedTimeProblem,
  wallAfter,
} from '#domain/time/clock-change.ts';
import { dayPlus } from '#domain/time/pacific.ts';
import { attendanceRule } from './attendance.ts';
import type { SessionEntry } from './session.ts';

/** Validation errors by field name; empty if there are none. The messages can be shown at the field. */
export type FieldErrors = Record<string, string>;

export const LONGEST_SESSION_MINUTES = 720;
/** A session of this many minutes or more is likely a typo, so a form asks for confirmation. */
export const UNUSUAL_SESSION_MINUTES = 720;
export const EARLIEST_ENTRY_DAYS = 730;

/** Whether the actual minutes differ from the scheduled ones, which needs a reason and an approval. */
export function isChangedDuration(
  entry: Pick<SessionEntry, 'scheduled_minutes' | 'actual_minutes'>,
): boolean {
  return entry.scheduled_minutes !== entry.actual_minutes;
}

interface PlannedMinutes {
  calendar_event_id: string | null;
  scheduled_minutes: number;
  actual_minutes: number;
}

/**
 * Sets the scheduled minutes of a session without a calendar event to its duration: without a plan there is
 * nothing to approve. A planned session keeps its own.
 * @param before the stored session; a change of neither minutes nor plan keeps its scheduled minutes
 */
export function withScheduledMinutes<Entry extends PlannedMinutes>(
  entry: Entry,
  before: PlannedMinutes | null,
): Entry {
  if (entry.calendar_event_id !== null) return entry;
  const isUntouched =
    before !== null &&
    before.calendar_event_id === entry.calendar_event_id &&
    before.scheduled_minutes === entry.scheduled_minutes &&
    before.actual_minutes === entry.actual_minutes;
  return isUntouched ? entry : { ...entry, scheduled_minutes: entry.actual_minutes };
}

/** The wall time at which a session with this many real minutes ends. */
export function sessionEnd(
  { session_date: day, start_time: time }: Pick<SessionEntry, 'session_date' | 'start_time'>,
  actual_minutes: number,
): string {
  return wallAfter({ day, time }, actual_minutes).time;
}

/**
 * Validation errors of a session; empty if it may be stored.
 * @param today the current Pacific day by the caller's clock
 */
export function sessionProblems(entry: SessionEntry, today: string): FieldErrors {
  const problems: FieldErrors = {};
  if (entry.student_ids.length === 0 && entry.setting !== 'indirect') {
    problems.student_ids = 'Choose at least one student.';
  }
  if (new Set(entry.student_ids).size !== entry.student_ids.length) {
    problems.student_ids = 'Choose each student once.';
  }
  if (entry.setting === 'individual' && entry.student_ids.length > 1) {
    problems.setting = 'Choose Group for more than one student.';
  }
  if (entry.session_date > dayPlus(today, 1)) {
    problems.session_date = 'The date is in the future. Plan it in the calendar instead.';
  } else if (entry.session_date < dayPlus(today, -EARLIEST_ENTRY_DAYS)) {
    problems.session_date = 'The date is more than two years ago.';
  }
  const { session_date: day, start_time: time } = entry;
  const skipped = skippedTimeProblem(day, time);
  if (skipped !== null) {
    problems.start_time = skipped;
  } else if (minutesSinceMidnight({ day, time }) + entry.actual_minutes > dayMinutes(day)) {
    problems.actual_minutes = 'The session runs past midnight. Log the rest on the next day.';
  } else if (sessionEnd(entry, entry.actual_minutes) !== entry.end_time) {
    problems.end_time = "The start time, duration, and end time don't match.";
  }
  if (isChangedDuration(entry) && entry.duration_reason.trim() === '') {
    problems.duration_reason = 'Enter a reason for the changed duration.';
  }
  if (attendanceRule(entry.attendance).needs_reason && entry.reason.trim() === '') {
    problems.reason = 'Enter a reason.';
  }
  if (entry.direct_minutes + entry.indirect_minutes !== entry.actual_minutes) {
    problems.direct_minutes = 'Direct and indirect minutes must add up to the duration.';
  }
  return problems;
}

/**
 * Rejects "Break" as a session's location: it is for lunch. A session that already has it may keep it.
 * @param before the location of the stored session; null for a new one
 */
export function placeProblems(location: string | null, before: string | null): FieldErrors {
  return location === LUNCH_LOCATION && before !== LUNCH_LOCATION
    ? { location: 'Choose another location. Break is only for lunch.' }
    : {};
}

export interface TimeSpan {
  id: string;
  day: string;
  start_time: string;
  minutes: number;
}

/** Whether two spans of one day overlap by at least a minute; touching ends do not overlap. */
export function spansOverlap(a: TimeSpan, b: TimeSpan): boolean {
  if (a.day !== b.day || a.id === b.id) return false;
  const startA = minutesSinceMidnight({ day: a.day, time: a.start_time });
  const startB = minutesSinceMidnight({ day: b.day, time: b.start_time });
  return startA < startB + b.minutes && startB < startA + a.minutes;
}

/** Dependent fields: the end follows from start and duration, and direct minutes from indirect ones. */
interface TimedSession {
  session_date: string;
  start_time: string;
  end_time: string;
  actual_minutes: number;
  direct_minutes: number;
  indirect_minutes: number;
}

/**
 * Changes of a session completed with derived fields: a caller who changes only minutes or start need not
 * compute end and direct minutes. Given fields are never overwritten.
 */
export function withFollowingTimes<
  Changes extends { [Field in keyof TimedSession]?: TimedSession[Field] | undefined },
>(before: TimedSession, changes: Changes): Changes {
  const {
    session_date = before.session_date,
    start_time = before.start_time,
    actual_minutes = before.actual_minutes,
  } = changes;
  const isTimed = [changes.session_date, changes.start_time, changes.actual_minutes].some(
    (given) => given !== undefined,
  );
  const end: Partial<TimedSession> =
    isTimed && changes.end_time === undefined
      ? { end_time: sessionEnd({ session_date, start_time }, actual_minutes) }
      : {};
  return { ...changes, ...end, ...followingShares(before, changes) };
}

/**
 * If all minutes were direct, or all indirect, they stay so; otherwise the indirect ones stay and the direct
 * ones are adjusted.
 */
function followingShares(
  before: TimedSession,
  changes: { [Field in keyof TimedSession]?: TimedSession[Field] | undefined },
): Partial<TimedSession> {
  const { actual_minutes: minutes, direct_minutes: direct, indirect_minutes: indirect } = changes;
  if (minutes === undefined || (direct !== undefined && indirect !== undefined)) return {};
  if (direct !== undefined) return direct <= minutes ? { indirect_minutes: minutes - direct } : {};
  if (indirect !== undefined) return indirect <= minutes ? { direct_minutes: minutes - indirect } : {};
  if (before.direct_minutes === 0) return { indirect_minutes: minutes };
  return before.indirect_minutes <= minutes ? { direct_minutes: minutes - before.indirect_minutes } : {};
}
