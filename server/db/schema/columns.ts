import { customType, timestamp } from 'drizzle-orm/pg-core';

/** An instant, read and written as ISO 8601 text. */
export function instantColumn() {
  return timestamp({ withTimezone: true, mode: 'string', precision: 3 });
}

/** The id of a writing transaction: 64 bits, never wraps; read as decimal text. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
