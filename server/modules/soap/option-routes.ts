import type { Module } from '#server/plugins/answered-call.ts';
import { codeLists, compareCodes, importCodes } from './clinical-codes.ts';
import { goalOptions, planOptions, readTranslations } from './options.ts';

const { cpt, dx } = codeLists;

export const soapOptionRoutes: Module = (api) => {
  api.handle('goal-option.list', async ({ tx }) => goalOptions.list(tx));
  api.handle('goal-option.create', async ({ body, ...call }) => goalOptions.create(call, body));
  api.handle('goal-option.update', async ({ params, body, ...call }) =>
    goalOptions.update(call, params.id, body),
  );
  api.handle('goal-option.delete', async ({ params, ...call }) => goalOptions.remove(call, params.id));

  api.handle('plan-option.list', async ({ tx }) => planOptions.list(tx));
  api.handle('plan-option.create', async ({ body, ...call }) => planOptions.create(call, body));
  api.handle('plan-option.update', async ({ params, body, ...call }) =>
    planOptions.update(call, params.id, body),
  );
  api.handle('plan-option.delete', async ({ params, ...call }) => planOptions.remove(call, params.id));

  api.handle('soap-option.read-translations', async ({ params, tx }) => readTranslations(tx, params.id));

  api.handle('cpt-code.list', async ({ tx }) => cpt.list(tx));
  api.handle('cpt-code.create', async ({ body, ...call }) => cpt.create(call, body));
  api.handle('cpt-code.import', async ({ body, ...call }) => importCodes(call, 'cpt', body.codes));
  api.handle('cpt-code.compare', async ({ body, ...call }) => compareCodes(call, 'cpt', body.codes));
  api.handle('cpt-code.update', async ({ params, body, ...call }) => cpt.update(call, params.id, body));
  api.handle('cpt-code.delete', async ({ params, ...call }) => cpt.remove(call, params.id));
  api.handle('dx-code.list', async ({ tx }) => dx.list(tx));
  api.handle('dx-code.create', async ({ body, ...call }) => dx.create(call, body));
  api.handle('dx-code.import', async ({ body, ...call }) => importCodes(call, 'dx', body.codes));
  api.handle('dx-code.compare', async ({ body, ...call }) => compareCodes(call, 'dx', body.codes));
  api.handle('dx-code.update', async ({ params, body, ...call }) => dx.update(call, params.id, body));
  api.handle('dx-code.delete', async ({ params, ...call }) => dx.remove(call, params.id));
};
