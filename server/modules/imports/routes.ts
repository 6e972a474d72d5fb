import type { Module } from '#server/plugins/answered-call.ts';
import { importOverview } from './queries.ts';
import { checkLines, runImport } from './run.ts';
import { readUndo, undoImport } from './undo.ts';

export const importRoutes: Module = (api) => {
  api.handle('import.list', async (call) => importOverview(call));
  api.handle('import.check', async ({ body, ...call }) => ({ results: await checkLines(call, body) }));
  api.handle('import.run', async ({ body, ...call }) => runImport(call, body), { alone: true });
  api.handle('import.read-undo', async ({ params, ...call }) => readUndo(call, params.id));
  api.handle('import.undo', async ({ params, body, ...call }) => undoImport(call, params.id, body.before), {
    alone: true,
  });
};
