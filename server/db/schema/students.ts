import { boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { FamilyLanguage, StudentSex } from '#domain/students/student-file.ts';

export const students = pgTable(
  'students',
  {
    id: uuid().primaryKey(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    grade: text().notNull().default(''),
    archived: boolean().notNull().default(false),
    /** The Pacific day on which the student was archived; null for others. */
    archived_on: date({ mode: 'string' }),
    date_of_birth: date({ mode: 'string' }),
    home_language: text().$type<FamilyLanguage>().notNull().default('en'),
    qualifications: text().array().notNull().default([]),
    client: uuid(),
    location: text(),
    iep_annual_date: date({ mode: 'string' }),
    iep_triennial_date: date({ mode: 'string' }),
    /** The student whose record this one was merged into. */
    merged_into: uuid(),
    version: integer().notNull().default(1),
  },
  (table) => [index().on(table.client), index().on(table.merged_into)],
);

/** What only the office keeps about a student: one row for each, under the student's id. */
export const student_accounts = pgTable('student_accounts', {
  id: uuid().primaryKey(),
  district_student_id: text().notNull().default(''),
  case_manager: text().notNull().default(''),
  payer: text().notNull().default(''),
  member_id: text().notNull().default(''),
  sex: text().$type<StudentSex>().notNull().default(''),
  street: text().notNull().default(''),
  city: text().notNull().default(''),
  state: text().notNull().default(''),
  zip: text().notNull().default(''),
  consent_date: date({ mode: 'string' }),
  release_date: date({ mode: 'string' }),
  has_esy: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});

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
