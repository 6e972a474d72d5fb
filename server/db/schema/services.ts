import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

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
