import { ApiError } from '#contract/errors.ts';
import { listProviders, listServices } from '#server/modules/catalog/queries.ts';
import { listStudents } from '#server/modules/students/queries.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { createEvent } from './operations.ts';
import { deleteWithReach, readSeries, readWithReach, updateWithReach } from './scoped-edits.ts';
import {
  clientCalendar,
  masterCalendar,
  myCalendar,
  personalCalendar,
  providerCalendar,
  studentCalendar,
} from './views.ts';

export const calendarRoutes: Module = (api) => {
  api.handle('calendar.list-mine', async ({ query, actor, tx }) => myCalendar(tx, actor.user_id, query));
  api.handle('calendar.list-personal', async ({ query, actor, tx }) =>
    personalCalendar(tx, actor.user_id, query),
  );
  api.handle('calendar.list-master', async ({ query, actor, tx }) => masterCalendar(tx, actor, query));
  api.handle('calendar.of-provider', async ({ params, query, actor, tx }) =>
    providerCalendar(tx, actor, params.id, query),
  );
  api.handle('calendar.of-student', async ({ params, query, ...call }) =>
    studentCalendar(call, params.id, query),
  );
  api.handle('calendar.of-client', async ({ params, query, ...call }) =>
    clientCalendar(call, params.id, query),
  );

  api.handle('calendar.read', async ({ params, query, actor, tx }) =>
    readWithReach(tx, actor, params.id, query),
  );
  api.handle('calendar.read-series', async ({ params, actor, tx }) =>
    readSeries(tx, actor, params.original_id),
  );
  api.handle('calendar.create', async ({ body, ...call }) => createEvent(call, body), {
    keepsPrefetched: true,
  });
  api.handle('calendar.create-series', async ({ body, ...call }) => {
    if (!body.recurring) {
      throw new ApiError('request.invalid', { fields: { recurring: 'Choose how the series repeats.' } });
    }
    return createEvent(call, body);
  });
  api.handle('calendar.update', async ({ params, query, body, ...call }) =>
    updateWithReach(call, params.id, query, body),
  );
  api.handle('calendar.delete', async ({ params, query, ...call }) =>
    deleteWithReach(call, params.id, query),
  );

  api.handle('calendar.list-providers', async ({ actor, tx }) => listProviders(tx, actor));
  api.handle('calendar.list-students', async ({ actor, tx }) => listStudents(tx, actor));
  api.handle('calendar.list-services', async ({ tx }) => listServices(tx));
};
