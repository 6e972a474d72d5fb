import { minutesOfDay } from '#domain/time/pacific.ts';
import { weekdayName } from '#domain/time/week.ts';
import type { Attendance } from './session.ts';

/** The fields of a session that a copy is made from. */
export interface PatternSession {
  id: string;
  provider: string;
  student_ids: readonly string[];
  service: string;
  session_date: string;
  start_time: string;
  actual_minutes: number;
  attendance: Attendance;
}

/** A calendar event that a session can be logged for. */
interface PlannedEvent {
  id: string;
  event_start_time: string;
  service: string | null;
  student: string | null;
  /** Whom the event is about, also a group that only its title names. */
  student_ids: readonly string[];
}

/** Why a copy is probably not wanted. */
export type CopyDoubt =
  /** The student is absent on the new day. */
  | { kind: 'absent'; student: string }
  /** The same service is planned or logged there for the student at another time. */
  | { kind: 'planned' | 'logged'; student: string; start_time: string };

/** One session of a day and its copy on another day. */
export interface DayCopy<Pattern extends PatternSession> {
  pattern: Pattern;
  /** The session that already exists there; then nothing is copied. */
  existing: PatternSession | null;
  /** The event of the new day that the copy is logged for. */
  calendar_event_id: string | null;
  /** If set, the session is copied only with its own button. */
  doubt: CopyDoubt | null;
}

/** The student is away, so that no other session of the day takes place either. */
const AWAY: readonly Attendance[] = ['student-absent', 'no-show'];

function sameStudents(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

/** A key for the students in a session, in any order. */
function groupOf({ student_ids }: Pick<PatternSession, 'student_ids'>): string {
  return student_ids.toSorted().join(' ');
}

/**
 * The sessions of a day as they would be copied to another, ordered by start. A session that already exists
 * there (same students, service, and start) is not copied; a matching event of the new day (time, service,
 * and student) is linked.
 */
export function dayCopies<Pattern extends PatternSession>(
  source: readonly Pattern[],
  target: readonly PatternSession[],
  events: readonly PlannedEvent[],
): DayCopy<Pattern>[] {
  const taken = new Set<string>();
  const matched = source
    .toSorted((a, b) => a.start_time.localeCompare(b.start_time))
    .map((pattern) => {
      const existing = target.find(
        (session) =>
          session.service === pattern.service &&
          session.start_time === pattern.start_time &&
          sameStudents(session.student_ids, pattern.student_ids),
      );
      const event = events.find(
        ({ id, event_start_time, service, student }) =>
          !taken.has(id) &&
          event_start_time === pattern.start_time &&
          service === pattern.service &&
          (student === null || pattern.student_ids.includes(student)),
      );
      if (event !== undefined && existing === undefined) taken.add(event.id);
      return { pattern, existing: existing ?? null, calendar_event_id: event?.id ?? null };
    });
  // An event used by another copy doesn't count: a student may be seen twice a day.
  const copied = new Set(matched.flatMap(({ existing }) => existing?.id ?? []));
  const free = events.filter(({ id }) => !taken.has(id));
  return matched.map((copy) => {
    const others = copy.calendar_event_id === null ? free : [];
    return {
      ...copy,
      doubt: copy.existing === null ? doubtOf(copy.pattern, target, copied, others) : null,
    };
  });
}

/**
 * @param copied sessions of the new day that other patterns match
 * @param events those that no pattern matches
 */
function doubtOf(
  pattern: PatternSession,
  target: readonly PatternSession[],
  copied: ReadonlySet<string>,
  events: readonly PlannedEvent[],
): CopyDoubt | null {
  for (const student of pattern.student_ids) {
    const others = target.filter(({ student_ids }) => student_ids.includes(student));
    if (others.some(({ attendance }) => AWAY.includes(attendance))) return { kind: 'absent', student };
    const logged = others.find(({ id, service }) => service === pattern.service && !copied.has(id));
    if (logged !== undefined) return { kind: 'logged', student, start_time: logged.start_time };
    const planned = events.find(
      ({ service, student_ids }) => service === pattern.service && student_ids.includes(student),
    );
    if (planned !== undefined) return { kind: 'planned', student, start_time: planned.event_start_time };
  }
  return null;
}

/** The newest delivered session with one of these students; null if there is none. */
export function lastTimeWith<Pattern extends PatternSession>(
  sessions: readonly Pattern[],
  students: readonly string[],
): Pattern | null {
  return (
    newestFirst(sessions).find(({ student_ids }) => student_ids.some((id) => students.includes(id))) ?? null
  );
}

/**
 * Likely next sessions on a day: for each group of students the newest one, same weekday first, then by
 * closeness to the time of day. Students already seen on the day are left out.
 * @param now wall time `HH:mm`
 */
export function likelyNext<Pattern extends PatternSession>(
  sessions: readonly Pattern[],
  { day, now, limit }: { day: string; now: string; limit: number },
): Pattern[] {
  const seen = new Set(sessions.filter(({ session_date }) => session_date === day).map(groupOf));
  const newest = new Map<string, Pattern>();
  for (const session of newestFirst(sessions)) {
    const group = groupOf(session);
    if (group !== '' && session.session_date < day && !seen.has(group) && !newest.has(group)) {
      newest.set(group, session);
    }
  }
  const distance = ({ start_time }: Pattern) => Math.abs(minutesOfDay(start_time) - minutesOfDay(now));
  return [...newest.values()]
    .toSorted(
      (a, b) =>
        Number(isSameWeekday(b, day)) - Number(isSameWeekday(a, day)) ||
        distance(a) - distance(b) ||
        a.id.localeCompare(b.id),
    )
    .slice(0, limit);
}

function isSameWeekday({ session_date }: PatternSession, day: string): boolean {
  return weekdayName(session_date) === weekdayName(day);
}

function newestFirst<Pattern extends PatternSession>(sessions: readonly Pattern[]): Pattern[] {
  return sessions
    .filter(({ attendance }) => attendance === 'delivered')
    .toSorted(
      (a, b) => b.session_date.localeCompare(a.session_date) || b.start_time.localeCompare(a.start_time),
    );
}
