import { z } from 'zod';
import { uuid } from '#entities/fields.ts';
import { availability } from '#entities/provider-account.ts';
import { defineEndpoints } from './endpoint.ts';

/** Version 0 until someone has entered it. */
export const Availability = availability.Row;
export type Availability = z.output<typeof Availability>;

const { id: _, ...fields } = availability.Body.shape;
export const AvailabilityBody = z.strictObject(fields);
export type AvailabilityBody = z.output<typeof AvailabilityBody>;

const params = z.strictObject({ id: uuid });
const ONE = '/api/provider/availability/{id}/';

export const availabilityEndpoints = defineEndpoints({
  'availability.list': {
    method: 'GET',
    path: '/api/providers/availability/',
    summary:
      'Weekly hours and time off of active providers the caller can see. Reasons are only for the provider and the office',
    policy: 'provider.read',
    reply: z.array(Availability),
  },
  'availability.read': {
    method: 'GET',
    path: ONE,
    summary: 'Weekly hours and time off of one provider',
    policy: 'calendar.read',
    params,
    reply: Availability,
  },
  'availability.save': {
    method: 'PUT',
    path: ONE,
    summary: "Set the caller's weekly hours and time off; the office can set any provider's",
    policy: 'calendar.record',
    params,
    body: AvailabilityBody,
    reply: Availability,
  },
});
