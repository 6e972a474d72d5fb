import type { Module } from '#server/plugins/call.ts';
import { createCode, deleteCode, importCodes, listCodes, updateCode } from './codes.ts';
import { createOption, deleteOption, listOptions, readTranslations, updateOption } from './options.ts';

export const soapOptionRoutes: Module = (api) => {
  api.handle('goal-option.list', async ({ tx }) => listOptions(tx, 'goal_option'));
  api.handle('goal-option.create', async ({ body, ...call }) => createOption(call, 'goal_option', body));
  api.handle('goal-option.update', async ({ params, body, ...call }) =>
    updateOption(call, 'goal_option', params.id, body),
  );
  api.handle('goal-option.delete', async ({ params, ...call }) =>
    deleteOption(call, 'goal_option', params.id),
  );

  api.handle('plan-option.list', async ({ tx }) => listOptions(tx, 'plan_option'));
  api.handle('plan-option.create', async ({ body, ...call }) => createOption(call, 'plan_option', body));
  api.handle('plan-option.update', async ({ params, body, ...call }) =>
    updateOption(call, 'plan_option', params.id, body),
  );
  api.handle('plan-option.delete', async ({ params, ...call }) =>
    deleteOption(call, 'plan_option', params.id),
  );

  api.handle('soap-option.read-translations', async ({ params, tx }) => readTranslations(tx, params.id));

  api.handle('cpt-code.list', async ({ tx }) => listCodes(tx, 'cpt'));
  api.handle('cpt-code.create', async ({ body, ...call }) => createCode(call, 'cpt', body));
  api.handle('cpt-code.import', async ({ body, ...call }) => importCodes(call, 'cpt', body.csv));
  api.handle('cpt-code.update', async ({ params, body, ...call }) =>
    updateCode(call, 'cpt', params.id, body),
  );
  api.handle('cpt-code.delete', async ({ params, ...call }) => deleteCode(call, 'cpt', params.id));
  api.handle('dx-code.list', async ({ tx }) => listCodes(tx, 'dx'));
  api.handle('dx-code.create', async ({ body, ...call }) => createCode(call, 'dx', body));
  api.handle('dx-code.import', async ({ body, ...call }) => importCodes(call, 'dx', body.csv));
  api.handle('dx-code.update', async ({ params, body, ...call }) => updateCode(call, 'dx', params.id, body));
  api.handle('dx-code.delete', async ({ params, ...call }) => deleteCode(call, 'dx', params.id));
};
