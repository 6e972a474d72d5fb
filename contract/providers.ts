import { z } from 'zod';
import { EMPLOYMENT_TYPES } from '#domain/access/employment.ts';
import { PROVIDER_ROLES } from '#domain/providers/provider-rules.ts';
import { provider } from '#entities/catalog.ts';
import { requiredText, text, uuid } from '#entities/fields.ts';
import { provider_account, provider_rate } from '#entities/provider-account.ts';
import { defineEndpoints } from './endpoint.ts';
import { Invitation } from './users.ts';

const { id: _, ...accountFields } = provider_account.Body.shape;
const named = z.object({ id: uuid, name: z.string() });
const count = z.int();

/** A provider with everything that the office keeps. Its version is that of the whole. */
export const ProviderFile = z.object({
  ...provider.Row.shape,
  ...provider_account.Row.shape,
  username: z.string(),
  email: z.string(),
  /** A role code. */
  role: z.string(),
  /** Employment type; empty for people who don't see employment. */
  emp: z.string(),
  /** Invited, and has not chosen a password; false for people who don't manage logins. */
  is_invited: z.boolean(),
  /** Empty for people who don't manage logins. */
  grants: z.array(z.string()),
  supervisor_list: z.array(named),
  /** Whom they supervise. */
  supervisee_list: z.array(named),
  /** Active ones. */
  student_count: count,
});
export type ProviderFile = z.output<typeof ProviderFile>;

const own = {
  provider_first: requiredText(100),
  provider_last: requiredText(100),
  credentials: text(60),
  services: z.array(uuid).max(50),
  supervisors: z.array(uuid).max(20),
  supervisees: z.array(uuid).max(200),
  needs_co_sign: z.boolean(),
  username: requiredText(100),
  email: z.email('Enter an email address.').max(254),
  role: z.enum(PROVIDER_ROLES, 'Choose a role.'),
  emp: z.enum(EMPLOYMENT_TYPES, 'Choose an employment type.'),
};
export const ProviderBody = z.strictObject({ id: uuid, ...own, ...accountFields });
export type ProviderBody = z.output<typeof ProviderBody>;
const ProviderChanges = ProviderBody.omit({ id: true }).partial();
export type ProviderChanges = z.output<typeof ProviderChanges>;

/** Only for people who see employment, which is the office's. */
export const EMPLOYMENT_FIELDS = [
  'emp',
  'payroll_id',
  'hired_on',
  'left_on',
] as const satisfies (keyof ProviderFile)[];

export const ProviderRate = provider_rate.Row;
export type ProviderRate = z.output<typeof ProviderRate>;
const { provider: __, ...rateBody } = provider_rate.Body.shape;
export const ProviderRateBody = z.strictObject(rateBody);
export type ProviderRateBody = z.output<typeof ProviderRateBody>;
export type ProviderRateChanges = z.output<typeof provider_rate.Changes>;

const params = z.strictObject({ id: uuid });
const RATES = '/api/provider/rates/{id}/';
const RATE = '/api/provider/rates/edit/{id}/';

export const providerEndpoints = defineEndpoints({
  'provider.list-files': {
    method: 'GET',
    path: '/api/providers/',
    summary:
      'Active providers with office details; leads see those of their services, supervisors their team',
    policy: 'provider.read',
    reply: z.array(ProviderFile),
  },
  'provider.list-archived': {
    method: 'GET',
    path: '/api/providers/archived/',
    summary: 'Deactivated providers',
    policy: 'provider.read-archived',
    reply: z.array(ProviderFile),
  },
  'provider.list-supervisors': {
    method: 'GET',
    path: '/api/providers/supervisors/all/',
    summary: 'Active people who can supervise a provider',
    policy: 'provider.read',
    reply: z.array(named),
  },
  'provider.list-groups': {
    method: 'GET',
    path: '/api/providers/all_groups/',
    summary: 'Supervisors with the active providers of each team; those without a supervisor come last',
    policy: 'provider.read',
    reply: z.array(z.object({ supervisor: named.nullable(), providers: z.array(named) })),
  },
  'provider.read': {
    method: 'GET',
    path: '/api/provider/info/{id}/',
    summary: 'One provider; for the office, also their open work and invitation',
    policy: 'provider.read',
    params,
    reply: z.object({
      provider: ProviderFile,
      /** Null for people who can't deactivate providers. */
      open_work: z
        .object({
          ...{ events: count, students: count, supervisees: count },
          ...{ notes: count, timesheets: count, timesheets_to_submit: count, devices: count },
        })
        .nullable(),
      /** Null for people who have chosen a password, and for those who can't invite providers. */
      invitation: Invitation.nullable(),
    }),
  },
  'provider.create': {
    method: 'POST',
    path: '/api/provider/new/',
    summary: 'Add a provider, and email them an invitation to choose a password',
    policy: 'provider.record',
    body: ProviderBody,
    reply: ProviderFile,
    status: 201,
  },
  'provider.update': {
    method: 'PUT',
    path: '/api/provider/info/edit/{id}/',
    summary: 'Change a provider',
    policy: 'provider.record',
    params,
    body: ProviderChanges,
    reply: ProviderFile,
  },
  'provider.deactivate': {
    method: 'PUT',
    path: '/api/provider/deactivate/{id}/',
    summary: 'Archive a provider and end their access',
    policy: 'provider.record',
    params,
    reply: ProviderFile,
  },
  'provider.reactivate': {
    method: 'PUT',
    path: '/api/provider/reactivate/{id}/',
    summary: 'Restore an archived provider and their access',
    policy: 'provider.record',
    params,
    reply: ProviderFile,
  },
  'provider-rate.list': {
    method: 'GET',
    path: RATES,
    summary: 'Pay rates of a provider, newest fiscal year first',
    policy: 'payroll.view',
    params,
    reply: z.array(ProviderRate),
  },
  'provider-rate.create': {
    method: 'POST',
    path: RATES,
    summary: 'Add a pay rate',
    policy: 'payroll.view',
    params,
    body: ProviderRateBody,
    reply: ProviderRate,
    status: 201,
  },
  'provider-rate.update': {
    method: 'PUT',
    path: RATE,
    summary: 'Change the amount of a pay rate',
    policy: 'payroll.view',
    params,
    body: provider_rate.Changes,
    reply: ProviderRate,
  },
  'provider-rate.delete': {
    method: 'DELETE',
    path: RATE,
    summary: 'Delete a pay rate',
    policy: 'payroll.view',
    params,
  },
});
