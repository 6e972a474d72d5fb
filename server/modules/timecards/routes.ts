import type { Module } from '#server/plugins/answered-call.ts';
import { correctTimecard, createTimecard, punchTimecard, readTimecard } from './operations.ts';

export const timecardRoutes: Module = (api) => {
  const keepsPrefetched = true;
  api.handle('timecard.create', async ({ body, ...call }) => createTimecard(call, body), {
    keepsPrefetched,
  });
  api.handle('timecard.update', async ({ params, body, ...call }) => correctTimecard(call, params.id, body), {
    keepsPrefetched,
  });
  api.handle('timecard.read', async ({ params, actor, tx }) => readTimecard(tx, actor, params.id));
  api.handle(
    'timecard.start-lunch',
    async ({ params, body, ...call }) => punchTimecard(call, params.id, 'start-lunch', body),
    { keepsPrefetched },
  );
  api.handle(
    'timecard.end-lunch',
    async ({ params, body, ...call }) => punchTimecard(call, params.id, 'end-lunch', body),
    { keepsPrefetched },
  );
  api.handle(
    'timecard.end-day',
    async ({ params, body, ...call }) => punchTimecard(call, params.id, 'end-day', body),
    { keepsPrefetched },
  );
  api.handle(
    'timecard.pause',
    async ({ params, body, ...call }) => punchTimecard(call, params.id, 'pause', body),
    { keepsPrefetched },
  );
  api.handle(
    'timecard.unpause',
    async ({ params, body, ...call }) => punchTimecard(call, params.id, 'unpause', body),
    { keepsPrefetched },
  );
};
