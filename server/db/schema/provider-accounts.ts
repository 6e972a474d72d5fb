import { sql } from 'drizzle-orm';
import { date, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { DaysOff, WeeklyHours } from '#domain/providers/weekly-hours.ts';
import type { CredentialRecord, provider_account } from '#entities/provider-account.ts';
import { instantColumn } from './columns.ts';

type ProviderAccount = z.output<typeof provider_account.Row>;

/** What only the office keeps about a provider: one row for each, under the provider's id. */
export const provider_accounts = pgTable('provider_accounts', {
  id: uuid().primaryKey(),
  phone: text().notNull().default(''),
  npi: text().notNull().default(''),
  license_number: text().notNull().default(''),
  license_state: text().$type<ProviderAccount['license_state']>().notNull().default(''),
  taxonomy_code: text().notNull().default(''),
  credential_records: jsonb().$type<CredentialRecord[]>().notNull().default([]),
  /** What the payroll service calls them; empty if the office hasn't entered it. */
  payroll_id: text().notNull().default(''),
  hired_on: date({ mode: 'string' }),
  left_on: date({ mode: 'string' }),
  max_caseload: integer(),
  availability: text().notNull().default(''),
  time_off: text().notNull().default(''),
  deleted_at: instantColumn(),
  version: integer().notNull().default(1),
});

/** Weekly hours and time off, under the provider's id. */
export const availabilities = pgTable('availabilities', {
  id: uuid().primaryKey(),
  weekly: jsonb().$type<WeeklyHours[]>().notNull(),
  days_off: jsonb().$type<DaysOff[]>().notNull(),
  deleted_at: instantColumn(),
  version: integer().notNull().default(1),
});

export const provider_rates = pgTable(
  'provider_rates',
  {
    id: uuid().primaryKey(),
    provider: uuid().notNull(),
    service: uuid().notNull(),
    start_year: integer().notNull(),
    /** For one hour. */
    amount_cents: integer().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('provider_rates_subject')
      .on(table.provider, table.start_year, table.service)
      .where(sql`deleted_at is null`),
  ],
);
