import type { Module } from '#server/plugins/call.ts';
import {
  billableServices,
  createStudentService,
  deleteStudentService,
  listStudentServices,
  servicesInForce,
  servicesOfProvider,
  updateStudentService,
} from './assigned-services.ts';
import {
  createGoal,
  createParent,
  createStudentNote,
  deleteParent,
  deleteStudentNote,
  listGoals,
  listParents,
  listStudentNotes,
  updateGoal,
  updateParent,
  updateStudentNote,
} from './file-operations.ts';
import { refuseOtherStudent } from './file-rows.ts';

export const studentFileRoutes: Module = (api) => {
  api.handle('parent.list', async ({ params, ...call }) => listParents(call, params.id));
  api.handle('parent.create', async ({ params, body, ...call }) => {
    refuseOtherStudent(params, body);
    return createParent(call, body);
  });
  api.handle('parent.update', async ({ params, body, ...call }) => updateParent(call, params.id, body));
  api.handle('parent.delete', async ({ params, ...call }) => deleteParent(call, params.id));

  api.handle('student-note.list', async ({ params, ...call }) => listStudentNotes(call, params.id));
  api.handle('student-note.create', async ({ params, body, ...call }) => {
    refuseOtherStudent(params, body);
    return createStudentNote(call, body);
  });
  api.handle('student-note.update', async ({ params, body, ...call }) =>
    updateStudentNote(call, params.id, body),
  );
  api.handle('student-note.delete', async ({ params, ...call }) => deleteStudentNote(call, params.id));

  api.handle('goal.list', async ({ params, ...call }) => listGoals(call, params.id));
  api.handle('goal.create', async ({ body, ...call }) => createGoal(call, body));
  api.handle('goal.update', async ({ params, body, ...call }) => updateGoal(call, params.id, body));
  api.handle('goal.archive', async ({ params, body, ...call }) => updateGoal(call, params.id, body));

  api.handle('student-service.list', async ({ params, ...call }) => listStudentServices(call, params.id));
  api.handle('student-service.create', async ({ params, body, ...call }) =>
    createStudentService(call, params.id, body),
  );
  api.handle('student-service.update', async ({ params, body, ...call }) =>
    updateStudentService(call, params.id, body),
  );
  api.handle('student-service.delete', async ({ params, ...call }) => deleteStudentService(call, params.id));
  api.handle('student-service.list-in-force', async ({ params, ...call }) =>
    servicesInForce(call, params.id),
  );
  api.handle('student-service.list-of-provider', async ({ params, ...call }) =>
    servicesOfProvider(call, params.id),
  );
  api.handle('student-service.list-billable', async ({ params, ...call }) =>
    billableServices(call, params.id),
  );
};
