import { boolean, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

export const goals = pgTable(
  'goals',
  {
    id: uuid().primaryKey(),
    student: uuid().notNull(),
    service: uuid(),
    goal_option: uuid(),
    goal_text: text().notNull(),
    baseline: text().notNull(),
    target: text().notNull(),
    criterion: text().notNull(),
    start_date: date({ mode: 'string' }).notNull(),
    target_date: date({ mode: 'string' }),
    archived: boolean().notNull().default(false),
    captured_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.student)],
);
