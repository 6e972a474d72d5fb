import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';

interface Rows<Row> {
  rows: Row[];
}

/** A raw query answers `{ rows }` on both drivers. */
interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

type NoSchema = Record<string, never>;

/** What every query runs in. Nested transactions are savepoints. */
export type Transaction = PgTransaction<RowsResult, NoSchema, ExtractTablesWithRelations<NoSchema>>;

/**
 * A statement of the transaction had failed and its error was swallowed. PostgreSQL
 * then answers a commit with a rollback and no error: nothing was kept.
 */
export class TransactionLost extends Error {
  constructor() {
    super('Nothing of the transaction was kept: one of its statements had failed.');
    this.name = 'TransactionLost';
  }
}

/**
 * The database, the same on the embedded engine and on PostgreSQL. Sessions run
 * in UTC; `int8`, `numeric` and counts are cast where they are asked for.
 *
 * A failure's message holds SQL and values: it goes to no one. Its SQLSTATE is
 * the `code` of a cause.
 */
export type Database = PgDatabase<RowsResult, NoSchema> & {
  readonly kind: 'pglite' | 'postgres';
  /** Hears a channel after each commit that notified it. Answers how to stop. */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>;
  /**
   * Resolves when the engine has answered. It goes past everything that waits for a
   * connection, so that a busy database isn't taken for one that is away.
   */
  ping(): Promise<void>;
  /** Waits for what runs, then ends. */
  close(): Promise<void>;
};
