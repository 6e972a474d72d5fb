import type { Module } from '#server/plugins/answered-call.ts';
import { goalCalls, noteCalls, parentCalls } from './file-operations.ts';
import { refuseOtherStudent } from './file-rows.ts';
import {
  billableServices,
  createStudentService,
  deleteStudentService,
  listStudentServices,
  servicesInForce,
  servicesOfProvider,
  updateStudentService,
} from './student-services.ts';

export const studentFileRoutes: Module = (api) => {
  api.handle('parent.list', async ({ params, ...call }) => parentCalls.list(call, params.id));
  api.handle('parent.create', async ({ params, body, ...call }) => {
    refuseOtherStudent(params, body);
    return parentCalls.create(call, body);
  });
  api.handle('parent.update', async ({ params, body, ...call }) => parentCalls.update(call, params.id, body));
  api.handle('parent.delete', async ({ params, ...call }) => parentCalls.remove(call, params.id));

  api.handle('student-note.list', async ({ params, ...call }) => noteCalls.list(call, params.id));
  api.handle('student-note.create', async ({ params, body, ...call }) => {
    refuseOtherStudent(params, body);
    return noteCalls.create(call, body);
  });
  api.handle('student-note.update', async ({ params, body, ...call }) =>
    noteCalls.update(call, params.id, body),
  );
  api.handle('student-note.delete', async ({ params, ...call }) => noteCalls.remove(call, params.id));

  api.handle('goal.list', async ({ params, ...call }) => goalCalls.list(call, params.id));
  api.handle('goal.create', async ({ body, ...call }) => goalCalls.create(call, body));
  api.handle('goal.update', async ({ params, body, ...call }) => goalCalls.update(call, params.id, body));
  api.handle('goal.archive', async ({ params, body, ...call }) => goalCalls.update(call, params.id, body));

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
