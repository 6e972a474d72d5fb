import { randomUUID } from 'node:crypto';
import type { Session } from '#contract/session.ts';
import { contentDigest } from '#contract/soap-note.ts';
import type { Student } from '#contract/student.ts';
import { soapNoteId } from '#domain/notes/soap-ids.ts';
import { signedContent } from '#domain/notes/soap-signature.ts';
import { dayPlus, PACIFIC_ZONE, timePlusMinutes } from '#domain/time/pacific.ts';
import type { ApiPerson } from '#tests/support/real-server.ts';

/** How a session is entered on the phone, and what is unusual about it. */
type Kind = 'planned' | 'group' | 'shorter' | 'absent' | 'remote' | 'make-up' | 'same';

/** A session as its provider enters it, not yet entered. */
export interface Slot {
  kind: Kind;
  day: string;
  start: string;
  students: Student[];
  /** The calendar event that it is logged from. */
  event: string | null;
}

const MINUTES = 30;
/** No start is another one's end: entries of a day are told apart by their time. */
const DAY: readonly { kind: Kind; start: string; students: readonly number[] }[] = [
  { kind: 'planned', start: '08:00', students: [0] },
  { kind: 'planned', start: '08:40', students: [1] },
  { kind: 'group', start: '09:20', students: [2, 3] },
  { kind: 'shorter', start: '10:00', students: [4] },
  { kind: 'absent', start: '10:40', students: [5] },
  { kind: 'remote', start: '12:40', students: [6] },
  { kind: 'make-up', start: '13:20', students: [5] },
  { kind: 'same', start: '15:00', students: [7] },
];
const STUDENTS_A_DAY = 8;
const ON_CALENDAR: readonly Kind[] = ['planned', 'shorter', 'absent', 'remote'];

export function slotsOf(days: readonly string[], students: readonly Student[]): Slot[] {
  return days.flatMap((day, at) => {
    const ofDay = students.slice(at * STUDENTS_A_DAY, (at + 1) * STUDENTS_A_DAY);
    return DAY.map(({ kind, start, students: places }) => ({
      ...{ kind, day, start },
      students: places.map((place) => ofDay[place] as Student),
      event: ON_CALENDAR.includes(kind) ? randomUUID() : null,
    }));
  });
}

/** The day of last week that a session repeats. */
function weekBefore(day: string): string {
  return dayPlus(day, -7);
}

/** Last week's note about a student. */
export function lastNote({ first_name }: Student) {
  return {
    subjective: `${first_name} told about the weekend.`,
    objective: `${first_name} sorted twelve cards.`,
    assessment: `${first_name} needs fewer prompts.`,
    plan: `Go on with ${first_name} as before.`,
    // Required by some clients.
    ...{ cpt_codes: ['92507'], dx_codes: ['F80.2'] },
  };
}

/** This week's new text. */
export function newWords({ start }: Slot, { first_name }: Student): string {
  return `At ${start} ${first_name} named ${start.slice(0, 2)} pictures.`;
}

export function goalText({ first_name }: Student): string {
  return `${first_name} names pictures without help.`;
}

/** The first student of a day has a goal, and it is counted. */
export function hasGoal({ start }: Slot): boolean {
  return start === DAY[0]?.start;
}

/** Last week, all signed, and this week's calendar: entered by the provider on the server. */
export async function enterLastWeekAndPlan(
  provider: ApiPerson,
  slots: readonly Slot[],
  service: string,
): Promise<void> {
  for (const slot of slots) {
    const { kind, day, start, students, event } = slot;
    for (const student of kind === 'make-up' ? [] : students) {
      const session = await provider.call('session.create', {
        body: {
          ...usual(student, service),
          ...{ id: randomUUID(), session_date: weekBefore(day), start_time: start },
          end_time: timePlusMinutes(start, MINUTES),
        },
      });
      const id = soapNoteId(session.id, student.id);
      const content = lastNote(student);
      const { version } = await provider.call('soap.create', {
        body: {
          ...{ id, student: student.id, session: session.id, service, note_date: session.session_date },
          ...content,
        },
      });
      const content_sha256 = await contentDigest(signedContent(content, []));
      const write = { key: randomUUID(), base_version: version };
      await provider.call('soap.sign', { params: { id }, body: { content_sha256 }, write });
    }
    const [first] = students;
    if (first === undefined) throw new Error('There are too few students.');
    if (hasGoal(slot)) await setGoal(provider, first, weekBefore(day));
    if (event !== null) {
      await provider.call('calendar.create', {
        body: {
          ...{ id: event, student: first.id, service, service_list: [], location: first.location },
          ...{ event_title: '', event_color: 'blue', meeting_notes: '', remind_me: false, is_lunch: false },
          ...{ event_start_date: day, event_end_date: day, duration: MINUTES, invites: [] },
          ...{ event_start_time: start, event_end_time: timePlusMinutes(start, MINUTES) },
          ...{ recurring: false, recurring_type: '', recurring_timeframe: '', recurring_days: [] },
          ...{ excluded_dates: [], original_id: null, original_date: null },
        },
      });
    }
  }
}

async function setGoal(provider: ApiPerson, student: Student, start_date: string): Promise<void> {
  await provider.call('goal.create', {
    body: {
      ...{ id: randomUUID(), student: student.id, service: null, goal_option: null },
      ...{ goal_text: goalText(student), baseline: '', target: '', criterion: '', archived: false },
      ...{ start_date, target_date: null },
    },
  });
}

/** An ordinary session. */
function usual({ id, location }: Pick<Student, 'id' | 'location'>, service: string) {
  return {
    ...{ student_ids: [id], service, location, time_zone: PACIFIC_ZONE },
    ...{ scheduled_minutes: MINUTES, actual_minutes: MINUTES, direct_minutes: MINUTES, indirect_minutes: 0 },
    ...{ setting: 'individual' as const, modality: 'in_person' as const, attendance: 'delivered' as const },
    ...{ reason: '', duration_reason: '', notes: '', calendar_event_id: null, make_up_of: null },
  };
}

/** The text and figures that a person enters for an unusual session. */
export const ENTERED = {
  shorter: { actual_minutes: 20, duration_reason: 'Fire drill.' },
  absent: { reason: 'Illness' },
  remote: { indirect_minutes: 10, notes: 'Spoke with the teacher.\n\nSent the pictures home.' },
} as const;

/**
 * All entered fields, as the server must have them.
 * @param missed the session that the makeup is for
 */
export function enteredFields({ kind, day, start, students, event }: Slot, service: string, missed: string) {
  const [first] = students;
  if (first === undefined) throw new Error('There are too few students.');
  const actual = kind === 'shorter' ? ENTERED.shorter.actual_minutes : MINUTES;
  const special = {
    planned: {},
    same: {},
    group: { setting: 'group', student_ids: students.map(({ id }) => id) },
    shorter: { ...ENTERED.shorter, direct_minutes: actual },
    absent: { ...ENTERED.absent, attendance: 'student-absent' },
    remote: {
      ...ENTERED.remote,
      ...{ direct_minutes: MINUTES - ENTERED.remote.indirect_minutes },
      ...{ setting: 'consult', modality: 'remote' },
    },
    'make-up': { attendance: 'make-up', make_up_of: missed },
  } satisfies Record<Kind, Partial<Session>>;
  return {
    ...usual(first, service),
    ...{ session_date: day, start_time: start, end_time: timePlusMinutes(start, actual) },
    calendar_event_id: event,
    ...special[kind],
    changeDuration: kind === 'shorter',
    approval_request: kind === 'shorter' ? 'pending' : 'none',
    // No note is written about an absent student.
    state: kind === 'absent' ? 'logged' : 'completed',
  };
}

export const LUNCH = { start: '11:45', minutes: 35, notes: 'In the staff room.' };
/** When the first day really started, and why that was not punched. */
export const CORRECTED = { time: '07:30', reason: 'The phone was in the car.' };

/** The phone's instants before and after an entry. */
export interface Span {
  from: string;
  to: string;
}

export interface AttachedFile {
  student: Student;
  name: string;
  bytes: Buffer;
}

/** What is known only once it was entered, by day. */
export interface Entered {
  days: Map<string, Span>;
  /** Start, pause, resume, and end. */
  punches: Map<string, Span[]>;
  files: AttachedFile[];
}
