import type { EntityName } from '#contract/entity-name.ts';
import { type LocalDatabase, type StoredOfStudent, type StoredRow, TABLE_OF } from '#db/local-database.ts';
import { daysOfScope, hasArchived } from '#domain/access/scope-parts.ts';
import {
  HELD_BY_ARCHIVING,
  HELD_BY_DAY,
  isOfStudentFile,
  isSubjectOfWork,
  WITH_OWN_SCOPE,
} from '#entities/row-facts.ts';

/** Rows read at once: enough for a quick walk, few enough for little memory. */
const CHUNK = 500;

const STUDENT = 'student:';

/** What a person has left. */
interface Left {
  scopes: ReadonlySet<string>;
  /** The students whose own scope is among them. */
  students: readonly string[];
  /** The entities in which rows may be: those of the own scopes among them, or all. */
  entities: ReadonlySet<EntityName>;
  /** First and last day of the months and fiscal years whose rows left. */
  days: readonly (readonly [string, string])[];
  /** Rows with a write that the server may have seen. */
  attempted: ReadonlySet<string>;
}

/**
 * Deletes rows whose last scope is gone, except those with unsynced changes: one pass for all scopes that the
 * person has left. The files of students are found by index, and only the students and clients themselves are
 * read besides, and the sessions of months and fiscal years by their days, with all notes and timesheets, and with students and
 * assigned services for fiscal years of archived ones; for scopes of other kinds every table is read, once.
 *
 * A row written here has no scopes before a pull delivers it: a row of a student's file has those of the
 * student.
 *
 * Runs inside the caller's transaction over the rows' tables and `outbox`.
 * @returns the students who left with them
 */
export async function leaveScopes(db: LocalDatabase, scopes: readonly string[]): Promise<string[]> {
  if (scopes.length === 0) return [];
  const students = scopes
    .filter((scope) => scope.startsWith(STUDENT))
    .map((scope) => scope.slice(STUDENT.length));
  const left: Left = {
    scopes: new Set(scopes),
    students,
    entities: entitiesIn(scopes),
    days: scopes.map(daysOfScope).filter((days) => days !== null),
    attempted: await attemptedRows(db),
  };
  const gone: string[] = [];
  for (const entity of Object.keys(TABLE_OF) as EntityName[]) {
    const day = indexedDay(db, entity);
    if (left.entities.has(entity) || (day === null && left.days.length > 0)) {
      const ids = await leaveByWalk(db, entity, left);
      if (isSubjectOfWork(entity)) gone.push(...ids);
    } else if (typeof day === 'string') await leaveDays(db, entity, day, left);
    else if (isOfStudentFile(entity)) await leaveFiles(db, entity, left);
  }
  // Also those whom no pull had brought. Others may stay by another scope.
  const known = await db.students.bulkGet(students);
  return [...gone, ...students.filter((_, at) => known[at] === undefined)];
}

/** The index by which rows are found by their day: null if all rows are read, undefined if the entity isn't held by days. */
function indexedDay(db: LocalDatabase, entity: EntityName): string | null | undefined {
  const day = HELD_BY_DAY[entity];
  if (day === undefined) return undefined;
  return day !== null && day in db.rowsOf(entity).schema.idxByName ? day : null;
}

/** The tables to be read: a scope that isn't that of one student or client may hold rows of all. */
function entitiesIn(scopes: readonly string[]): ReadonlySet<EntityName> {
  const own = scopes
    .filter((scope) => daysOfScope(scope) === null)
    .map((scope) => WITH_OWN_SCOPE.find((entity) => scope.startsWith(`${entity}:`)));
  return own.includes(undefined)
    ? new Set(Object.keys(TABLE_OF) as EntityName[])
    : new Set([
        ...own.filter((entity) => entity !== undefined),
        ...(scopes.some(hasArchived) ? HELD_BY_ARCHIVING : []),
      ]);
}

/**
 * Reads the table from start to end.
 * @returns the ids of rows without another scope
 */
async function leaveByWalk(db: LocalDatabase, entity: EntityName, left: Left): Promise<string[]> {
  const table = db.rowsOf(entity);
  const gone: string[] = [];
  for (let last = ''; ; ) {
    const rows = await table.where('id').above(last).limit(CHUNK).toArray();
    gone.push(...(await leaveRows(db, entity, rows, left)));
    const end = rows.at(-1);
    if (end === undefined || rows.length < CHUNK) return gone;
    last = end.id;
  }
}

/** Reads only the rows of these days, and those with a waiting change: it may have moved them to another day. */
async function leaveDays(db: LocalDatabase, entity: EntityName, day: string, left: Left): Promise<void> {
  if (left.days.length === 0) return;
  const table = db.rowsOf(entity);
  const waiting = await db.outbox.filter((write) => write.entity === entity).toArray();
  const ids = new Set(waiting.map(({ entity_id }) => entity_id));
  for (const [first, last] of left.days) {
    const between = table.where(day).between(first, last, true, true);
    for (const id of await between.primaryKeys()) ids.add(id);
  }
  const all = [...ids];
  for (let at = 0; at < all.length; at += CHUNK) {
    const rows = await table.bulkGet(all.slice(at, at + CHUNK));
    const known = rows.filter((row) => row !== undefined);
    await leaveRows(db, entity, known, left);
  }
}

/** Reads only the files of the students. */
async function leaveFiles(db: LocalDatabase, entity: EntityName, left: Left): Promise<void> {
  const table = db.rowsOf(entity);
  for (let at = 0; at < left.students.length; at += CHUNK) {
    const files = left.students
      .slice(at, at + CHUNK)
      .map((student) => table.where('student').equals(student).toArray());
    await leaveRows(db, entity, (await Promise.all(files)).flat(), left);
  }
}

/** @returns the ids of rows without another scope */
async function leaveRows(
  db: LocalDatabase,
  entity: EntityName,
  rows: readonly StoredRow[],
  { scopes, attempted }: Left,
): Promise<string[]> {
  const isUntold = (row: StoredRow) =>
    row.scopes.length === 0 &&
    isOfStudentFile(entity) &&
    scopes.has(`student:${(row as StoredOfStudent).student}`) &&
    (row.version > 0 || attempted.has(row.id));
  const left = rows
    .filter((row) => row.scopes.some((scope) => scopes.has(scope)) || isUntold(row))
    .map((row): StoredRow => {
      const rest = row.scopes.filter((scope) => !scopes.has(scope));
      return { ...row, scopes: rest, is_withdrawn: rest.length === 0 ? 1 : 0 };
    });
  if (left.length === 0) return [];
  const isKept = (row: StoredRow) => row.is_withdrawn === 0 || row.record_state !== 'sent';
  const table = db.rowsOf(entity);
  await table.bulkDelete(left.filter((row) => !isKept(row)).map((row) => row.id));
  await table.bulkPut(left.filter(isKept));
  return left.filter((row) => row.is_withdrawn === 1).map((row) => row.id);
}

/** Rows with a write that the server may have seen. */
async function attemptedRows(db: LocalDatabase): Promise<ReadonlySet<string>> {
  const writes = await db.outbox.filter(({ attempts }) => attempts > 0).toArray();
  return new Set(writes.map(({ entity_id }) => entity_id));
}

/**
 * After a full pull: rows that it did not deliver are no longer visible to this person. The first pull skips
 * this: only rows written here can be older.
 * @returns the students among them
 */
export async function dropOlderGenerations(db: LocalDatabase, generation: number): Promise<string[]> {
  const students =
    generation > 1 ? await db.students.filter((row) => row.generation < generation).primaryKeys() : [];
  const attempted = await attemptedRows(db);
  const written = generation > 1 ? null : [...(await db.outbox.toArray()), ...(await db.history.toArray())];
  for (const entity of Object.keys(TABLE_OF) as EntityName[]) {
    const ids = written?.filter((write) => write.entity === entity).map((write) => write.entity_id);
    const table = db.rowsOf(entity);
    const rows = () => (ids === undefined ? table.toCollection() : table.where('id').anyOf(ids));
    const isOld = (row: StoredRow) => row.generation < generation;
    // A creation that the server has never seen is not missing there.
    const isMissed = (row: StoredRow) =>
      row.record_state !== 'sent' && (row.version > 0 || attempted.has(row.id));
    // If the row comes back, its version may be older.
    await rows()
      .filter((row) => isOld(row) && isMissed(row))
      .modify({ is_withdrawn: 1, version: 0 });
    await rows()
      .filter((row) => isOld(row) && row.record_state === 'sent')
      .delete();
  }
  return students;
}
