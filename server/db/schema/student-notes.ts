import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

export const student_notes = pgTable(
  'student_notes',
  {
    id: uuid().primaryKey(),
    student: uuid().notNull(),
    provider: uuid().notNull(),
    note_date: date({ mode: 'string' }).notNull(),
    note: text().notNull(),
    captured_at: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.student, table.note_date)],
);
