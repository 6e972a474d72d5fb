import { z } from 'zod';
import { LICENSE_STATES } from '#domain/providers/states.ts';
import { ask, defineEntity } from './define-entity.ts';
import { day, earlierDay, requiredText, text, uuid, wallTime } from './fields.ts';

/** A license, certificate, or clearance on file. */
export const CredentialRecord = z.strictObject({
  name: requiredText(100),
  number: text(60),
  expires_on: day.nullable(),
});
export type CredentialRecord = z.output<typeof CredentialRecord>;

/**
 * What only the office keeps about a provider, under the provider's id. Name, services, and supervisors are on
 * devices (`provider`); email address, role, and employment type belong to the user.
 */
export const provider_account = defineEntity({
  reach: 'office',
  clear: [],
  once: {},
  setByServer: {},
  fields: {
    phone: ask(text(40)),
    /** National Provider Identifier. */
    npi: ask(text(10)),
    license_number: ask(text(60)),
    license_state: ask(z.enum(['', ...LICENSE_STATES], 'Choose a state.')),
    taxonomy_code: ask(text(10)),
    credential_records: ask(z.array(CredentialRecord).max(20)),
    /** What the payroll service calls them, such as an employee number. */
    payroll_id: ask(text(40)),
    hired_on: ask(earlierDay.nullable()),
    left_on: ask(day.nullable()),
    /** The most active students. */
    max_caseload: ask(
      z
        .int('Enter a whole number.')
        .min(1, 'Enter a number from 1 to 500.')
        .max(500, 'Enter a number from 1 to 500.')
        .nullable(),
    ),
    availability: ask(text(500)),
    time_off: ask(text(500)),
  },
});

const WeeklyHours = z.strictObject({
  /** 0 is Sunday. */
  weekday: z.int().min(0).max(6),
  from: wallTime,
  to: wallTime,
});
const DaysOff = z.strictObject({ start_date: day, end_date: day, reason: text(100) });

/**
 * When a provider can be planned, and their time off, under the provider's id. The office keeps it, and so does the
 * provider.
 */
export const availability = defineEntity({
  reach: 'office',
  clear: [],
  once: {},
  setByServer: {},
  fields: {
    /** One part of each day on which they work; empty until someone enters it. */
    weekly: ask(z.array(WeeklyHours).max(7)),
    days_off: ask(z.array(DaysOff).max(100)),
  },
});

/** What an hour of a service pays a provider in a fiscal year. */
export const provider_rate = defineEntity({
  reach: 'office',
  clear: [],
  // What it is for never changes: another service or year is another rate.
  once: {
    provider: uuid,
    service: uuid,
    /** The fiscal year begins on July 1 of this year. */
    start_year: z
      .int('Enter a year from 2000 to 2099.')
      .min(2000, 'Enter a year from 2000 to 2099.')
      .max(2099, 'Enter a year from 2000 to 2099.'),
  },
  setByServer: {},
  fields: {
    /** For one hour. Never zero. */
    amount_cents: ask(
      z.int().min(1, 'Enter an amount above $0.00.').max(10_000_000, 'Enter at most $100,000.00.'),
    ),
  },
});
