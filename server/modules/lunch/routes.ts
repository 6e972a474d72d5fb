import type { Module } from '#server/plugins/call.ts';
import { acknowledgeCard, countUnacknowledged, listLunchCards } from './cards.ts';
import {
  createLunch,
  deleteLunch,
  listLunchesOfDay,
  readLunch,
  readLunchesAhead,
  updateLunch,
} from './operations.ts';

export const lunchRoutes: Module = (api) => {
  const keepsFacts = true;
  api.handle('lunch.create', async ({ body, actor, facts, tx }) => createLunch(tx, actor, facts, body), {
    ahead: readLunchesAhead,
    keepsFacts,
  });
  api.handle(
    'lunch.update',
    async ({ params, body, actor, facts, tx }) => updateLunch(tx, actor, facts, params.id, body),
    { keepsFacts },
  );
  api.handle(
    'lunch.delete',
    async ({ params, actor, facts, tx }) => deleteLunch(tx, actor, facts, params.id),
    { keepsFacts },
  );
  api.handle('lunch.list-of-day', async ({ params, actor, tx }) =>
    listLunchesOfDay(tx, actor, params.a, params.b),
  );
  api.handle('lunch.list-cards', async ({ query, actor, facts, tx }) =>
    listLunchCards(tx, actor, facts, query),
  );
  api.handle('lunch.acknowledge', async ({ params, body, actor, facts, tx }) =>
    acknowledgeCard(tx, actor, facts, params.id, body.note),
  );
  api.handle('lunch.count-acknowledgments', async ({ actor, facts, tx }) => ({
    needs_acknowledgment: await countUnacknowledged(tx, actor, facts),
  }));
  api.handle('lunch.read', async ({ params, actor, tx }) => readLunch(tx, actor, params.id));
};
