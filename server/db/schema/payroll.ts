import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RunStep, RunWarnings } from '#contract/payroll.ts';
import type { PayFileCell } from '#domain/payroll/pay-file.ts';
import type { LineFinding, LineKind } from '#domain/payroll/pay-line.ts';
import type { ExtraPayType, PayRateType } from '#domain/payroll/pay-types.ts';
import type { RunKind, RunState } from '#domain/payroll/run-states.ts';
import { instantColumn } from './columns.ts';

/** A snapshot of what a pay period pays. Only its state changes. */
export const payroll_runs = pgTable(
  'payroll_runs',
  {
    id: uuid().primaryKey(),
    pay_period: uuid().notNull(),
    number: text().notNull(),
    kind: text().$type<RunKind>().notNull(),
    /** The run that an adjustment corrects. */
    adjusts: uuid(),
    start_date: date({ mode: 'string' }).notNull(),
    end_date: date({ mode: 'string' }).notNull(),
    state: text().$type<RunState>().notNull(),
    started_by: uuid().notNull(),
    as_of: instantColumn().notNull(),
    /** `pg_current_snapshot` of the statement that read the records. */
    watermark: text().notNull(),
    warnings: jsonb().$type<RunWarnings>().notNull(),
    steps: jsonb().$type<RunStep[]>().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull().default(1),
  },
  (table) => [index().on(table.pay_period), uniqueIndex('payroll_runs_number').on(table.number)],
);

/** The lines of a run, written once with it. What the office decides on them is in `payroll_decisions`. */
export const payroll_lines = pgTable(
  'payroll_lines',
  {
    id: uuid().primaryKey(),
    run: uuid().notNull(),
    position: integer().notNull(),
    key: text().notNull(),
    kind: text().$type<LineKind>().notNull(),
    provider: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    session: uuid(),
    session_version: integer(),
    service: uuid(),
    client: uuid(),
    minutes: integer().notNull(),
    hourly_cents: integer(),
    percent: integer().notNull(),
    amount_cents: integer(),
    is_approved: boolean().notNull(),
    is_late: boolean().notNull(),
    finding: text().$type<LineFinding>(),
    why: jsonb().$type<string[]>().notNull(),
  },
  (table) => [
    uniqueIndex('payroll_lines_place').on(table.run, table.position),
    index().on(table.provider, table.day),
    index().on(table.session),
  ],
);

/** What the office decided on a line, under the line's id. */
export const payroll_decisions = pgTable(
  'payroll_decisions',
  {
    id: uuid().primaryKey(),
    run: uuid().notNull(),
    is_approved: boolean().notNull(),
    adjusted_minutes: integer(),
    note: text().notNull(),
    changed_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [index().on(table.run)],
);

/** The pay file of a run, kept as it was made: downloading it again gives the same bytes. */
export const payroll_files = pgTable('payroll_files', {
  run: uuid().primaryKey(),
  file_name: text().notNull(),
  head: jsonb().$type<string[]>().notNull(),
  rows: jsonb().$type<PayFileCell[][]>().notNull(),
  /** The same as the organization's payroll service wants it; null if no layout was set when it was made. */
  own: jsonb().$type<{ head: string[]; rows: PayFileCell[][] }>(),
  /** Of the head and rows as JSON. */
  sha256: text().notNull(),
  made_at: instantColumn().notNull(),
});

/** Mileage and paid time off, as the office enters them. */
export const extra_pays = pgTable(
  'extra_pays',
  {
    id: uuid().primaryKey(),
    provider: uuid().notNull(),
    pay_type: text().$type<ExtraPayType>().notNull(),
    pay_day: date({ mode: 'string' }).notNull(),
    quantity_hundredths: integer().notNull(),
    rate_tenths: integer().notNull(),
    reason: text().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull().default(1),
  },
  (table) => [index().on(table.pay_day, table.provider)],
);

/** What a mile or an hour besides services pays, from a day on. */
export const pay_rates = pgTable(
  'pay_rates',
  {
    id: uuid().primaryKey(),
    /** Null is for everyone who has none of their own. */
    provider: uuid(),
    pay_type: text().$type<PayRateType>().notNull(),
    starts_on: date({ mode: 'string' }).notNull(),
    rate_tenths: integer().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('pay_rates_subject')
      .on(table.pay_type, table.starts_on, sql`coalesce(provider::text, '')`)
      .where(sql`deleted_at is null`),
  ],
);
