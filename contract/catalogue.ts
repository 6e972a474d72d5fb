import { z } from 'zod';
import { client, location, pay_period, provider, service } from '#entities/catalogue.ts';
import { text, uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

export const Service = service.Row;
export type Service = z.output<typeof Service>;

const ServiceCategory = z.object({ id: uuid, name: text(100) });

export const Location = location.Row;
export type Location = z.output<typeof Location>;

export const Client = client.Row;
export type Client = z.output<typeof Client>;

export const Provider = provider.Row;
export type Provider = z.output<typeof Provider>;

export const PayPeriod = pay_period.Row;
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
    summary: 'All service categories',
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
