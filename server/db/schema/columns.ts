import { boolean, customType, integer, uuid } from 'drizzle-orm/pg-core';

/** Parses what a session in UTC prints: `2026-11-21 10:51:45.123+00`. */
function asIso(printed: string): string {
  return new Date(printed.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString();
}

/** An instant, read and written as ISO 8601 text in UTC, the same with both drivers. */
export const instantColumn = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: asIso,
});

/** The id of a writing transaction: 64 bits, never wraps; read as decimal text. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/** What every row of a list that the office keeps has. */
export const listColumns = () => ({
  id: uuid().primaryKey(),
  archived: boolean().notNull().default(false),
  deleted_at: instantColumn(),
  version: integer().notNull().default(1),
});
