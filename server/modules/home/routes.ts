import { pacificDay } from '#domain/time/pacific.ts';
import { listAssignedStudents } from '#server/modules/students/queries.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { homeNumbers } from './queries.ts';
import { homeWaiting } from './waiting.ts';

export const homeRoutes: Module = (api) => {
  api.handle('home.read', async ({ actor, context, tx }) => homeNumbers(tx, actor, pacificDay(context.now)));
  api.handle('home.waiting', (call) => homeWaiting(call));
  api.handle('home.list-my-students', async ({ actor, tx }) => listAssignedStudents(tx, actor));
};
