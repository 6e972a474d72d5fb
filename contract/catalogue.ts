import { z } from 'zod';
import { day, instant, locationId, text, uuid, version } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

export const Service = z.object({
  id: uuid,
  name: text(100),
  /** A few letters for narrow places. */
  short_name: text(12),
  category: uuid,
  default_minutes: z.int(),
  is_billable: z.boolean(),
  version,
});
export type Service = z.output<typeof Service>;

const ServiceCategory = z.object({ id: uuid, name: text(100) });

export const Location = z.object({
  id: locationId,
  name: text(200),
  client: uuid.nullable(),
  is_billable: z.boolean(),
  archived: z.boolean(),
  version,
});
export type Location = z.output<typeof Location>;

export const Client = z.object({
  id: uuid,
  name: text(200),
  /** 0 or 1, as the specification's deactivate call has it. */
  active: z.union([z.literal(0), z.literal(1)]),
  /** Notes about its students name a diagnosis and a procedure. */
  needs_codes: z.boolean(),
  version,
});
export type Client = z.output<typeof Client>;

export const Provider = z.object({
  id: uuid,
  provider_first: text(100),
  provider_last: text(100),
  services: z.array(uuid),
  supervisors: z.array(uuid),
  /** Their notes count only with a co-signature. */
  needs_co_sign: z.boolean(),
  archived: z.boolean(),
  version,
});
export type Provider = z.output<typeof Provider>;

export const PayPeriod = z.object({
  id: uuid,
  start_date: day,
  end_date: day,
  closed_at: instant.nullable(),
  is_locked: z.boolean(),
  version,
});
export type PayPeriod = z.output<typeof PayPeriod>;

export const catalogueEndpoints = defineEndpoints({
  'service.list': {
    method: 'GET',
    path: '/api/services/types/list/',
    summary: 'All services',
    policy: 'catalogue.read',
    reply: z.array(Service),
  },
  'service-category.list': {
    method: 'GET',
    path: '/api/services/categories/',
    summary: 'All categories of services',
    policy: 'catalogue.read',
    reply: z.array(ServiceCategory),
  },
  'client.list': {
    method: 'GET',
    path: '/api/clients/',
    summary: 'Clients that the caller may see, by name',
    policy: 'client.read',
    reply: z.array(Client),
  },
  'provider.list': {
    method: 'GET',
    path: '/api/providers/select/all/',
    summary: 'Providers whom the caller may see, by name',
    policy: 'provider.read',
    reply: z.array(Provider),
  },
});
