import type { Module } from '#server/plugins/answered-call.ts';
import { listChanges } from './kept-changes.ts';
import { checkOrder, makeOrder } from './orders.ts';
import { renewYear } from './renew-year.ts';
import { planRenewal } from './renewal-plan.ts';
import { listTransfers, previewTransfer, transferStudent } from './transfer.ts';
import { readUndo, undoChange } from './undo-bulk-change.ts';

export const bulkChangeRoutes: Module = (api) => {
  api.handle('bulk-change.list', async (call) => listChanges(call));
  api.handle('bulk-change.check', async ({ body, ...call }) => ({
    lines: await checkOrder(call, body.order),
  }));
  api.handle('bulk-change.make', async ({ body, ...call }) => makeOrder(call, body.id, body.order));
  api.handle('bulk-change.read-undo', async ({ params, ...call }) => readUndo(call, params.id));
  api.handle('bulk-change.undo', async ({ params, ...call }) => undoChange(call, params.id));
  api.handle('year-renewal.check', async ({ body, ...call }) => planRenewal(call, body));
  api.handle('year-renewal.create', async ({ body, ...call }) => renewYear(call, body));
  api.handle('student-transfer.list', async ({ params, ...call }) => listTransfers(call, params.id));
  api.handle('student-transfer.read-preview', async ({ params, query, ...call }) =>
    previewTransfer(call, { student: params.id, ...query }),
  );
  api.handle('student-transfer.create', async ({ params, body, ...call }) =>
    transferStudent(call, params.id, body),
  );
};
