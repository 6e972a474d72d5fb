import { z } from 'zod';
import { day } from '#entities/fields.ts';
import { meal_policy, organization } from '#entities/organization.ts';
import { defineEndpoints } from './endpoint.ts';
import { listCalls } from './entity-calls.ts';

export type OrganizationRow = z.output<typeof organization.Row>;
export type MealPolicyRow = z.output<typeof meal_policy.Row>;

/** The most bytes of a logo. It is sent with the settings that each device keeps. */
export const LOGO_BYTES = 128 * 1_024;

const MealPolicies = z.array(
  meal_policy.Row.omit({ id: true, version: true, policy_version: true }).extend({
    /** Findings name it. */
    version: z.int(),
  }),
);

/** What each device keeps of the organization. */
const OrganizationFacts = z.object({
  name: z.string(),
  /** A data URL; null without a logo. */
  logo: z.string().nullable(),
  /** Pay and meals are computed in it. */
  time_zone: z.string(),
  /** Whether times are shown as 14:30 where a person hasn't chosen. */
  uses_24_hour_clock: z.boolean(),
  /** The organization's versions, by their first days; before the first the built-in limits are in force. */
  meal_policies: MealPolicies,
});
export type OrganizationFacts = z.output<typeof OrganizationFacts>;

const OrganizationSettings = organization.Row.extend({
  /** The name in use where the field is empty: from the server's configuration. */
  configured_name: z.string(),
  /** The Pacific day: a new meal policy begins after it. */
  today: day,
});
export type OrganizationSettings = z.output<typeof OrganizationSettings>;

const SETTINGS = '/api/organization/settings/';
export const organizationEndpoints = defineEndpoints({
  'operations.organization': {
    method: 'GET',
    path: '/api/organization/',
    summary: "The organization's name, logo, time zone, clock, and meal policies, as devices keep them",
    policy: 'account.use',
    reply: OrganizationFacts,
  },
  'organization.read': {
    method: 'GET',
    path: SETTINGS,
    summary: "The organization's settings",
    policy: 'organization.record',
    reply: OrganizationSettings,
  },
  'organization.update': {
    method: 'PUT',
    path: SETTINGS,
    summary: "Change the organization's name, address, clock, or rule for pay periods",
    policy: 'organization.record',
    body: organization.Changes,
    reply: organization.Row,
  },
  'organization.update-logo': {
    method: 'PUT',
    path: '/api/organization/logo/',
    summary: `Upload the logo: a PNG, JPEG, or WebP image of up to ${LOGO_BYTES} bytes`,
    policy: 'organization.record',
    takes: 'bytes',
    allowance: 'upload',
    bodyLimit: LOGO_BYTES,
    reply: organization.Row,
  },
  'organization.delete-logo': {
    method: 'DELETE',
    path: '/api/organization/logo/',
    summary: 'Remove the logo',
    policy: 'organization.record',
  },
  ...listCalls('meal-policy', meal_policy, {
    path: '/api/organization/meal-policies/',
    may: { read: 'organization.record', record: 'organization.record' },
    words: ['meal policy', 'meal policies'],
  }),
});
