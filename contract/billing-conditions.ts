import { z } from 'zod';
import { billing_condition } from '#entities/billing-condition.ts';
import { uuid } from '#entities/fields.ts';
import { defineEndpoints } from './endpoint.ts';

const { Row, Body, Changes } = billing_condition;
export type BillingCondition = z.output<typeof Row>;
export type BillingConditionBody = z.output<typeof Body>;
export type BillingConditionChanges = z.output<typeof Changes>;

/** With the names of what it names. */
const ListedCondition = Row.extend({ client_name: z.string(), service_name: z.string().nullable() });
export type ListedCondition = z.output<typeof ListedCondition>;

const LIST = '/api/clients/billing/conditions/';
const ONE = '/api/clients/billing/conditions/{id}/{type}/';
const params = z.strictObject({ id: uuid, type: Row.shape.type });

export const billingConditionEndpoints = defineEndpoints({
  'billing-condition.list': {
    method: 'GET',
    path: LIST,
    summary: 'Billing conditions of a client, or of all clients, including archived ones',
    policy: 'billing-condition.read',
    query: z.strictObject({ client: uuid.optional() }),
    reply: z.array(ListedCondition),
  },
  'billing-condition.create': {
    method: 'POST',
    path: LIST,
    summary: 'Add a billing condition',
    policy: 'billing-condition.record',
    body: Body,
    reply: Row,
    status: 201,
  },
  'billing-condition.read': {
    method: 'GET',
    path: ONE,
    summary: 'One billing condition; the path includes its type',
    policy: 'billing-condition.read',
    params,
    reply: Row,
  },
  'billing-condition.update': {
    method: 'PUT',
    path: ONE,
    summary: 'Change the terms, the first day, or the note of a billing condition',
    policy: 'billing-condition.record',
    params,
    body: Changes,
    reply: Row,
  },
  'billing-condition.archive': {
    method: 'PUT',
    path: '/api/clients/billing/conditions/archive/{id}/{type}/',
    summary: 'Archive or restore a billing condition',
    policy: 'billing-condition.record',
    params,
    body: Row.pick({ archived: true }).strict(),
    reply: Row,
  },
});
