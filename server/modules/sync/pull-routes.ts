import { loadRows } from '#server/db/entity-rows.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { FIRST_ROWS } from './head-start.ts';
import { pull } from './pull.ts';
import { createCursors } from './pull-cursor.ts';

export const pullRoutes: Module = (api) => {
  const { config } = api.surroundings;
  const cursors = createCursors(config.secret);

  api.handleFree('sync.pull', async ({ db, query, actor, facts }) =>
    pull(db, { load: loadRows, cursors, firstRows: FIRST_ROWS }, facts, {
      userId: actor.user_id,
      deviceId: query.device_id ?? null,
      cursor: query.cursor ?? null,
      acknowledged: query.acknowledged ?? null,
      limit: query.limit,
      withDigests: query.digests === '1',
      now: facts.now,
    }),
  );
};
