import { boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { FamilyLanguage } from '#domain/students/student-file.ts';
import { instantColumn } from './columns.ts';

export const service_categories = pgTable('service_categories', {
  id: uuid().primaryKey(),
  name: text().notNull(),
});

export const services = pgTable('services', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  short_name: text().notNull(),
  category: uuid().notNull(),
  default_minutes: integer().notNull(),
  is_billable: boolean().notNull(),
  version: integer().notNull().default(1),
});

export const clients = pgTable('clients', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  active: integer().$type<0 | 1>().notNull().default(1),
  needs_codes: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});

/** Ids are short: "5" is "Break" everywhere (specification, 9). */
export const locations = pgTable('locations', {
  id: text().primaryKey(),
  name: text().notNull(),
  client: uuid(),
  is_billable: boolean().notNull(),
  archived: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});

export const students = pgTable(
  'students',
  {
    id: uuid().primaryKey(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    grade: text().notNull().default(''),
    archived: boolean().notNull().default(false),
    date_of_birth: date({ mode: 'string' }),
    home_language: text().$type<FamilyLanguage>().notNull().default('en'),
    qualifications: text().array().notNull().default([]),
    client: uuid(),
    location: text(),
    version: integer().notNull().default(1),
  },
  (table) => [index().on(table.client)],
);

export const student_services = pgTable(
  'student_services',
  { student: uuid().notNull(), service: uuid().notNull() },
  (table) => [primaryKey({ columns: [table.student, table.service] }), index().on(table.service)],
);

export const student_providers = pgTable(
  'student_providers',
  { student: uuid().notNull(), provider: uuid().notNull() },
  (table) => [primaryKey({ columns: [table.student, table.provider] }), index().on(table.provider)],
);

export const pay_periods = pgTable('pay_periods', {
  id: uuid().primaryKey(),
  start_date: date({ mode: 'string' }).notNull(),
  end_date: date({ mode: 'string' }).notNull(),
  closed_at: instantColumn(),
  is_locked: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});
