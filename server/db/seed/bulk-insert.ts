import { getTableName, sql } from 'drizzle-orm';
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
  const name = sql.identifier(getTableName(table));
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const batch = JSON.stringify(rows.slice(at, at + ROWS_PER_STATEMENT));
    await tx.execute(
      sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${batch}::text::json)`,
    );
  }
}
