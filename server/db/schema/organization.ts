import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { PayFileLayout } from '#domain/payroll/pay-file-layout.ts';
import type { PayPeriodKind, PeriodState } from '#domain/payroll/pay-period-rules.ts';
import { instantColumn } from './columns.ts';

/** One row, created with the first change of a setting. */
export const organizations = pgTable('organizations', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  address: text().notNull().default(''),
  payment_instructions: text().notNull().default(''),
  uses_24_hour_clock: boolean().notNull(),
  pay_period_kind: text().$type<PayPeriodKind>().notNull(),
  pay_period_anchor: date({ mode: 'string' }).notNull(),
  pay_file_columns: jsonb().$type<PayFileLayout['columns']>().notNull().default([]),
  pay_file_codes: jsonb().$type<PayFileLayout['codes']>().notNull().default([]),
  logo: text(),
  version: integer().notNull().default(1),
});

/** The bytes of logos, by their SHA-256. Earlier ones stay: the audit names them. */
export const organization_logos = pgTable('organization_logos', {
  sha256: text().primaryKey(),
  media_type: text().notNull(),
  base64: text().notNull(),
});

export const meal_policies = pgTable(
  'meal_policies',
  {
    id: uuid().primaryKey(),
    starts_on: date({ mode: 'string' }).notNull(),
    first_meal_after_minutes: integer().notNull(),
    second_meal_after_minutes: integer().notNull(),
    shortest_meal_minutes: integer().notNull(),
    first_waivable_to_minutes: integer().notNull(),
    second_waivable_to_minutes: integer().notNull(),
    policy_version: integer().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('meal_policies_start').on(table.starts_on).where(sql`deleted_at is null`),
    uniqueIndex('meal_policies_version').on(table.policy_version),
  ],
);

export const pay_period_steps = pgTable(
  'pay_period_steps',
  {
    id: uuid().primaryKey(),
    pay_period: uuid().notNull(),
    state: text().$type<PeriodState>().notNull(),
    reason: text().notNull(),
    changed_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [index().on(table.pay_period)],
);
