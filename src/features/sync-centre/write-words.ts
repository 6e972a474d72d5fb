import type { Attachment } from '#contract/attachment.ts';
import type { CalendarEvent } from '#contract/calendar.ts';
import { type EntityName, isOfStudentFile } from '#contract/entity-name.ts';
import type { Goal } from '#contract/goal.ts';
import type { LunchBreak } from '#contract/lunch.ts';
import type { Parent } from '#contract/parent.ts';
import type { Session } from '#contract/session.ts';
import type { SoapNote } from '#contract/soap-note.ts';
import type { StudentNote } from '#contract/student-note.ts';
import type { Timecard } from '#contract/timecard.ts';
import type { Timesheet } from '#contract/timesheet.ts';
import type { LocalDatabase, OutboxRow, StoredRow } from '#db/local-database.ts';
import type { OpenedWrite } from '#db/outbox.ts';
import { openRow, openRows } from '#db/sealed-rows.ts';
import { fullName, shortName } from '#domain/students/student-name.ts';
import { displayDay, displayTime, pacificDay, pacificTime } from '#domain/time/pacific.ts';
import { STATUS_LABELS, type StatusDecision } from '#domain/timesheets/timesheet.ts';
import { minutesWords } from './conflict-words.ts';

/** An unsent write with what a person needs to recognise it. */
export interface DescribedWrite {
  write: OpenedWrite;
  /** "New session" */
  title: string;
  /** "11/21/2026, 09:00 AM, Maya R." */
  detail: string;
}

/** What words are about. */
type Subject = Pick<OutboxRow, 'entity' | 'entity_id'>;

const NOUNS: Partial<Record<EntityName, string>> = {
  session: 'session',
  lunch: 'lunch break',
  calendar_event: 'calendar event',
  timecard: 'working day',
  timesheet: 'timesheet',
  parent: 'parent',
  student_note: 'student note',
  goal: 'goal',
  attachment: 'attachment',
  soap_note: 'SOAP note',
  goal_entry: 'goal in a SOAP note',
};

/** Of steps that are no change of fields; a correction is a change like others. */
const STEP_TITLES: Readonly<Record<string, string>> = {
  'timecard.start-lunch': 'Lunch started',
  'timecard.end-lunch': 'Lunch ended',
  'timecard.pause': 'Working day paused',
  'timecard.unpause': 'Working day resumed',
  'timecard.end-day': 'Working day ended',
  'soap.sign': 'SOAP note signed',
  'soap.co-sign': 'SOAP note co-signed',
  'soap.return': 'SOAP note returned',
  'soap.withdraw': 'SOAP note signature taken back',
  'soap.amend': 'SOAP note amended',
  'timesheet.amend': 'Amended timesheet',
  'session.request': 'Request about a session',
};

export function titleOf({
  entity,
  effect,
  endpoint = '',
}: Pick<OutboxRow, 'entity' | 'effect'> & { endpoint?: string }): string {
  const step = STEP_TITLES[endpoint];
  if (step !== undefined) return step;
  const noun = NOUNS[entity] ?? entity;
  if (effect === 'create') return `New ${noun}`;
  return effect === 'update' ? `Changed ${noun}` : `Deleted ${noun}`;
}

/** What several writes of one row come to, in the order in which they were made: "New session". */
export function titleOfAll(writes: readonly Pick<OutboxRow, 'entity' | 'effect'>[]): string {
  const [first, last] = [writes[0], writes.at(-1)];
  if (first === undefined || last === undefined) return '';
  return titleOf(last.effect === 'delete' ? last : first);
}

/** "New session: 11/21/2026, 09:00 AM, Maya R.", a sentence of its own whatever it ends with. */
export function sentenceOf({ title, detail }: Pick<DescribedWrite, 'title' | 'detail'>): string {
  const words = detail === '' ? title : `${title}: ${detail}`;
  return words.endsWith('.') ? words : `${words}.`;
}

/** What a row would be if these writes were all that is known of it. Pure. */
export function layered(writes: readonly OpenedWrite[]): Record<string, unknown> {
  return Object.assign(
    {},
    ...writes.flatMap(({ content }) => [content.base_values, content.body ?? {}]),
  ) as Record<string, unknown>;
}

/** Says of a row what tells it from others; nothing is known of it where it is not on this device. */
interface Describer {
  has(subject: Subject): boolean;
  /** @param typed what its writes say, laid over what this device has */
  detailOf(subject: Subject, typed?: Record<string, unknown>): string;
  /** Of an attachment. */
  fileNameOf(subject: Subject): string | undefined;
}

/**
 * Reads what the words about these rows need.
 *
 * Within a live query it is the last read: what comes after it is not followed.
 */
export async function readDescriber(db: LocalDatabase, subjects: readonly Subject[]): Promise<Describer> {
  const wanted = new Map<EntityName, Set<string>>();
  for (const { entity, entity_id } of subjects) {
    wanted.set(entity, (wanted.get(entity) ?? new Set<string>()).add(entity_id));
  }
  const [stored, storedStudents] = await Promise.all([
    Promise.all(
      [...wanted].map(async ([entity, ids]): Promise<[EntityName, (StoredRow | undefined)[]]> => {
        return [entity, await db.rowsOf(entity).bulkGet([...ids])];
      }),
    ),
    [...wanted.keys()].some(namesStudents) ? db.students.toArray() : [],
  ]);
  const rows = new Map<string, object>();
  for (const [entity, found] of stored) {
    for (const row of found) {
      // A deleted row is hidden from lists; here it is what the words are about.
      const opened = row === undefined ? null : await openRow(db, entity, { ...row, is_gone: 0 });
      if (opened !== null) rows.set(`${entity}|${opened.id}`, opened);
    }
  }
  const students = new Map(
    (await openRows(db, 'student', storedStudents)).map((student) => [student.id, shortName(student)]),
  );
  const rowOf = ({ entity, entity_id }: Subject) => rows.get(`${entity}|${entity_id}`);
  return {
    has: (subject) => rowOf(subject) !== undefined,
    fileNameOf: (subject) => (rowOf(subject) as Partial<Attachment> | undefined)?.file_name,
    detailOf: (subject, typed = {}) => detailOf(subject.entity, { ...rowOf(subject), ...typed }, students),
  };
}

function namesStudents(entity: EntityName): boolean {
  return entity === 'session' || entity === 'soap_note' || entity === 'goal_entry' || isOfStudentFile(entity);
}

/** The parts of a row that are known, in words. */
function detailOf(entity: EntityName, row: object, students: ReadonlyMap<string, string>): string {
  return partsOf(entity, row, students)
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}

function partsOf(
  entity: EntityName,
  row: object,
  students: ReadonlyMap<string, string>,
): (string | undefined)[] {
  if (entity === 'session') {
    const { session_date: day, start_time: time, student_ids = [] }: Partial<Session> = row;
    const names = student_ids.map((id) => students.get(id) ?? 'a student');
    return [day && displayDay(day), time && displayTime(time), ...names];
  }
  if (entity === 'lunch') {
    const { lunch_start_time: at, lunch_duration: minutes }: Partial<LunchBreak> = row;
    return [
      at && displayDay(pacificDay(at)),
      at && displayTime(pacificTime(at)),
      minutes === undefined ? undefined : minutesWords(minutes),
    ];
  }
  if (entity === 'timecard') {
    const { work_date, started_at, at }: Partial<Timecard> & { at?: string } = row;
    const moment = at ?? started_at;
    return [work_date && displayDay(work_date), moment && displayTime(pacificTime(moment))];
  }
  if (entity === 'timesheet') {
    const { period_start_date: first, period_end_date: last }: Partial<Timesheet> = row;
    const { new_status }: { new_status?: StatusDecision } = row;
    return [
      first && last && `${displayDay(first)} – ${displayDay(last)}`,
      new_status && STATUS_LABELS[new_status].toLowerCase(),
    ];
  }
  if (entity === 'soap_note' || entity === 'goal_entry') {
    const { note_date: day, student }: Partial<SoapNote> = row;
    return [day && displayDay(day), student && (students.get(student) ?? 'a student')];
  }
  if (entity === 'attachment') {
    const { file_name, student }: Partial<Attachment> = row;
    return [file_name, student && (students.get(student) ?? 'a student')];
  }
  if (isOfStudentFile(entity)) {
    const { student, ...rest }: { student?: string } = row;
    return [student && (students.get(student) ?? 'a student'), ...filePartsOf(rest)];
  }
  const { event_start_date: day, event_start_time: time, event_title }: Partial<CalendarEvent> = row;
  return [day && displayDay(day), time && displayTime(time), event_title];
}

/** Of a parent the name, of a note its day, of a goal how it begins. */
function filePartsOf(row: Partial<Parent & StudentNote & Goal>): (string | undefined)[] {
  const { first_name = '', last_name = '', note_date, goal_text } = row;
  return [
    fullName({ first_name, last_name }),
    note_date && displayDay(note_date),
    goal_text !== undefined && goal_text.length > 60 ? `${goal_text.slice(0, 57)}…` : goal_text,
  ];
}
