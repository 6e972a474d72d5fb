import { Refusal } from '#contract/errors.ts';
import { maySeeSoapNote } from '#domain/access/row-rules.ts';
import { audit } from '#server/db/audit.ts';
import { wireRow } from '#server/modules/changing-rows.ts';
import { visibleStudents } from '#server/modules/students/queries.ts';
import type { Module } from '#server/plugins/call.ts';
import { createGoalEntry, deleteGoalEntry, readGoalEntry, updateGoalEntry } from './entry-operations.ts';
import { createSoapNote, deleteSoapNote, updateSoapNote, wireNote } from './operations.ts';
import { entriesOfNotes, notesOfStudent } from './queries.ts';
import {
  amendSoapNote,
  coSignSoapNote,
  returnSoapNote,
  signSoapNote,
  withdrawSignature,
} from './step-operations.ts';

export const soapRoutes: Module = (api) => {
  api.handle('soap.list-of-student', async ({ params, actor, facts, tx }) => {
    if ((await visibleStudents(tx, actor, [params.id])).length === 0) throw new Refusal('record.absent');
    const notes = (await notesOfStudent(tx, params.id)).filter((note) => maySeeSoapNote(actor, note));
    const entries = await entriesOfNotes(
      tx,
      notes.map(({ id }) => id),
    );
    await audit(tx, facts, {
      user_id: actor.user_id,
      action: 'soap_note.read',
      entity: 'student',
      row_id: params.id,
    });
    return notes.map((note) => ({
      ...wireNote(note),
      goal_entries: entries.filter(({ soap_note }) => soap_note === note.id).map(wireRow),
    }));
  });
  api.handle('soap.create', async ({ body, actor, facts, tx }) => createSoapNote(tx, actor, facts, body));
  api.handle('soap.update', async ({ params, body, actor, facts, tx }) =>
    updateSoapNote(tx, actor, facts, params.id, body),
  );
  api.handle('soap.delete', async ({ params, actor, facts, tx }) =>
    deleteSoapNote(tx, actor, facts, params.id),
  );
  api.handle('soap.sign', async ({ params, body, actor, facts, tx }) =>
    signSoapNote(tx, actor, facts, params.id, body.content_sha256),
  );
  api.handle('soap.co-sign', async ({ params, body, actor, facts, tx }) =>
    coSignSoapNote(tx, actor, facts, params.id, body.content_sha256),
  );
  api.handle('soap.return', async ({ params, body, actor, facts, tx }) =>
    returnSoapNote(tx, actor, facts, params.id, body.comment),
  );
  api.handle('soap.withdraw', async ({ params, actor, facts, tx }) =>
    withdrawSignature(tx, actor, facts, params.id),
  );
  api.handle('soap.amend', async ({ params, body, actor, facts, tx }) =>
    amendSoapNote(tx, actor, facts, params.id, body),
  );
  api.handle('goal-entry.read', async ({ params, actor, tx }) =>
    readGoalEntry(tx, actor, params.soap_id, params.pg_num),
  );
  api.handle('goal-entry.create', async ({ body, actor, facts, tx }) =>
    createGoalEntry(tx, actor, facts, body),
  );
  api.handle('goal-entry.update', async ({ params, body, actor, facts, tx }) =>
    updateGoalEntry(tx, actor, facts, params.id, body),
  );
  api.handle('goal-entry.delete', async ({ params, actor, facts, tx }) =>
    deleteGoalEntry(tx, actor, facts, params.id),
  );
};
