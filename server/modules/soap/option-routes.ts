import { serveList } from '#server/modules/catalog/serve-list.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { codeLists, compareCodes, importCodes } from './clinical-codes.ts';
import { goalOptions, planOptions, readTranslations } from './options.ts';

const { cpt, dx } = codeLists;

export const soapOptionRoutes: Module = (api) => {
  serveList(api, 'goal-option', goalOptions);
  serveList(api, 'plan-option', planOptions);
  api.handle('soap-option.read-translations', async ({ params, tx }) => readTranslations(tx, params.id));

  serveList(api, 'cpt-code', cpt);
  api.handle('cpt-code.import', async ({ body, ...call }) => importCodes(call, 'cpt', body.codes));
  api.handle('cpt-code.compare', async ({ body, ...call }) => compareCodes(call, 'cpt', body.codes));
  serveList(api, 'dx-code', dx);
  api.handle('dx-code.import', async ({ body, ...call }) => importCodes(call, 'dx', body.codes));
  api.handle('dx-code.compare', async ({ body, ...call }) => compareCodes(call, 'dx', body.codes));
};
