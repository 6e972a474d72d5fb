import { mayUse } from '#domain/access/permissions.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import { cardsToAcknowledge, requestsToDecide } from '#server/modules/home/waiting.ts';
import { listUnsynced } from '#server/modules/sync/devices.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import type { Call } from '#server/records/call.ts';
import { sumAuthorizations } from './authorization-forecasts.ts';
import { authorizationPage } from './authorization-pages.ts';
import { cancellations } from './cancellations.ts';
import { makeUps } from './make-up-rows.ts';
import { mealDays } from './meal-days.ts';
import { noteCompletion, openNotes, providerNotes, studentNotes } from './note-rows.ts';
import { providerLoads } from './provider-loads.ts';
import { clientServices, groupedClients } from './service-rows.ts';

/** When the answer is true, and whose devices have changes that it lacks. */
async function headOf({ tx, actor, context }: Call) {
  return {
    as_of: new Date(context.now).toISOString(),
    unsynced: await listUnsynced(tx, actor, undefined),
  };
}

export const reportRoutes: Module = (api) => {
  api.handle('report.grouped-clients', async ({ query, ...call }) => ({
    ...(await headOf(call)),
    services: await groupedClients(call.tx, call.actor, query),
  }));
  api.handle('report.client-services', async ({ query, ...call }) => ({
    ...(await headOf(call)),
    services: await clientServices(call.tx, call.actor, query),
  }));
  api.handle('report.provider-notes', async ({ query, ...call }) => ({
    ...(await headOf(call)),
    ...(await providerNotes(call.tx, call.actor, query, pacificDay(call.context.now))),
  }));
  api.handle('report.note-completion', async ({ query, ...call }) => ({
    ...(await headOf(call)),
    providers: await noteCompletion(call.tx, call.actor, query, pacificDay(call.context.now)),
  }));
  api.handle('report.meal-compliance', async ({ query, ...call }) => ({
    ...(await headOf(call)),
    providers: await mealDays(call, query),
  }));
  api.handle('report.student-notes', async ({ query, ...call }) => ({
    ...(await headOf(call)),
    students: await studentNotes(call.tx, call.actor, query, pacificDay(call.context.now)),
  }));
  api.handle('report.open-notes', async ({ params, query, ...call }) => ({
    ...(await headOf(call)),
    notes: await openNotes(call.tx, call.actor, params.id, query),
  }));
  api.handle('report.authorizations', async ({ query, ...call }) => ({
    ...(await headOf(call)),
    ...(await authorizationPage(call.tx, call.actor, pacificDay(call.context.now), query)),
  }));
  api.handle('report.sum-authorizations', async ({ query, ...call }) => ({
    ...(await headOf(call)),
    ...(await sumAuthorizations(call.tx, call.actor, pacificDay(call.context.now), query)),
  }));
  api.handle('report.productivity', async ({ query, ...call }) => ({
    ...(await headOf(call)),
    providers: await providerLoads(call, query),
  }));
  api.handle('report.cancellations', async ({ query, ...call }) => ({
    ...(await headOf(call)),
    cancellations: await cancellations(call.tx, call.actor, query),
  }));
  api.handle('report.make-ups', async ({ query, ...call }) => ({
    ...(await headOf(call)),
    make_ups: await makeUps(call.tx, call.actor, query, pacificDay(call.context.now)),
  }));
  api.handle('report.count-pending', async (call) => {
    const mayDecide = mayUse(call.actor, 'session.decide');
    const made_of = [
      ...(mayDecide ? await requestsToDecide(call.tx, call.actor) : []),
      ...(await cardsToAcknowledge(call)),
    ].filter(({ count }) => count > 0);
    return {
      as_of: new Date(call.context.now).toISOString(),
      pending: made_of.reduce((sum, { count }) => sum + count, 0),
      made_of,
    };
  });
};
