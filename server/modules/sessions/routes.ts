import { ApiError } from '#contract/errors.ts';
import { visibleStudents } from '#server/modules/students/queries.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { askForChange, decideDuration, decideRequest } from './decisions.ts';
import { listSessions, sumSessions } from './listed-sessions.ts';
import { createSession, deleteSession, updateSession } from './operations.ts';
import { prefetchSessions } from './prefetch.ts';
import { listDurations, listSessionsOfStudent, listStudentNames, readSession } from './queries.ts';

export const sessionRoutes: Module = (api) => {
  api.handle('session.list', async ({ query, actor, tx }) => listSessions(tx, actor, query));
  api.handle('session.sum', async ({ query, actor, tx }) => sumSessions(tx, actor, query));
  api.handle('session.read', async ({ params, actor, tx }) => readSession(tx, actor, params.id));
  api.handle('session.list-of-student', async ({ params, query, actor, tx }) => {
    if ((await visibleStudents(tx, actor, [params.id])).length === 0) throw new ApiError('record.absent');
    return listSessionsOfStudent(tx, actor, params.id, query);
  });
  api.handle('student.list-names', async ({ query, actor, tx }) => listStudentNames(tx, actor, query.ids));
  const together = { prefetch: prefetchSessions, keepsPrefetched: true } as const;
  api.handle('session.create', async ({ body, ...call }) => createSession(call, body), together);
  api.handle(
    'session.update',
    async ({ params, body, ...call }) => updateSession(call, params.id, body),
    together,
  );
  api.handle('session.delete', async ({ params, ...call }) => deleteSession(call, params.id), together);
  api.handle('session.request', async ({ params, body, ...call }) => askForChange(call, params.id, body));
  api.handle('session.decide-duration', async ({ params, body, ...call }) =>
    decideDuration(call, params.id, body),
  );
  api.handle('session.decide-request', async ({ params, body, ...call }) =>
    decideRequest(call, params.id, body),
  );
  api.handle('session.list-durations', async ({ query, actor, tx }) => listDurations(tx, actor, query));
};
