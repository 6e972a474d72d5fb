import type { Module } from '#server/plugins/call.ts';
import { FIRST_ROWS } from './head-start.ts';
import { pullPage } from './pull-page.ts';
import { rowLoaders } from './row-loaders.ts';

export const pullRoutes: Module = (api) => {
  api.handle('sync.pull', async ({ query, actor, facts, tx }) =>
    pullPage(
      tx,
      rowLoaders,
      {
        userId: actor.user_id,
        deviceId: query.device_id ?? null,
        cursor: query.cursor ?? null,
        limit: query.limit,
        withDigests: query.digests === '1',
        now: facts.now,
      },
      FIRST_ROWS,
    ),
  );
};
