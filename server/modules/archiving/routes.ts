import type { Module } from '#server/plugins/answered-call.ts';
import { previewMerge } from './merge-preview.ts';
import { mergesOfStudent, storedMerge } from './merge-queries.ts';
import { mergeStudents } from './merge-students.ts';
import { openOfStudent, setArchived } from './student-departure.ts';
import { undoMerge } from './undo-merge.ts';

export const archivingRoutes: Module = (api) => {
  api.handle('student.read-open', async ({ params, ...call }) => openOfStudent(call, params.id));
  api.handle('student.set-archived', async ({ params, body, ...call }) =>
    setArchived(call, params.id, body.archived),
  );
  api.handle('student-merge.read-preview', async ({ query, ...call }) => previewMerge(call, query));
  api.handle('student-merge.create', async ({ body, ...call }) => {
    await mergeStudents(call, body);
    return storedMerge(call, body.id);
  });
  api.handle('student-merge.list', async ({ params, ...call }) => mergesOfStudent(call, params.id));
  api.handle('student-merge.undo', async ({ params, ...call }) => {
    await undoMerge(call, params.id);
    return storedMerge(call, params.id);
  });
};
