import { Refusal } from '#contract/errors.ts';
import { visibleStudents } from '#server/modules/students/queries.ts';
import type { Module } from '#server/plugins/call.ts';
import { askForChange, decideDuration, decideRequest } from './decisions.ts';
import { createSession, deleteSession, readSessionsAhead, updateSession } from './operations.ts';
import { listDurations, listSessions, listSessionsOfStudent } from './queries.ts';

export const sessionRoutes: Module = (api) => {
  api.handle('session.list', async ({ query, actor, tx }) => listSessions(tx, actor, query));
  api.handle('session.list-of-student', async ({ params, actor, tx }) => {
    if ((await visibleStudents(tx, actor, [params.id])).length === 0) throw new Refusal('record.absent');
    return listSessionsOfStudent(tx, actor, params.id);
  });
  const keepsFacts = true;
  api.handle('session.create', async ({ body, actor, facts, tx }) => createSession(tx, actor, facts, body), {
    ahead: readSessionsAhead,
    keepsFacts,
  });
  api.handle(
    'session.update',
    async ({ params, body, actor, facts, tx }) => updateSession(tx, actor, facts, params.id, body),
    { keepsFacts },
  );
  api.handle(
    'session.delete',
    async ({ params, actor, facts, tx }) => deleteSession(tx, actor, facts, params.id),
    { keepsFacts },
  );
  api.handle('session.request', async ({ params, body, actor, facts, tx }) =>
    askForChange(tx, actor, facts, params.id, body),
  );
  api.handle('session.decide-duration', async ({ params, body, actor, facts, tx }) =>
    decideDuration(tx, actor, facts, params.id, body),
  );
  api.handle('session.decide-request', async ({ params, body, actor, facts, tx }) =>
    decideRequest(tx, actor, facts, params.id, body),
  );
  api.handle('session.list-durations', async ({ query, actor, tx }) => listDurations(tx, actor, query));
};
