import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/** Ids are short: "5" is "Break" everywhere (specification, 9). */
export const locations = pgTable('locations', {
  id: text().primaryKey(),
  name: text().notNull(),
  client: uuid(),
  is_billable: boolean().notNull(),
  archived: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});
