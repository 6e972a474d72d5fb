import type { Module } from '#server/plugins/call.ts';
import { createEvent, deleteEvent, readEvent, updateEvent } from './operations.ts';
import { eventsBetween } from './queries.ts';

export const calendarRoutes: Module = (api) => {
  api.handle('calendar.list-mine', async ({ query, actor, tx }) =>
    eventsBetween(tx, actor.user_id, query.start, query.end),
  );
  api.handle('calendar.read', async ({ params, actor, tx }) => readEvent(tx, actor, params.id));
  api.handle('calendar.create', async ({ body, actor, facts, tx }) => createEvent(tx, actor, facts, body));
  api.handle('calendar.update', async ({ params, body, actor, facts, tx }) =>
    updateEvent(tx, actor, facts, params.id, body),
  );
  api.handle('calendar.delete', async ({ params, actor, facts, tx }) =>
    deleteEvent(tx, actor, facts, params.id),
  );
};
