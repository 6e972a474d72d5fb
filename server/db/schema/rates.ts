import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RateLevel } from '#domain/money/rates.ts';
import type { SessionSetting } from '#domain/sessions/session.ts';
import { instantColumn } from './columns.ts';

export const rates = pgTable(
  'rates',
  {
    id: uuid().primaryKey(),
    level: text().$type<RateLevel>().notNull(),
    service: uuid().notNull(),
    student: uuid(),
    client: uuid(),
    region: uuid(),
    setting: text().$type<SessionSetting>(),
    start_year: integer().notNull(),
    /** For one hour. */
    amount_cents: integer().notNull(),
    is_draft: boolean().notNull(),
    deleted_at: instantColumn(),
    version: integer().notNull().default(1),
  },
  (table) => [
    // A level names at most one of student, client, and region.
    uniqueIndex('rates_subject')
      .on(
        table.start_year,
        table.level,
        table.service,
        sql`coalesce(${table.student}, ${table.client}, ${table.region}, ${table.service})`,
        sql`coalesce(${table.setting}, '')`,
      )
      .where(sql`deleted_at is null`),
    index().on(table.client),
  ],
);
