import { ApiError } from '#contract/errors.ts';
import { maySeeSession, maySeeSoapNote } from '#domain/access/row-rules.ts';
import type { Transaction } from '#server/db/database.ts';
import { storedRow } from '#server/db/entity-rows.ts';
import { visibleStudents } from '#server/modules/students/queries.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { wireRow } from '#server/records/changing-rows.ts';
import {
  amendSoapNote,
  coSignSoapNote,
  returnSoapNote,
  signSoapNote,
  withdrawSignature,
} from './command-operations.ts';
import { createGoalEntry, deleteGoalEntry, readGoalEntry, updateGoalEntry } from './entry-operations.ts';
import { createSoapNote, deleteSoapNote, updateSoapNote, wireNote } from './operations.ts';
import { entriesOfNotes, notesOfSession, notesOfStudent, type StoredSoapNote } from './queries.ts';

export const soapRoutes: Module = (api) => {
  api.handle('soap.list-of-student', async ({ params, query, actor, tx, note: noteDown }) => {
    if ((await visibleStudents(tx, actor, [params.id])).length === 0) throw new ApiError('record.absent');
    const notes = await notesOfStudent(tx, actor, params.id, query);
    await noteDown({ action: 'soap_note.read', entity: 'student', row_id: params.id });
    return withEntries(tx, notes);
  });
  api.handle('soap.list-older', async ({ params, query, actor, tx }) => {
    if ((await visibleStudents(tx, actor, [params.id])).length === 0) throw new ApiError('record.absent');
    return (await notesOfStudent(tx, actor, params.id, query)).map(({ id }) => id);
  });
  api.handle('soap.list-of-session', async ({ params, actor, tx, note: noteDown }) => {
    const session = await storedRow(tx, 'session', params.id);
    if (session === null || session.deleted_at !== null || !maySeeSession(actor, session)) {
      throw new ApiError('record.absent');
    }
    const notes = (await notesOfSession(tx, params.id)).filter((note) => maySeeSoapNote(actor, note));
    // A student's access record names who read the notes about them.
    for (const { student } of notes) {
      await noteDown({ action: 'soap_note.read', entity: 'student', row_id: student });
    }
    return withEntries(tx, notes);
  });
  api.handle('soap.create', async ({ body, ...call }) => createSoapNote(call, body));
  api.handle('soap.update', async ({ params, body, ...call }) => updateSoapNote(call, params.id, body));
  api.handle('soap.delete', async ({ params, ...call }) => deleteSoapNote(call, params.id));
  api.handle('soap.sign', async ({ params, body, ...call }) =>
    signSoapNote(call, params.id, body.content_sha256),
  );
  api.handle('soap.co-sign', async ({ params, body, ...call }) =>
    coSignSoapNote(call, params.id, body.content_sha256),
  );
  api.handle('soap.return', async ({ params, body, ...call }) =>
    returnSoapNote(call, params.id, body.comment),
  );
  api.handle('soap.withdraw', async ({ params, ...call }) => withdrawSignature(call, params.id));
  api.handle('soap.amend', async ({ params, body, ...call }) => amendSoapNote(call, params.id, body));
  api.handle('goal-entry.read', async ({ params, actor, tx }) =>
    readGoalEntry(tx, actor, params.soap_id, params.pg_num),
  );
  api.handle('goal-entry.create', async ({ body, ...call }) => createGoalEntry(call, body));
  api.handle('goal-entry.update', async ({ params, body, ...call }) =>
    updateGoalEntry(call, params.id, body),
  );
  api.handle('goal-entry.delete', async ({ params, ...call }) => deleteGoalEntry(call, params.id));
};

/** Notes in the contract's shape, each with its goal entries in page order. */
async function withEntries(tx: Transaction, notes: readonly StoredSoapNote[]) {
  const entries = await entriesOfNotes(
    tx,
    notes.map(({ id }) => id),
  );
  return notes.map((note) => ({
    ...wireNote(note),
    goal_entries: entries.filter(({ soap_note }) => soap_note === note.id).map(wireRow),
  }));
}
