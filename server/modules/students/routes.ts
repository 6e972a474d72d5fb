import { ApiError } from '#contract/errors.ts';
import { providerInReach } from '#server/modules/catalog/queries.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { studentInReach } from './file-rows.ts';
import { createStudent, updateStudent } from './operations.ts';
import {
  clientOfStudent,
  listAlikeStudents,
  listArchivedStudents,
  listAssignedStudents,
  listStudents,
  listStudentsOfProvider,
  studentFile,
} from './queries.ts';

export const studentRoutes: Module = (api) => {
  api.handle('student.list', async ({ actor, tx }) => listStudents(tx, actor));
  api.handle('student.list-mine', async ({ actor, tx }) => listAssignedStudents(tx, actor));
  api.handle('student.list-of-provider', async ({ params, actor, tx }) => {
    if (!(await providerInReach(tx, actor, params.id))) throw new ApiError('record.absent');
    return listStudentsOfProvider(tx, actor, params.id);
  });
  api.handle('student.list-archived', async ({ tx, query }) => listArchivedStudents(tx, query));
  api.handle('student.list-duplicates', async ({ tx, query }) => listAlikeStudents(tx, query));
  api.handle('student.read', async ({ params, ...call }) => {
    const file = await studentFile(call.tx, call.actor, params.id);
    await call.note({ action: 'student.read', entity: 'student', row_id: file.id });
    return file;
  });
  api.handle('student.read-client', async ({ params, ...call }) => ({
    client: await clientOfStudent(call.tx, await studentInReach(call, params.id)),
  }));
  api.handle('student.create', async ({ body, ...call }) => createStudent(call, body));
  api.handle('student.update', async ({ params, body, ...call }) => updateStudent(call, params.id, body));
  api.handle('student.set-client', async ({ params, body, ...call }) => updateStudent(call, params.id, body));
};
