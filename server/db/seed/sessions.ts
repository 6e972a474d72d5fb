import { isLateForPayroll } from '#domain/payroll/lateness.ts';
import { attendanceRule } from '#domain/sessions/attendance.ts';
import type { Attendance, SessionState } from '#domain/sessions/session.ts';
import { mayBeDuplicates, sessionsOverlap } from '#domain/sessions/session-flags.ts';
import {
  approvalOf,
  type SessionRequest,
  withDecision,
  withDurationRequest,
} from '#domain/sessions/session-requests.ts';
import { isChangedDuration } from '#domain/sessions/session-rules.ts';
import { PACIFIC_ZONE, timePlusMinutes } from '#domain/time/pacific.ts';
import type { sessions } from '#server/db/schema/sessions.ts';
import type { SeededEvent } from './calendar.ts';
import { REMOTE, type SeededPayPeriod } from './catalog.ts';
import type { Random } from './random.ts';
import type { Slot, Timetable } from './timetable.ts';

export type SeededSession = typeof sessions.$inferSelect;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const SHORTER_REASONS = [
  'Student arrived late from an assembly.',
  'Called back to class early.',
  'Fire drill cut the session short.',
  'Student was picked up early.',
] as const;
const LONGER_REASONS = [
  'Finished an assessment.',
  "Started early at the teacher's request.",
  'Made up minutes missed last week.',
  'Parent asked to talk after the session.',
] as const;

const NOTES = [
  'Stayed focused for the whole session.',
  'Needed two movement breaks, then finished the task.',
  'Used the visual schedule with few prompts.',
  'Practiced in a small group and took turns well.',
  'Reviewed last week first and carried it over without help.',
  'Tired today. We kept it short.',
] as const;

/** What is the same for all sessions of one day. */
export interface DayFacts {
  day: string;
  period: SeededPayPeriod | null;
  /** Nothing is captured later than this, in milliseconds. */
  nowMs: number;
  /** How many days ago the day is. */
  age: number;
  clock: (minutes: number) => number;
  /** The person who decides on requests. */
  office: string;
}

/** A provider's recorded sessions of a day: those that have ended by now. */
export function seedSessions(
  random: Random,
  timetable: Timetable,
  slots: readonly Slot[],
  events: readonly SeededEvent[] | null,
  facts: DayFacts,
): SeededSession[] {
  const recorded = slots.flatMap((slot, index) => {
    const session = seedSession(random, timetable, slot, facts);
    session.calendar_event_id = events?.[index]?.id ?? null;
    const isOver = facts.clock(slot.start + session.actual_minutes) <= facts.nowMs;
    // The demo provider has recorded the first two of today and may record the rest.
    const isLeftOpen = timetable.today !== null && facts.age === 0 && index >= 2;
    if (!isOver || isLeftOpen) return [];
    const isEnteredTwice = facts.age > 3 && random.chance(1 / 1_500);
    return isEnteredTwice
      ? [session, { ...session, id: random.id(Date.parse(session.captured_at)) }]
      : [session];
  });
  for (const session of recorded) {
    session.has_overlap = recorded.some((other) => sessionsOverlap(session, other));
    session.is_possible_duplicate = recorded.some((other) => mayBeDuplicates(session, other));
  }
  return recorded;
}

function seedSession(random: Random, { provider }: Timetable, slot: Slot, facts: DayFacts): SeededSession {
  const attendance = attendanceOf(random, slot);
  const isChanged = attendance === 'delivered' && random.chance(0.03);
  const actual_minutes = isChanged
    ? Math.max(15, slot.minutes + random.pick([-15, -10, -5, 5, 10, 15]))
    : slot.minutes;
  const capturedMs = capturedAt(random, facts, facts.clock(slot.start + actual_minutes));
  const captured_at = new Date(capturedMs).toISOString();
  const receivedMs = Math.min(facts.nowMs, capturedMs + random.int(0, 240) * MINUTE_MS);
  const minutes = { scheduled_minutes: slot.minutes, actual_minutes };
  const isIndirect = slot.setting === 'indirect';
  const session: SeededSession = {
    id: random.id(capturedMs),
    provider: provider.row.id,
    student_ids: slot.students.map(({ id }) => id),
    client: slot.students[0]?.client ?? null,
    service: slot.service.id,
    location: slot.location,
    session_date: facts.day,
    start_time: timePlusMinutes('00:00', slot.start),
    end_time: timePlusMinutes('00:00', slot.start + actual_minutes),
    time_zone: PACIFIC_ZONE,
    ...minutes,
    direct_minutes: isIndirect ? 0 : actual_minutes,
    indirect_minutes: isIndirect ? actual_minutes : 0,
    setting: slot.setting,
    modality: slot.location === REMOTE ? 'remote' : 'in_person',
    attendance,
    reason: reasonOf(attendance, slot.start),
    duration_reason: isChangedDuration(minutes)
      ? random.pick(actual_minutes < slot.minutes ? SHORTER_REASONS : LONGER_REASONS)
      : '',
    notes: random.chance(0.3) ? random.pick(NOTES) : '',
    calendar_event_id: null,
    make_up_of: null,
    state: stateOf(random, facts),
    changeDuration: isChangedDuration(minutes),
    approval_request: 'none',
    requests: [],
    late_for_payroll: facts.period !== null && isLateForPayroll(captured_at, facts.period),
    late_for_client: false,
    has_overlap: false,
    is_possible_duplicate: false,
    is_history: false,
    captured_by: provider.row.id,
    captured_at,
    received_at: new Date(receivedMs).toISOString(),
    deleted_at: null,
    version: 1,
  };
  const requests = requestsOf(random, session, facts);
  return { ...session, requests, approval_request: approvalOf(requests) };
}

/** Most are entered within three hours, some in the evening days later, a few after the pay period closed. */
function capturedAt(random: Random, facts: DayFacts, endMs: number): number {
  const delay = random.chance(0.006)
    ? random.int(10, 24) * DAY_MS
    : random.chance(0.05)
      ? random.int(1, 3) * DAY_MS
      : random.int(1, 180) * MINUTE_MS;
  return Math.max(endMs, Math.min(facts.nowMs, endMs + delay));
}

function attendanceOf(random: Random, slot: Slot): Attendance {
  if (slot.students.length !== 1 || random.chance(0.91)) return 'delivered';
  return random.pick([
    'student-absent',
    'student-absent',
    'student-refused',
    'late-cancel',
    'no-show',
    'provider-absent',
    'make-up',
  ]);
}

/** By age: locked sessions are paid, recent ones are as their provider left them. */
function stateOf(random: Random, { period, age }: DayFacts): SessionState {
  if (period?.is_locked) return 'locked';
  if (period?.closed_at != null) return random.chance(0.9) ? 'approved' : 'completed';
  return age > 7 && random.chance(0.6) ? 'completed' : 'logged';
}

/** Changed durations become requests; those in a closed period were decided a day after they arrived. */
function requestsOf(random: Random, session: SeededSession, { period, office }: DayFacts): SessionRequest[] {
  const { captured_by: by, captured_at: at } = session;
  const requests = withDurationRequest([], null, session, { by, at });
  if (requests.length === 0 || period?.closed_at == null) return requests;
  const state = random.chance(0.9) ? 'approved' : 'refused';
  return withDecision(requests, at, ['duration'], {
    state,
    note: state === 'approved' ? '' : 'The school only pays for the scheduled time.',
    by: office,
    at: new Date(Date.parse(session.received_at) + DAY_MS).toISOString(),
  });
}

/** Derived from the slot, without the random source, so that the rest of the organization stays the same. */
function reasonOf(attendance: Attendance, start: number): string {
  const { reasons } = attendanceRule(attendance);
  return reasons[start % reasons.length] ?? '';
}
