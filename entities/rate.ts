import { z } from 'zod';
import { RATE_LEVELS } from '#domain/money/rates.ts';
import { SESSION_SETTINGS } from '#domain/sessions/session.ts';
import { ask, defineEntity } from './define-entity.ts';
import { uuid } from './fields.ts';

/** What an hour of a service costs: for a student, a client and setting, a region, or every client. */
export const rate = defineEntity({
  reach: 'office',
  clear: [],
  // What it is for never changes: another subject is another rate.
  once: {
    level: z.enum(RATE_LEVELS),
    service: uuid,
    student: uuid.nullable(),
    client: uuid.nullable(),
    region: uuid.nullable(),
    setting: z.enum(SESSION_SETTINGS).nullable(),
    start_year: z
      .int()
      .min(2000, 'Enter a year from 2000 to 2099.')
      .max(2099, 'Enter a year from 2000 to 2099.'),
  },
  setByServer: {},
  fields: {
    /** For one hour. Never zero. */
    amount_cents: ask(
      z.int().min(1, 'Enter an amount above $0.00.').max(10_000_000, 'Enter at most $100,000.00.'),
    ),
    is_draft: ask(z.boolean()),
  },
});
