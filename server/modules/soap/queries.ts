import { type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { GoalEntry, SoapNote } from '#contract/soap-note.ts';
import { type Actor, maySeeSoapNote } from '#domain/access/row-rules.ts';
import { scopesOfSoapNote } from '#domain/access/scopes.ts';
import { WITH_NOTE } from '#domain/students/notes-due.ts';
import type { Transaction } from '#server/db/database.ts';
import { fieldsOf, type Stored, storedRows } from '#server/db/entity-rows.ts';
import { arrayParam, isoInstant, jsonRows, jsonValue } from '#server/db/json-rows.ts';
import { keepPrefetched, readPrefetched } from '#server/db/write-unit.ts';
import { aboutDay, aboutStudent, type Records } from '#server/records/call.ts';

/** What decides who has a note, besides the note. */
interface NotePlace {
  /** The author's current supervisors. */
  supervisors: string[];
  /** The day of its session: a signed note keeps its own when that changes. */
  session_date: string;
}

/** A stored note, with what the rules need to know about its author and session. */
export interface StoredSoapNote extends Stored<'soap_note'>, NotePlace {}

const placeOfNote = sql.raw(`
  array(select a.supervisor from supervisions a where a.supervisee = soap_notes.provider order by 1) as supervisors,
  (select s.session_date from sessions s where s.id = soap_notes.session) as session_date`);

export function storedSoapNotes(tx: Transaction, where: SQL): Promise<StoredSoapNote[]> {
  return jsonRows(
    tx,
    sql`select ${fieldsOf('soap_note')}, ${sql.raw(isoInstant('deleted_at'))}, ${placeOfNote}
      from soap_notes where ${where}`,
  );
}

/** One note, deleted or not. */
export async function storedSoapNote(tx: Transaction, id: string): Promise<StoredSoapNote | null> {
  return (await storedSoapNotes(tx, sql`id = ${id}`))[0] ?? null;
}

/** The notes of a session, without deleted ones. */
export function notesOfSession(tx: Transaction, session: string): Promise<StoredSoapNote[]> {
  return storedSoapNotes(tx, sql`session = ${session} and deleted_at is null`);
}

/**
 * How many notes of these sessions wait for their author: drafts, returned ones, and those of delivered sessions that aren't
 * started.
 * @param which on `sessions`
 * @param whose on `st.student`
 */
export async function countOpenNotes(tx: Transaction, which: SQL, whose = sql`true`): Promise<number> {
  const [row] = await jsonRows<{ count: number }>(
    tx,
    sql`select count(*)::int as count
      from (select * from sessions where ${which}) s
        cross join lateral unnest(s.student_ids) as st(student)
        left join soap_notes n on n.session = s.id and n.student = st.student and n.deleted_at is null
      where ${whose} and (case when n.id is null
          then not s.is_history and s.attendance = any(${arrayParam(WITH_NOTE, 'text')})
          else n.state in ('draft', 'returned') end)`,
  );
  return row?.count ?? 0;
}

/** Notes read at once, before those that the reader may not see are left out. */
const NOTES_PER_STATEMENT = 500;

/**
 * The notes about a student that the reader may see, by any author, newest first.
 * @param after a note of the student, also a deleted one: the list continues behind it
 * @param before only those of sessions before this day
 */
export async function notesOfStudent(
  tx: Transaction,
  actor: Actor,
  student: string,
  { after, before, limit }: { after?: string | undefined; before?: string; limit: number },
): Promise<StoredSoapNote[]> {
  let last = after === undefined ? null : await storedSoapNote(tx, after);
  if (after !== undefined && last?.student !== student) {
    throw new ApiError('request.invalid', { fields: { after: 'Unknown list position.' } });
  }
  const isAsked =
    before === undefined
      ? sql`true`
      : sql`session in (select s.id from sessions s where s.session_date < ${before}::date)`;
  const found: StoredSoapNote[] = [];
  for (;;) {
    const isLater =
      last === null
        ? sql`true`
        : sql`(note_date, captured_at) <= (${last.note_date}::date, ${last.captured_at}::timestamptz)
            and ((note_date, captured_at) < (${last.note_date}::date, ${last.captured_at}::timestamptz) or id > ${last.id}::uuid)`;
    const read = await storedSoapNotes(
      tx,
      sql`student = ${student} and deleted_at is null and ${isAsked} and ${isLater}
        order by note_date desc, captured_at desc, id limit ${NOTES_PER_STATEMENT}::int`,
    );
    found.push(...read.filter((note) => maySeeSoapNote(actor, note)));
    if (found.length >= limit || read.length < NOTES_PER_STATEMENT) return found.slice(0, limit);
    last = read.at(-1) ?? null;
  }
}

/** The name of the lock that serializes writes about a session's notes until the transaction ends. */
export function noteLock(session: string): string {
  return `soap ${session}`;
}

export async function lockNotesOf(tx: Transaction, session: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${noteLock(session)}, 0))`);
}

function noneName(session: string): string {
  return `no notes of session ${session}`;
}

/** The query of those sessions that have notes, for `keepUnnoted`. Their locks must be held. */
export function notedSessions(sessions: readonly string[]): SQL {
  return sql`select distinct session as id from soap_notes
    where session = any(${arrayParam(sessions, 'uuid')}) and deleted_at is null`;
}

/** Keeps that these sessions have no notes, and that no one else can write one before the transaction ends. */
export function keepUnnoted(
  tx: Transaction,
  sessions: readonly string[],
  noted: readonly { id: string }[] = [],
): void {
  const others = new Set(noted.map(({ id }) => id));
  for (const id of sessions) if (!others.has(id)) keepPrefetched(tx, noneName(id), true);
}

/** The notes of a session, under its lock. */
export async function lockedNotesOf(tx: Transaction, session: string): Promise<StoredSoapNote[]> {
  if (readPrefetched<boolean>(tx, noneName(session)) === true) return [];
  await lockNotesOf(tx, session);
  return notesOfSession(tx, session);
}

/** A stored entry. */
export type StoredGoalEntry = Stored<'goal_entry'>;

/** The goal entries of some notes in page order, without deleted ones. */
export function entriesOfNotes(tx: Transaction, notes: readonly string[]): Promise<StoredGoalEntry[]> {
  return storedRows(
    tx,
    'goal_entry',
    sql`soap_note = any(${arrayParam(notes, 'uuid')}) and deleted_at is null order by soap_note, pg_num, id`,
  );
}

/** What a note's rules need besides the note itself. */
interface NoteSurroundings {
  /** The student's client requires procedures and diagnoses. */
  needs_codes: boolean;
  /** The provider's notes need a co-signature. */
  needs_co_sign: boolean;
  supervisors: string[];
}

export function noteSurroundings(
  tx: Transaction,
  { student, provider }: { student: string; provider: string },
): Promise<NoteSurroundings> {
  return jsonValue(
    tx,
    sql`select json_build_object(
      'needs_codes', coalesce((select c.needs_codes from students s join clients c on c.id = s.client
        where s.id = ${student}), false),
      'needs_co_sign', coalesce((select p.needs_co_sign from providers p where p.id = ${provider}), false),
      'supervisors', array(select a.supervisor from supervisions a where a.supervisee = ${provider} order by 1)
    )::text as value`,
  );
}

/** Whether the goal is one of this student's. */
export async function isGoalOf(tx: Transaction, goal: string, student: string): Promise<boolean> {
  return jsonValue(
    tx,
    sql`select (exists (select from goals
      where id = ${goal} and student = ${student} and deleted_at is null))::text as value`,
  );
}

/** The notes of an author with these supervisors, about a session of this day. */
export function noteRecords({ supervisors, session_date }: NotePlace): Records<SoapNote> {
  return {
    entity: 'soap_note',
    scopes: (note) => scopesOfSoapNote({ ...note, supervisors, session_date }),
    about: (note, actor) => ({ ...aboutStudent(note), ...aboutDay(note, actor) }),
  };
}

/** Entries have their note's scopes. */
export function entryRecords(note: StoredSoapNote): Records<GoalEntry> {
  return {
    entity: 'goal_entry',
    scopes: () => scopesOfSoapNote(note),
    about: (entry, actor) => ({ ...aboutStudent(note), ...aboutDay(entry, actor) }),
  };
}

/** A stored note for row changes: a stale answer shows it in the contract's shape. */
export function keptNote({ supervisors: _, session_date: __, ...note }: StoredSoapNote): Stored<'soap_note'> {
  return note;
}
