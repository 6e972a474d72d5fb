import type { Module } from '#server/plugins/answered-call.ts';
import { handOver, previewHandover } from './handover.ts';
import { movesOf, movesOnDays, storedMove, undoMove } from './moves.ts';

export const caseloadRoutes: Module = (api) => {
  api.handle('caseload-move.read-handover', async ({ params, query, ...call }) =>
    previewHandover(call, { ...query, provider: params.id, end_date: query.end_date ?? null }),
  );
  api.handle('caseload-move.hand-over', async ({ params, body, ...call }) => {
    await handOver(call, params.id, body);
    return storedMove(call, body.id);
  });
  api.handle('caseload-move.list', async ({ params, ...call }) => movesOf(call, params.id));
  api.handle('caseload-move.list-all', async ({ query, ...call }) => movesOnDays(call, query));
  api.handle('caseload-move.undo', async ({ params, ...call }) => {
    await undoMove(call, params.id);
    return storedMove(call, params.id);
  });
};
