import { ApiError } from '#contract/errors.ts';
import { providerInReach } from '#server/modules/catalog/queries.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { listAssignedStudents, listStudents, listStudentsOfProvider, visibleStudents } from './queries.ts';

export const studentRoutes: Module = (api) => {
  api.handle('student.list', async ({ actor, tx }) => listStudents(tx, actor));
  api.handle('student.list-mine', async ({ actor, tx }) => listAssignedStudents(tx, actor));
  api.handle('student.list-of-provider', async ({ params, actor, tx }) => {
    if (!(await providerInReach(tx, actor, params.id))) throw new ApiError('record.absent');
    return listStudentsOfProvider(tx, actor, params.id);
  });
  api.handle('student.read', async ({ params, ...call }) => {
    const [student] = await visibleStudents(call.tx, call.actor, [params.id]);
    if (student === undefined) throw new ApiError('record.absent');
    await call.note({ action: 'student.read', entity: 'student', row_id: student.id });
    return student;
  });
};
