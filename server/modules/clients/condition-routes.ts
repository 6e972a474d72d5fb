import type { Module } from '#server/plugins/answered-call.ts';
import {
  archiveCondition,
  createCondition,
  listConditions,
  readCondition,
  updateCondition,
} from './condition-operations.ts';

export const conditionRoutes: Module = (api) => {
  api.handle('billing-condition.list', async ({ tx, actor, query }) =>
    listConditions(tx, actor, query.client),
  );
  api.handle('billing-condition.create', async ({ body, ...call }) => createCondition(call, body));
  api.handle('billing-condition.read', async ({ params, ...call }) => readCondition(call, params));
  api.handle('billing-condition.update', async ({ params, body, ...call }) =>
    updateCondition(call, params, body),
  );
  api.handle('billing-condition.archive', async ({ params, body, ...call }) =>
    archiveCondition(call, params, body),
  );
};
