import { type LocalRow, openRow, openRows } from './encrypted-rows.ts';
import type { LocalDatabase } from './local-database.ts';

export type LocalSoapNote = LocalRow<'soap_note'>;
export type LocalGoalEntry = LocalRow<'goal_entry'>;

/** A note with its goal entries, by position. */
export interface NoteWithEntries {
  note: LocalSoapNote;
  entries: LocalGoalEntry[];
}

function byPlace(a: LocalGoalEntry, b: LocalGoalEntry): number {
  return a.pg_num - b.pg_num || a.id.localeCompare(b.id);
}

export async function soapNoteById(db: LocalDatabase, id: string): Promise<LocalSoapNote | null> {
  return openRow(db, 'soap_note', await db.soapNotes.get(id));
}

/** The notes with these ids that are on this device. */
export async function soapNotesById(db: LocalDatabase, ids: readonly string[]): Promise<LocalSoapNote[]> {
  const rows = await db.soapNotes.bulkGet([...ids]);
  return openRows(
    db,
    'soap_note',
    rows.filter((row) => row !== undefined),
  );
}

/** The notes about a session that are on this device. */
export async function notesOfSession(db: LocalDatabase, session: string): Promise<LocalSoapNote[]> {
  return openRows(db, 'soap_note', await db.soapNotes.where('session').equals(session).toArray());
}

/** The note about one student in a session, with its goal entries; null if there is none. */
export async function noteInSession(
  db: LocalDatabase,
  session: string,
  student: string,
): Promise<NoteWithEntries | null> {
  const rows = await db.soapNotes.where('session').equals(session).toArray();
  const row = rows.find((known) => known.student === student && known.is_gone === 0);
  const stored = row === undefined ? [] : await db.goalEntries.where('soap_note').equals(row.id).toArray();
  const [note, entries] = await Promise.all([
    openRow(db, 'soap_note', row),
    openRows(db, 'goal_entry', stored),
  ]);
  return note === null ? null : { note, entries: entries.sort(byPlace) };
}

/** The notes about a student on this device, newest first, each with its goal entries. */
export async function notesOfStudent(db: LocalDatabase, student: string): Promise<NoteWithEntries[]> {
  const rows = await db.soapNotes
    .where('[student+note_date]')
    .between([student, ''], [student, '\uffff'])
    .reverse()
    .toArray();
  const ids = rows.map(({ id }) => id);
  const stored = await db.goalEntries.where('soap_note').anyOf(ids).toArray();
  const entries = await openRows(db, 'goal_entry', stored);
  return (await openRows(db, 'soap_note', rows)).map((note) => ({
    note,
    entries: entries.filter(({ soap_note }) => soap_note === note.id).sort(byPlace),
  }));
}

/** The goal entries of a note, by position. */
export async function entriesOfNote(db: LocalDatabase, note: string): Promise<LocalGoalEntry[]> {
  const rows = await db.goalEntries.where('soap_note').equals(note).toArray();
  return (await openRows(db, 'goal_entry', rows)).sort(byPlace);
}

/** Signed notes waiting for a co-signature, oldest first. */
export async function notesAwaitingCoSign(db: LocalDatabase): Promise<LocalSoapNote[]> {
  const rows = await db.soapNotes.where('state').equals('signed').toArray();
  return oldestFirst(await openRows(db, 'soap_note', rows)).filter(({ needs_co_sign }) => needs_co_sign);
}

/** A provider's own notes that the co-signer returned, oldest first. */
export async function returnedNotesOf(db: LocalDatabase, provider: string): Promise<LocalSoapNote[]> {
  const rows = await db.soapNotes.where('state').equals('returned').toArray();
  return oldestFirst(await openRows(db, 'soap_note', rows)).filter((note) => note.provider === provider);
}

function oldestFirst(notes: readonly LocalSoapNote[]): LocalSoapNote[] {
  return notes.toSorted((a, b) => a.note_date.localeCompare(b.note_date) || a.id.localeCompare(b.id));
}

/** A student's goals, active ones first, then by start date. */
export async function goalsOfStudent(db: LocalDatabase, student: string): Promise<LocalRow<'goal'>[]> {
  const goals = await openRows(db, 'goal', await db.goals.where('student').equals(student).toArray());
  return goals.sort(
    (a, b) =>
      Number(a.archived) - Number(b.archived) ||
      a.start_date.localeCompare(b.start_date) ||
      a.id.localeCompare(b.id),
  );
}

/** The plan bank on this device, by text, without archived ones. */
export async function planOptions(db: LocalDatabase): Promise<LocalRow<'plan_option'>[]> {
  const options = await openRows(db, 'plan_option', await db.planOptions.toArray());
  return options
    .filter(({ archived }) => !archived)
    .sort((a, b) => a.option_text.localeCompare(b.option_text));
}

/** The goal bank on this device, including archived ones, which students' goals still name. */
export async function goalOptions(db: LocalDatabase): Promise<LocalRow<'goal_option'>[]> {
  return openRows(db, 'goal_option', await db.goalOptions.toArray());
}
