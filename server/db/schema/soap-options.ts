import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CodeKind, FamilyLanguage } from '#domain/students/student-file.ts';
import { instantColumn } from './columns.ts';

const option = {
  id: uuid().primaryKey(),
  option_text: text().notNull(),
  service: uuid(),
  translations: jsonb().$type<Partial<Record<FamilyLanguage, string>>>().notNull(),
  archived: boolean().notNull().default(false),
  deleted_at: instantColumn(),
  version: integer().notNull(),
};

export const goal_options = pgTable('goal_options', option);

export const plan_options = pgTable('plan_options', option);

export const clinical_codes = pgTable(
  'clinical_codes',
  {
    id: uuid().primaryKey(),
    kind: text().$type<CodeKind>().notNull(),
    code: text().notNull(),
    description: text().notNull(),
    service: uuid(),
    is_sample: boolean().notNull().default(false),
    archived: boolean().notNull().default(false),
    deleted_at: instantColumn(),
    version: integer().notNull(),
  },
  (table) => [uniqueIndex().on(table.kind, table.code).where(sql`deleted_at is null`)],
);
