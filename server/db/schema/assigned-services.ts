import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AuthorizedPer } from '#domain/students/student-file.ts';
import { instantColumn } from './columns.ts';

/** A student's assigned services. `student_services` and `student_providers` derive from the active ones. */
export const assigned_services = pgTable(
  'assigned_services',
  {
    id: uuid().primaryKey(),
    student: uuid().notNull(),
    service: uuid().notNull(),
    provider: uuid(),
    authorised_minutes: integer(),
    authorised_per: text().$type<AuthorizedPer>().notNull(),
    start_date: date({ mode: 'string' }).notNull(),
    end_date: date({ mode: 'string' }),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.student), index().on(table.provider)],
);
