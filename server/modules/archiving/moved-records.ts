import { type SQL, sql } from 'drizzle-orm';
import type { EntityRow } from '#contract/entities.ts';
import { MOVED_ENTITIES, type MovedEntity } from '#contract/student-merge.ts';
import { completesSession } from '#domain/notes/soap-commands.ts';
import { withStudentReplaced } from '#domain/students/student-merge.ts';
import type { Transaction } from '#server/db/database.ts';
import { type Stored, storedRows, tableFacts } from '#server/db/entity-rows.ts';
import { arrayParam, jsonRows } from '#server/db/json-rows.ts';
import type { MovedRow } from '#server/db/schema/student-merges.ts';
import { eventRecords } from '#server/modules/calendar/queries.ts';
import { rateRecords } from '#server/modules/clients/rate-operations.ts';
import { correctNeighbors, flagLocks, flagsBeside } from '#server/modules/sessions/flags.ts';
import { neighborsOf, sessionRecords } from '#server/modules/sessions/queries.ts';
import { wireNote } from '#server/modules/soap/operations.ts';
import {
  entryRecords,
  keptNote,
  noteRecords,
  notesOfSession,
  storedSoapNotes,
} from '#server/modules/soap/queries.ts';
import { recordsOf } from '#server/modules/students/file-rows.ts';
import { hasPrimary, lockPrimaries } from '#server/modules/students/primary-contact.ts';
import type { Call } from '#server/records/call.ts';
import { wireRow } from '#server/records/changing-rows.ts';

/** The student that records move to. */
interface Target {
  id: string;
  archived: boolean;
}

/** A move of records from one student to another. */
export interface Move {
  from: string;
  into: Target;
  /** Which of the student's records move; SQL over the entity's table. */
  which(entity: MovedEntity): SQL;
  /** Parents who become the primary contact again where the student they go back to has none. */
  primaries?: ReadonlySet<string>;
}

const FILE_ENTITIES = ['student_note', 'goal', 'attachment', 'student_service'] as const;

/**
 * Moves records to another student, each through its ordinary write: devices and the audit see every one. Goals
 * and notes come before what belongs to them.
 */
export async function moveRecords(call: Call, move: Move): Promise<MovedRow[]> {
  const moved = [...(await moveSessions(call, move)), ...(await moveNotes(call, move))];
  moved.push(...(await moveParents(call, move)));
  for (const entity of FILE_ENTITIES) moved.push(...(await moveFileRows(call, entity, move)));
  moved.push(...(await moveEvents(call, move)), ...(await moveRates(call, move)));
  return moved;
}

/** The records of an entity that belong to a student, without deleted ones. */
export function ofStudent(entity: MovedEntity, student: string): SQL {
  const isTheirs =
    entity === 'session' ? sql`student_ids @> ${arrayParam([student], 'uuid')}` : sql`student = ${student}`;
  return sql`deleted_at is null and ${isTheirs}`;
}

/** A record with its version. */
export interface KnownRecord {
  entity: MovedEntity;
  id: string;
  version: number;
}

/** Every record of a student that a merge moves. */
export function recordsOfStudent(tx: Transaction, student: string): Promise<KnownRecord[]> {
  const each = MOVED_ENTITIES.map(
    (entity) => sql`select ${entity}::text as entity, id, version
      from ${sql.raw(tableFacts(entity).name)} where ${ofStudent(entity, student)}`,
  );
  return jsonRows(tx, sql.join(each, sql` union all `));
}

function movedRows<Name extends MovedEntity>(
  call: Call,
  entity: Name,
  { from, which }: Move,
): Promise<Stored<Name>[]> {
  return storedRows(call.tx, entity, sql`${ofStudent(entity, from)} and (${which(entity)}) order by id`);
}

async function moveFileRows<Name extends (typeof FILE_ENTITIES)[number]>(
  call: Call,
  entity: Name,
  move: Move,
): Promise<MovedRow[]> {
  const records = recordsOf(entity, move.into);
  const moved: MovedRow[] = [];
  for (const before of await movedRows(call, entity, move)) {
    const next = { ...wireRow(before), student: move.into.id } as unknown as EntityRow<Name>;
    const { version } = await call.change(records, before, next);
    moved.push({ entity, id: before.id, version });
  }
  return moved;
}

/** A student has one primary contact: one who moves to a student who has one stops being it. */
async function moveParents(call: Call, move: Move): Promise<MovedRow[]> {
  const { tx } = call;
  await lockPrimaries(tx, [move.from, move.into.id]);
  const rows = await movedRows(call, 'parent', move);
  const isTaken = await hasPrimary(tx, move.into.id);
  const primary = isTaken
    ? undefined
    : (rows.find((row) => row.is_primary) ?? rows.find(({ id }) => move.primaries?.has(id)));
  const records = recordsOf('parent', move.into);
  const moved: MovedRow[] = [];
  for (const before of rows) {
    const is_primary = before.id === primary?.id;
    const next = { ...wireRow(before), student: move.into.id, is_primary };
    const { version } = await call.change(records, before, next);
    moved.push({
      ...{ entity: 'parent', id: before.id, version },
      ...(before.is_primary && !is_primary && { was_primary: true as const }),
    });
  }
  return moved;
}

/** A session that names both students names the one who stays once. Flags of duplicates follow. */
async function moveSessions(call: Call, move: Move): Promise<MovedRow[]> {
  const { tx } = call;
  const rows = await movedRows(call, 'session', move);
  if (rows.length === 0) return [];
  for (const lock of flagLocks(rows)) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  }
  const next = new Map(
    rows.map((row) => [
      row.id,
      { ...wireRow(row), student_ids: withStudentReplaced(row.student_ids, move.from, move.into.id) },
    ]),
  );
  const around = await neighborsOf(tx, rows);
  const neighbors = around.map((one) => ({
    ...one,
    student_ids: next.get(one.id)?.student_ids ?? one.student_ids,
  }));
  const moved: MovedRow[] = [];
  for (const before of rows) {
    const row = next.get(before.id);
    if (row === undefined) continue;
    const namedBoth = before.student_ids.includes(move.into.id);
    const state = namedBoth && (await isComplete(call, before, move)) ? ('completed' as const) : row.state;
    const { is_possible_duplicate } = flagsBeside(
      row,
      neighbors.filter(({ id }) => id !== row.id),
    );
    const { version } = await call.change(sessionRecords, before, { ...row, state, is_possible_duplicate });
    moved.push({
      entity: 'session',
      id: before.id,
      version,
      ...(namedBoth && { named_both: true as const }),
    });
  }
  const others = neighbors.filter(({ id }) => !next.has(id));
  for (const row of next.values()) await correctNeighbors(call, others, [row], row);
  return moved;
}

/** Whether nothing is missing once a session names one student less. */
async function isComplete(call: Call, session: Stored<'session'>, { from, into }: Move): Promise<boolean> {
  if (session.state !== 'logged') return false;
  const notes = await notesOfSession(call.tx, session.id);
  const student_ids = withStudentReplaced(session.student_ids, from, into.id);
  return completesSession(
    student_ids,
    notes.map((note) => (note.student === from ? { ...note, student: into.id } : note)),
  );
}

/** Sessions that had named both students name the other one again too. */
export async function nameBothAgain(
  call: Call,
  { stays, merged }: { stays: string; merged: string },
  moved: readonly MovedRow[],
): Promise<void> {
  const ids = moved.filter(({ named_both }) => named_both).map(({ id }) => id);
  const rows = await storedRows(
    call.tx,
    'session',
    sql`${ofStudent('session', stays)} and id = any(${arrayParam(ids, 'uuid')}) order by id`,
  );
  for (const before of rows) {
    const student_ids = [...new Set([...before.student_ids, merged])];
    await call.change(sessionRecords, before, { ...wireRow(before), student_ids });
  }
}

/** Notes with their goal entries. What a signature covers doesn't name the student, so signatures stay valid. */
async function moveNotes(call: Call, move: Move): Promise<MovedRow[]> {
  const { tx } = call;
  const student = move.into.id;
  const moved: MovedRow[] = [];
  const notes = await storedSoapNotes(
    tx,
    sql`${ofStudent('soap_note', move.from)} and (${move.which('soap_note')}) order by id`,
  );
  for (const note of notes) {
    const next = { ...wireNote(note), student };
    const { version } = await call.change(noteRecords(note), keptNote(note), next);
    moved.push({ entity: 'soap_note', id: note.id, version });
  }
  const entries = await movedRows(call, 'goal_entry', move);
  const ids = new Set(entries.map(({ soap_note }) => soap_note));
  const theirs = await storedSoapNotes(tx, sql`id = any(${arrayParam(ids, 'uuid')})`);
  const noteOf = new Map(theirs.map((note) => [note.id, note]));
  for (const before of entries) {
    const note = noteOf.get(before.soap_note);
    if (note === undefined) continue;
    const { version } = await call.change(entryRecords(note), before, { ...wireRow(before), student });
    moved.push({ entity: 'goal_entry', id: before.id, version });
  }
  return moved;
}

async function moveEvents(call: Call, move: Move): Promise<MovedRow[]> {
  const moved: MovedRow[] = [];
  for (const before of await movedRows(call, 'calendar_event', move)) {
    const next = { ...wireRow(before), student: move.into.id };
    const { version } = await call.change(eventRecords, before, next);
    moved.push({ entity: 'calendar_event', id: before.id, version });
  }
  return moved;
}

async function moveRates(call: Call, move: Move): Promise<MovedRow[]> {
  const moved: MovedRow[] = [];
  for (const before of await movedRows(call, 'rate', move)) {
    const { version } = await call.change(rateRecords, before, { ...wireRow(before), student: move.into.id });
    moved.push({ entity: 'rate', id: before.id, version });
  }
  return moved;
}

/** For `rates`: no rate of the other student is for the same service, setting, and year. */
export function isFreeRate(other: string): SQL {
  return sql`not exists (select from rates o where o.student = ${other} and o.deleted_at is null
    and o.level = rates.level and o.service = rates.service and o.start_year = rates.start_year
    and coalesce(o.setting, '') = coalesce(rates.setting, ''))`;
}
