import { pacificDay } from '#domain/time/pacific.ts';
import type { Module } from '#server/plugins/answered-call.ts';
import { mealPolicyList } from './meal-policies.ts';
import {
  organizationFacts,
  organizationSettings,
  updateLogo,
  updateOrganization,
} from './organization-settings.ts';
import { serveList } from './serve-list.ts';

export const organizationRoutes: Module = (api) => {
  const { config } = api.dependencies;
  api.handle('operations.organization', async ({ tx }) => organizationFacts(tx, config));
  api.handle('organization.read', async ({ tx, context }) => ({
    ...(await organizationSettings(tx)),
    configured_name: config.organizationName,
    today: pacificDay(context.now),
  }));
  api.handle('organization.update', async ({ body, ...call }) => updateOrganization(call, body));
  api.handle('organization.update-logo', async ({ body, ...call }) => updateLogo(call, body));
  api.handle('organization.delete-logo', async (call) => {
    await updateOrganization(call, { logo: null });
  });
  serveList(api, 'meal-policy', mealPolicyList);
};
