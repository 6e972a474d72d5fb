import { loadRows } from '#server/db/entity-rows.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { PRIORITY_ROWS, pullOrder } from './priority-rows.ts';
import { pull } from './pull.ts';
import { createCursors } from './pull-cursor.ts';

export const pullRoutes: Module = (api) => {
  const { config } = api.dependencies;
  const cursors = createCursors(config.secret);
  const order = pullOrder(PRIORITY_ROWS);

  api.handleFree('sync.pull', async ({ db, query, actor, context }) =>
    pull(db, { load: loadRows, cursors, order }, context, {
      userId: actor.user_id,
      deviceId: query.device_id ?? null,
      cursor: query.cursor ?? null,
      acknowledged: query.acknowledged ?? null,
      limit: query.limit,
      withDigests: query.digests === '1',
      now: context.now,
    }),
  );
};
