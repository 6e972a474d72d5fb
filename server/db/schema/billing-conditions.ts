import { sql } from 'drizzle-orm';
import { boolean, date, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ConditionChoice } from '#domain/money/billing-conditions.ts';
import type { ConditionType } from '#domain/money/condition-types.ts';

/** Archived, never deleted. */
export const billing_conditions = pgTable(
  'billing_conditions',
  {
    id: uuid().primaryKey(),
    client: uuid().notNull(),
    type: text().$type<ConditionType>().notNull(),
    /** The first Pacific day of service to which it applies. */
    starts_on: date({ mode: 'string' }).notNull(),
    percent: integer(),
    minutes: integer(),
    days: integer(),
    choice: text().$type<ConditionChoice>(),
    /** The service used to log travel. */
    service: uuid(),
    note: text().notNull(),
    archived: boolean().notNull().default(false),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('billing_conditions_start')
      .on(table.client, table.type, table.starts_on)
      .where(sql`not archived`),
  ],
);
