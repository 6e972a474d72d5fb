import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/** A user who delivers services, with the same id. */
export const providers = pgTable('providers', {
  id: uuid()
    .primaryKey()
    .references(() => users.id),
  provider_first: text().notNull(),
  provider_last: text().notNull(),
  credentials: text().notNull().default(''),
  archived: boolean().notNull().default(false),
  needs_co_sign: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});

export const provider_services = pgTable(
  'provider_services',
  { provider: uuid().notNull(), service: uuid().notNull() },
  (table) => [primaryKey({ columns: [table.provider, table.service] }), index().on(table.service)],
);

export const supervisions = pgTable(
  'supervisions',
  { supervisor: uuid().notNull(), supervisee: uuid().notNull() },
  (table) => [primaryKey({ columns: [table.supervisor, table.supervisee] }), index().on(table.supervisee)],
);
