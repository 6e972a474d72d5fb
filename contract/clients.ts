import { z } from 'zod';
import { client, provider, student } from '#entities/catalog.ts';
import { client_account } from '#entities/client-account.ts';
import { requiredText, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';
import { named } from './named.ts';

const { id: _, ...accountFields } = client_account.Body.shape;

/** A client with everything that the office keeps about it. Its version is that of the whole. */
export const ClientFile = z.object({
  ...client.Row.shape,
  ...client_account.Row.shape,
  district_name: z.string().nullable(),
  manager_name: z.string().nullable(),
  region_list: z.array(named.extend({ region_number: z.string() })),
  /** Active ones. */
  student_count: z.int(),
});
export type ClientFile = z.output<typeof ClientFile>;

const own = { name: requiredText(200), needs_codes: client.Row.shape.needs_codes };
export const ClientBody = z.strictObject({ id: uuid, ...own, ...accountFields });
export type ClientBody = z.output<typeof ClientBody>;

/** Who pays and under which contract: seen and changed by the office only. */
const billing = {
  district: true,
  is_insurance: true,
  contract_number: true,
  contract_start: true,
  contract_end: true,
  contract_cap_cents: true,
  purchase_order: true,
  invoice_address: true,
} as const satisfies { [Field in keyof ClientBody]?: true };
export const BILLING_FIELDS = Object.keys(billing) as (keyof typeof billing)[];
export const ClientBillingChanges = ClientBody.pick(billing).partial();
export const ClientChanges = ClientBody.omit({ ...billing, id: true }).partial();
export type ClientChanges = z.output<typeof ClientChanges>;
export type ClientBillingChanges = z.output<typeof ClientBillingChanges>;

const params = z.strictObject({ id: uuid });
const count = z.int();
const INFO = '/api/clients/info/{id}/';

export const clientEndpoints = defineEndpoints({
  'client.list-all': {
    method: 'GET',
    path: '/api/clients/all/',
    summary: 'Active clients with office details; service leads see those of their services',
    policy: 'client.open',
    reply: z.array(ClientFile),
  },
  'client.list-archived': {
    method: 'GET',
    path: '/api/clients/archived/',
    summary: 'Archived clients',
    policy: 'client.read-archived',
    reply: z.array(ClientFile),
  },
  'client.list-districts': {
    method: 'GET',
    path: '/api/clients/groups/',
    summary: 'Paying districts with the clients that belong to each',
    policy: 'client.open',
    reply: z.array(named.extend({ members: z.array(named) })),
  },
  'client.list-with-districts': {
    method: 'GET',
    path: '/api/clients/and/groups/',
    summary: 'Active clients, each with its district',
    policy: 'client.open',
    reply: z.array(named.extend({ district: named.nullable() })),
  },
  'client.list-managers': {
    method: 'GET',
    path: '/api/clients/manager/select/',
    summary: 'People who can manage a client',
    policy: 'client.open',
    reply: z.array(named),
  },
  'client.list-region-numbers': {
    method: 'GET',
    path: '/api/clients/region-number/',
    summary: 'Regions clients can be in, with their numbers',
    policy: 'client.open',
    reply: z.array(named.extend({ region_number: z.string() })),
  },
  'client.list-of-region': {
    method: 'GET',
    path: '/api/clients/region/{id}/',
    summary: 'Active clients in a region',
    policy: 'client.open',
    params,
    reply: z.array(named),
  },
  'client.read': {
    method: 'GET',
    path: INFO,
    summary: 'One client, and what uses it',
    policy: 'client.open',
    params,
    reply: z.object({
      client: ClientFile,
      uses: z.object({
        students: count,
        transfers: count,
        sessions: count,
        locations: count,
        closures: count,
        members: count,
        invoices: count,
        rates: count,
        conditions: count,
        messages: count,
      }),
      members: z.array(named),
    }),
  },
  'client.create': {
    method: 'POST',
    path: '/api/clients/new/',
    summary: 'Add a client',
    policy: 'client.record',
    body: ClientBody,
    reply: ClientFile,
    status: 201,
  },
  'client.update': {
    method: 'PUT',
    path: INFO,
    summary: 'Change a client, except for contract and billing',
    policy: 'client.edit',
    params,
    body: ClientChanges,
    reply: ClientFile,
  },
  'client.update-billing': {
    method: 'PUT',
    path: '/api/clients/info/billing/{id}/',
    summary: "Change a client's contract and billing",
    policy: 'client.record',
    params,
    body: ClientBillingChanges,
    reply: ClientFile,
  },
  'client.set-active': {
    method: 'PUT',
    path: '/api/clients/deactivate/{id}/',
    summary: 'Archive a client (0), or restore it (1)',
    policy: 'client.record',
    params,
    body: z.strictObject({ active: client.Row.shape.active }),
    reply: ClientFile,
  },
  'client.delete': {
    method: 'DELETE',
    path: INFO,
    summary: 'Delete a client that nothing else uses',
    policy: 'client.delete',
    params,
  },
  'client.list-students': {
    method: 'GET',
    path: '/api/clients/info/students/{id}/',
    summary: "A client's active students, limited to those the caller may see, by name",
    policy: 'client.open',
    params,
    reply: z.array(student.Row),
  },
  'client.list-providers': {
    method: 'GET',
    path: '/api/clients/info/providers/{id}/',
    summary: "Providers of a client's active students, limited to those the caller may see, by name",
    policy: 'client.open',
    params,
    reply: z.array(provider.Row.extend({ student_count: count })),
  },
});
