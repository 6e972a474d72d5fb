import { rateAsSaved } from '#server/modules/clients/rate-operations.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { previewRate } from './changed-sessions.ts';

export const billingRoutes: Module = (api) => {
  api.handle('rate.preview', async ({ body, ...call }) =>
    previewRate(call.tx, call.actor, await rateAsSaved(call, body)),
  );
};
