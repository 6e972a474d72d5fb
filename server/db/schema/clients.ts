import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { MakeUpWindow } from '#domain/sessions/make-ups.ts';
import { instantColumn } from './columns.ts';

export const clients = pgTable('clients', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  active: integer().$type<0 | 1>().notNull().default(1),
  needs_codes: boolean().notNull().default(false),
  /** Those of its billing conditions that aren't archived, for devices. */
  makeup_windows: jsonb().$type<MakeUpWindow[]>().notNull().default([]),
  deleted_at: instantColumn(),
  version: integer().notNull().default(1),
});
