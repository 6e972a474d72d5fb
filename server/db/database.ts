import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core';

interface Rows<Row> {
  rows: Row[];
}

/** A raw query returns `{ rows }` with both drivers. */
interface RowsResult extends PgQueryResultHKT {
  type: Rows<this['row']>;
}

type NoSchema = Record<string, never>;

/** The context of every query. Nested transactions are savepoints. */
export type Transaction = PgTransaction<RowsResult, NoSchema, ExtractTablesWithRelations<NoSchema>>;

/**
 * A statement of the transaction failed and its error was swallowed. PostgreSQL then answers the commit with
 * a rollback and no error: nothing was stored.
 */
export class TransactionLost extends Error {
  constructor() {
    super('Nothing of the transaction was kept: one of its statements had failed.');
    this.name = 'TransactionLost';
  }
}

/**
 * The database, with the same interface for the embedded engine and PostgreSQL. Sessions run in UTC; queries
 * cast `int8`, `numeric`, and counts.
 *
 * An error's message contains SQL and values: never log or return it. Its SQLSTATE is the `code` of a cause.
 */
export type Database = PgDatabase<RowsResult, NoSchema> & {
  readonly kind: 'pglite' | 'postgres';
  /** Listens to a channel, notified after each commit. Returns a stop function. */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>;
  /**
   * Resolves when the engine has answered. It bypasses the connection queue, so that a busy database isn't
   * mistaken for an unreachable one.
   */
  ping(): Promise<void>;
  /** Waits for running queries, then closes. */
  close(): Promise<void>;
};
