import { ApiError } from '#contract/errors.ts';
import type { GoalEntry, GoalEntryBody, GoalEntryChanges } from '#contract/soap-note.ts';
import { type Actor, maySeeSoapNote, mayWriteSoapNote } from '#domain/access/row-rules.ts';
import { takesWriting } from '#domain/notes/soap-commands.ts';
import { goalResultProblems } from '#domain/notes/soap-signature.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { entryRecords } from '#server/modules/soap/queries.ts';
import type { Call } from '#server/records/call.ts';
import { refuseOutdated, refuseProblems, wireRow, withTouched } from '#server/records/changing-rows.ts';
import { firstRow } from '#server/records/first-row.ts';
import { visibleNote, writableNote } from './operations.ts';
import {
  entriesOfNotes,
  isGoalOf,
  type StoredGoalEntry,
  type StoredSoapNote,
  storedSoapNote,
} from './queries.ts';

const MOST_GOALS = 50;

/**
 * Stores the result of a goal. Each goal is in a note once: if another device created it under the same id,
 * the answer is `record.stale` with that entry. A taken position is replaced by the next free one.
 */
export async function createGoalEntry(call: Call, body: GoalEntryBody): Promise<GoalEntry> {
  const { tx, actor } = call;
  const note = await openNote(tx, actor, body.soap_note);
  const others = await entriesOfNotes(tx, [note.id]);
  const known = others.find(({ id }) => id === body.id);
  if (known !== undefined) throw new ApiError('record.stale', { current: wireRow(known) });
  const before = await storedRow(tx, 'goal_entry', body.id);
  if (before !== null && before.soap_note !== body.soap_note) throw new ApiError('record.exists');
  const places = new Set(others.map(({ pg_num }) => pg_num));
  const free = Array.from({ length: MOST_GOALS }, (_, at) => at + 1).filter((place) => !places.has(place));
  const pg_num = places.has(body.pg_num) ? free[0] : body.pg_num;
  refuseProblems({
    ...(body.student === note.student ? {} : { student: 'This note is about a different student.' }),
    ...((await isGoalOf(tx, body.goal, note.student)) ? {} : { goal: "Choose one of the student's goals." }),
    ...(others.some(({ goal }) => goal === body.goal) ? { goal: 'This goal is already in the note.' } : {}),
    ...(pg_num === undefined ? { pg_num: `A note can have at most ${MOST_GOALS} goals.` } : {}),
    ...goalResultProblems(body),
  });
  const entry = {
    ...firstRow(call, 'goal_entry', body),
    pg_num: pg_num ?? body.pg_num,
    provider: note.provider,
  };
  const records = entryRecords(note);
  return before === null ? call.create(records, entry) : call.recreate(records, before, entry);
}

/** Changes a goal result in an unsigned note. */
export async function updateGoalEntry(call: Call, id: string, changes: GoalEntryChanges): Promise<GoalEntry> {
  const { before, note } = await writableEntry(call, id);
  const next = withTouched(before, changes);
  refuseProblems(goalResultProblems(next));
  return call.change(entryRecords(note), before, wireRow(next), { fields: Object.keys(changes) });
}

/** Removes a goal from an unsigned note. */
export async function deleteGoalEntry(call: Call, id: string): Promise<void> {
  const { before, note } = await writableEntry(call, id);
  await call.remove(entryRecords(note), before);
}

/** The entry at a position of an accessible note. */
export async function readGoalEntry(
  tx: Transaction,
  actor: Actor,
  soap_id: string,
  pg_num: number,
): Promise<GoalEntry> {
  const note = await storedSoapNote(tx, soap_id);
  if (note === null || note.deleted_at !== null || !maySeeSoapNote(actor, note)) {
    throw new ApiError('record.absent');
  }
  const entry = (await entriesOfNotes(tx, [soap_id])).find((one) => one.pg_num === pg_num);
  if (entry === undefined) throw new ApiError('record.absent');
  return wireRow(entry);
}

/** The note of an entry, if this person may edit it now. */
async function openNote(tx: Transaction, actor: Actor, id: string): Promise<StoredSoapNote> {
  const note = await writableNote(tx, actor, id);
  if (note.deleted_at !== null) throw new ApiError('record.deleted');
  if (!takesWriting(note)) throw new ApiError('soap-note.signed');
  return note;
}

async function writableEntry(
  call: Call,
  id: string,
): Promise<{ before: StoredGoalEntry; note: StoredSoapNote }> {
  const { tx, actor, context } = call;
  const found = await storedRow(tx, 'goal_entry', id);
  if (found === null) throw new ApiError('record.absent');
  const note = await visibleNote(tx, actor, found.soap_note);
  if (!mayWriteSoapNote(actor, note)) throw new ApiError('access.denied');
  const before = (await storedRow(tx, 'goal_entry', id)) ?? found;
  refuseOutdated(before, context.base_version);
  if (!takesWriting(note)) throw new ApiError('soap-note.signed');
  return { before, note };
}
