import type { z } from 'zod';
import { type DeclaredName, declared } from './declared.ts';
import type { AnyEntity, Columns, Merge, Origin } from './define-entity.ts';

/** A row of a student's file is seen where its student is, and keeps to one student for good. */
export function isOfStudentFile(name: DeclaredName): boolean {
  return declared[name].reach === 'student';
}

/** Each of their rows has a scope of its own: `student:<id>`, `client:<id>`. */
export const WITH_OWN_SCOPE = ['student', 'client'] as const satisfies readonly DeclaredName[];

/**
 * Entities of which devices hold other people's rows by months, or own ones by fiscal years, with the plaintext column of the
 * day that counts; null where it is another row's.
 */
export const HELD_BY_DAY: Partial<Record<DeclaredName, string | null>> = {
  session: 'session_date',
  timesheet: 'period_start_date',
  calendar_event: 'event_start_date',
  soap_note: null,
  goal_entry: null,
};

/** Entities of which a device holds its person's own rows by fiscal years. */
export const HELD_BY_YEAR: readonly DeclaredName[] = ['session', 'calendar_event', 'soap_note', 'goal_entry'];

/** Entities of which the office's devices hold the rows of archived students by fiscal years. */
export const HELD_BY_ARCHIVING = ['student', 'student_service'] as const satisfies readonly DeclaredName[];

/** Whether unsent work is about a row of this entity, and is set aside when that leaves the person. */
export function isSubjectOfWork(name: DeclaredName): boolean {
  return name === 'student';
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
export function newRow<Name extends DeclaredName>(
  name: Name,
  body: object,
  origin: Origin,
): z.output<(typeof declared)[Name]['Row']> {
  const entity: AnyEntity = declared[name];
  const set = Object.entries(entity.setByServer).map(([field, { atCreation }]) => [
    field,
    atCreation(origin),
  ]);
  const given = [...set, ...Object.entries(body)].filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), version: 0 } as z.output<(typeof declared)[Name]['Row']>;
}

/** What queries on a device need of a row in the clear. */
export function clearColumns(name: DeclaredName, row: object): Columns {
  const { clear }: AnyEntity = declared[name];
  if (typeof clear === 'function') return clear(row as never);
  return Object.fromEntries(clear.map((field) => [field, (row as Columns)[field] as string]));
}
