import type { ConnectedDatabase } from './session.ts';

export type { Transaction } from './session.ts';

/**
 * The database, the same on the embedded engine and on PostgreSQL: instants read
 * as ISO 8601 in UTC, dates as `YYYY-MM-DD`, `numeric` and `xid8` as text, `int8`
 * as a number where it is exact, else as text.
 *
 * Inside a transaction only its own handle works. A failure's message holds SQL
 * and values: it goes to no one. Its SQLSTATE is the `code` of its cause.
 */
export interface Database extends ConnectedDatabase {
  readonly kind: 'pglite' | 'postgres';
  /** Hears a channel after each commit that notified it. Answers how to stop. */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>;
  /** Waits for what runs, then ends. */
  close(): Promise<void>;
}
