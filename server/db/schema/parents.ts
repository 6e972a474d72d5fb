import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { FamilyLanguage, Relationship } from '#domain/students/student-file.ts';
import { instantColumn } from './columns.ts';

export const parents = pgTable(
  'parents',
  {
    id: uuid().primaryKey(),
    student: uuid().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    relationship: text().$type<Relationship>().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    language: text().$type<FamilyLanguage>().notNull(),
    is_primary: boolean().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [index().on(table.student)],
);
