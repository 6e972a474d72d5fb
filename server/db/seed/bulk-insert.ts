import { setImmediate as nextTurn } from 'node:timers/promises';
import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '#server/db/database.ts';

const ROWS_PER_STATEMENT = 1_000;

/**
 * Inserts many rows with a few statements. Every row must have every column of the table: a missing one
 * becomes null, not its default.
 */
export async function bulkInsert<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferSelect'][],
): Promise<void> {
  await runInOrder(tx, inserts(table, rows));
}

/** The statements of `bulkInsert`. */
export function* inserts<Table extends PgTable>(
  table: Table,
  rows: readonly Table['$inferSelect'][],
): Generator<SQL> {
  const name = sql.identifier(getTableName(table));
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const batch = JSON.stringify(rows.slice(at, at + ROWS_PER_STATEMENT));
    yield sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${batch}::text::json)`;
  }
}

/** Runs statements one after another, and makes the next one while the database works. */
export async function runInOrder(tx: Transaction, statements: Iterable<SQL>): Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  for (const statement of statements) {
    await running;
    running = tx.execute(statement).then(() => undefined);
    // Its error is thrown when it is awaited.
    running.catch(() => undefined);
    // The statement is sent before the next one is made.
    await nextTurn();
  }
  await running;
}
