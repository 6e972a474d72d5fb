import type { Module } from '#server/plugins/answered-call.ts';
import { openOfStudent, setArchived } from './student-departure.ts';

export const archivingRoutes: Module = (api) => {
  api.handle('student.read-open', async ({ params, ...call }) => openOfStudent(call, params.id));
  api.handle('student.set-archived', async ({ params, body, ...call }) =>
    setArchived(call, params.id, body.archived),
  );
};
