import { rateAsSaved } from '#server/modules/clients/rate-operations.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { sendDownload } from '#server/plugins/file-answer.ts';
import { previewRate } from './changed-sessions.ts';
import {
  claimBatchFile,
  createClaimBatch,
  listClaimBatches,
  voidClaimBatch,
} from './claim-batch-operations.ts';
import { creditInvoice } from './credit-notes.ts';
import { listInsurance } from './insurance-lines.ts';
import {
  createInvoice,
  createPayment,
  deleteInvoice,
  deletePayment,
  refreshInvoice,
  sendInvoice,
  updateInvoice,
  voidInvoice,
} from './invoice-operations.ts';
import { planInvoices } from './invoice-plans.ts';
import { clientCap, listInvoices, readInvoice } from './invoice-queries.ts';
import { listLines, sumAllLines } from './line-pages.ts';
import { batchFile, createBatch, listExports } from './quickbooks-batches.ts';
import { listClientRates } from './rates-in-use.ts';
import { listLate, sumApproved, sumClients, sumLocations, sumProviders } from './report-answers.ts';

export const billingRoutes: Module = (api) => {
  api.handle('rate.preview', async ({ body, ...call }) =>
    previewRate(call.tx, call.actor, await rateAsSaved(call, body)),
  );
  api.handle('billing.list-lines', async ({ query, ...call }) => listLines(call, query));
  api.handle('billing.sum-lines', async ({ query, ...call }) => sumAllLines(call, query));
  api.handle('billing.sum-clients', async ({ query, ...call }) => sumClients(call, query));
  api.handle('billing.sum-providers', async ({ query, ...call }) => sumProviders(call, query));
  api.handle('billing.sum-locations', async ({ query, ...call }) => sumLocations(call, query));
  api.handle('billing.list-late', async ({ query, ...call }) => listLate(call, query));
  api.handle('billing.sum-approved', async ({ query, ...call }) => sumApproved(call, query));
  api.handle('billing.list-client-rates', async ({ query, ...call }) => listClientRates(call, query));
  api.handle('billing.list-insurance', async ({ query, ...call }) => listInsurance(call, query));
  api.handle('invoice.list', async ({ query, ...call }) => listInvoices(call, query));
  api.handle('invoice.plan', async ({ query, ...call }) => planInvoices(call, query.month));
  api.handle('invoice.read-cap', async ({ params, ...call }) => ({ cap: await clientCap(call, params.id) }));
  api.handle('invoice.create', async ({ body, ...call }) => createInvoice(call, body));
  api.handle('invoice.read', async ({ params, ...call }) => readInvoice(call, params.id));
  api.handle('invoice.update', async ({ params, body, ...call }) => updateInvoice(call, params.id, body));
  api.handle('invoice.refresh', async ({ params, ...call }) => refreshInvoice(call, params.id));
  api.handle('invoice.send', async ({ params, body, ...call }) =>
    sendInvoice(call, params.id, body.invoice_date),
  );
  api.handle('invoice.void', async ({ params, body, ...call }) => voidInvoice(call, params.id, body.reason));
  api.handle('invoice.credit', async ({ params, body, ...call }) => creditInvoice(call, params.id, body));
  api.handle('invoice.delete', async ({ params, ...call }) => deleteInvoice(call, params.id));
  api.handle('invoice-payment.create', async ({ params, body, ...call }) =>
    createPayment(call, params.id, body),
  );
  api.handle('invoice-payment.delete', async ({ params, ...call }) => deletePayment(call, params.id));
  api.handle('quickbooks.list', async ({ query, ...call }) => listExports(call, query));
  api.handle('quickbooks.create', async ({ body, ...call }) => createBatch(call, body));
  api.handle('claim-batch.list', async ({ query, ...call }) => listClaimBatches(call, query));
  api.handle('claim-batch.create', async ({ body, ...call }) => createClaimBatch(call, body));
  api.handle('claim-batch.void', async ({ params, body, ...call }) =>
    voidClaimBatch(call, params.id, body.reason),
  );
  api.handleRaw('quickbooks.read', async ({ params, query, actor, db, reply }) => {
    await sendDownload(reply, await db.transaction((tx) => batchFile(tx, actor, params.id, query.format)));
  });
  api.handleRaw('claim-batch.read', async ({ params, query, actor, db, reply }) => {
    await sendDownload(
      reply,
      await db.transaction((tx) => claimBatchFile(tx, actor, params.id, query.format)),
    );
  });
};
