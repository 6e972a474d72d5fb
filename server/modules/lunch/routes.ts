import type { Module } from '#server/plugins/answered-call.ts';
import { acknowledgeCard, countUnacknowledged, listLunchCards } from './cards.ts';
import {
  createLunch,
  deleteLunch,
  listLunchesOfDay,
  prefetchLunches,
  readLunch,
  updateLunch,
} from './operations.ts';

export const lunchRoutes: Module = (api) => {
  const keepsPrefetched = true;
  api.handle('lunch.create', async ({ body, ...call }) => createLunch(call, body), {
    prefetch: prefetchLunches,
    keepsPrefetched,
  });
  api.handle('lunch.update', async ({ params, body, ...call }) => updateLunch(call, params.id, body), {
    keepsPrefetched,
  });
  api.handle('lunch.delete', async ({ params, ...call }) => deleteLunch(call, params.id), {
    keepsPrefetched,
  });
  api.handle('lunch.list-of-day', async ({ params, actor, tx }) =>
    listLunchesOfDay(tx, actor, params.a, params.b),
  );
  api.handle('lunch.list-cards', async ({ query, ...call }) => listLunchCards(call, query));
  api.handle('lunch.acknowledge', async ({ params, body, ...call }) =>
    acknowledgeCard(call, params.id, body.note),
  );
  api.handle('lunch.count-acknowledgments', async (call) => ({
    needs_acknowledgment: await countUnacknowledged(call),
  }));
  api.handle('lunch.read', async ({ params, actor, tx }) => readLunch(tx, actor, params.id));
};
