import { ApiError } from '#contract/errors.ts';
import { maySeeSoapNote } from '#domain/access/row-rules.ts';
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
import { entriesOfNotes, notesOfStudent } from './queries.ts';

export const soapRoutes: Module = (api) => {
  api.handle('soap.list-of-student', async ({ params, actor, tx, note: noteDown }) => {
    if ((await visibleStudents(tx, actor, [params.id])).length === 0) throw new ApiError('record.absent');
    const notes = (await notesOfStudent(tx, params.id)).filter((note) => maySeeSoapNote(actor, note));
    const entries = await entriesOfNotes(
      tx,
      notes.map(({ id }) => id),
    );
    await noteDown({ action: 'soap_note.read', entity: 'student', row_id: params.id });
    return notes.map((note) => ({
      ...wireNote(note),
      goal_entries: entries.filter(({ soap_note }) => soap_note === note.id).map(wireRow),
    }));
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
