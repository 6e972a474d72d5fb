import { z } from 'zod';
import { CONDITION_CHOICES } from '#domain/money/billing-conditions.ts';
import { CONDITION_TYPES } from '#domain/money/condition-types.ts';
import { ask, defineEntity } from './define-entity.ts';
import { day, minutes, text, uuid } from './fields.ts';
import { no } from './server-fields.ts';

/** What was agreed with a client about its invoices, from a day on. The type says which terms are given. */
export const billing_condition = defineEntity({
  reach: 'office',
  clear: [],
  // What it is about never changes: another subject is another condition.
  once: { client: uuid, type: z.enum(CONDITION_TYPES) },
  fields: {
    starts_on: ask(day),
    /** Of the hourly rate. */
    percent: ask(
      z
        .int('Enter a whole percentage.')
        .min(0, 'Enter a percentage from 0 to 100.')
        .max(100, 'Enter a percentage from 0 to 100.')
        .nullable(),
    ),
    minutes: ask(minutes(6_000).nullable()),
    days: ask(
      z
        .int('Enter whole days.')
        .min(0, 'Enter at least 0 days.')
        .max(365, 'Enter at most 365 days.')
        .nullable(),
    ),
    choice: ask(z.enum(CONDITION_CHOICES).nullable()),
    /** The service used to log travel. */
    service: ask(uuid.nullable()),
    note: ask(text(500)),
  },
  setByServer: { archived: no },
});
