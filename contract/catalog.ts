import { z } from 'zod';
import { client, location, pay_period, provider, school_closure, service } from '#entities/catalog.ts';
import { day, locationId, uuid, withDayRange } from '#entities/fields.ts';
import { region, service_category, sub_region } from '#entities/office-lists.ts';
import { defineEndpoints } from './endpoint.ts';
import { listCalls } from './entity-calls.ts';

export const Service = service.Row;
export type Service = z.output<typeof Service>;

export const Location = location.Row;
export type Location = z.output<typeof Location>;

export const Client = client.Row;
export type Client = z.output<typeof Client>;

export const Provider = provider.Row;
export type Provider = z.output<typeof Provider>;

export const PayPeriod = pay_period.Row;
export type PayPeriod = z.output<typeof PayPeriod>;

export type SchoolClosure = z.output<typeof school_closure.Row>;

/** The most days that one call closes schools for. */
export const LONGEST_CLOSURE_DAYS = 62;
/** Days on which schools are closed, one row each. Weekends are left out of a range that has weekdays. */
export const ClosedDays = withDayRange(
  z.strictObject({
    client: school_closure.Body.shape.client,
    start_date: day,
    end_date: day,
    reason: school_closure.Body.shape.reason,
  }),
  'start_date',
  'end_date',
);
export type ClosedDays = z.output<typeof ClosedDays>;

const OFFICE = { read: 'catalogue.record', record: 'catalogue.record' } as const;

const CATEGORY = '/api/services/cat/{id}/';
const ofOne = z.strictObject({ id: uuid });
const categoryCalls = listCalls('service-category', service_category, {
  path: '/api/services/categories/',
  one: CATEGORY,
  may: { read: 'catalogue.read', record: 'catalogue.record' },
  words: ['service category', 'service categories'],
});

const { 'school-closure.create': _one, ...closureCalls } = listCalls('school-closure', school_closure, {
  path: '/api/calendar/closures/',
  may: { read: 'calendar.read', record: 'catalogue.record' },
  words: ['school closure', 'school closures'],
});

export const catalogEndpoints = defineEndpoints({
  ...listCalls('service', service, {
    path: '/api/services/types/list/',
    one: '/api/services/edit/{id}/',
    may: { read: 'catalogue.read', record: 'catalogue.record' },
    words: ['service', 'services'],
  }),
  ...listCalls('location', location, {
    path: '/api/locations/list/',
    id: locationId,
    may: { read: 'catalogue.read', record: 'catalogue.record' },
    words: ['location', 'locations'],
  }),
  ...closureCalls,
  'school-closure.create-days': {
    method: 'POST',
    path: '/api/calendar/closures/',
    summary: "Close schools on a range of days; days already closed for the client don't change",
    policy: 'catalogue.record',
    body: ClosedDays,
    reply: z.array(school_closure.Row),
    status: 201,
  },
  ...categoryCalls,
  'service-category.read': {
    method: 'GET',
    path: CATEGORY,
    summary: 'One service category',
    policy: 'catalogue.read',
    params: ofOne,
    reply: service_category.Row,
  },
  /** Its address names the new category, as its body does. */
  'service-category.create': { ...categoryCalls['service-category.create'], path: CATEGORY, params: ofOne },
  ...listCalls('region', region, {
    path: '/api/regions/list/',
    may: OFFICE,
    words: ['region', 'regions'],
  }),
  ...listCalls('sub-region', sub_region, {
    path: '/api/sub-regions/list/',
    may: OFFICE,
    words: ['sub-region', 'sub-regions'],
  }),
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
    summary: 'Providers the caller may see, by name',
    policy: 'provider.read',
    reply: z.array(Provider),
  },
});
