import { calendar_event } from './calendar-event.ts';
import { client, location, pay_period, provider, school_closure, service, student } from './catalogue.ts';
import type { AnyEntity, Columns, Merge, Origin } from './define-entity.ts';
import { session } from './session.ts';
import { goal_entry, soap_note } from './soap-note.ts';
import { clinical_code, soap_option } from './soap-options.ts';
import { attachment, goal, parent, student_note, student_service } from './student-file.ts';
import { lunch, timecard, timesheet } from './working-day.ts';

/** Every entity whose rows live on devices, by name. */
export const declared = {
  session,
  lunch,
  calendar_event,
  student,
  client,
  provider,
  service,
  location,
  pay_period,
  timecard,
  timesheet,
  school_closure,
  student_service,
  parent,
  student_note,
  attachment,
  goal,
  soap_note,
  goal_entry,
  goal_option: soap_option,
  plan_option: soap_option,
  clinical_code,
};
export type DeclaredName = keyof typeof declared;

/** A row of a student's file is seen where its student is, and keeps to one student for good. */
export function isOfStudentFile(name: DeclaredName): boolean {
  return declared[name].reach === 'student';
}

function mergeClasses({ Row, fields }: AnyEntity): Readonly<Record<string, Merge | 'server'>> {
  const names = Object.keys(Row.shape).filter((field) => field !== 'id' && field !== 'version');
  return Object.fromEntries(names.map((field) => [field, fields[field]?.merge ?? 'server']));
}

/** How each field of a row is merged; what no call may write is the server's. */
export const MERGE_CLASSES = Object.fromEntries(
  Object.entries(declared).map(([name, entity]) => [name, mergeClasses(entity)]),
) as Readonly<Record<DeclaredName, Readonly<Record<string, Merge | 'server'>>>>;

/** What a row is when it is made, as far as that is known before the server answers. */
export function newRow(name: DeclaredName, body: object, origin: Origin): object {
  const entity: AnyEntity = declared[name];
  const set = Object.entries(entity.setByServer).map(([field, { atCreation }]) => [
    field,
    atCreation(origin),
  ]);
  const known = Object.fromEntries(set.filter(([, value]) => value !== undefined));
  return { ...known, ...body, version: 0 };
}

/** What queries on a device need of a row in the clear. */
export function clearColumns(name: DeclaredName, row: object): Columns {
  const { clear }: AnyEntity = declared[name];
  if (typeof clear === 'function') return clear(row as never);
  return Object.fromEntries(clear.map((field) => [field, (row as Columns)[field] as string]));
}
