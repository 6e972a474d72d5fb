import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** The bytes are in files outside of the database, one per attachment. */
export const attachments = pgTable(
  'attachments',
  {
    id: uuid().primaryKey(),
    student: uuid().notNull(),
    soap_note: uuid(),
    file_name: text().notNull(),
    content_type: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    is_complete: boolean().notNull().default(false),
    uploaded_by: uuid().notNull(),
    captured_at: instantColumn().notNull(),
    received_at: instantColumn().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.student)],
);
