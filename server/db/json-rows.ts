import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/**
 * The rows of a query, built as one JSON text by PostgreSQL.
 *
 * The query's column names must be the fields of `Row`; instants go through
 * `isoInstant`. Twice as fast as rows parsed column by column, and the same on
 * both drivers. The order of the query is kept.
 */
export async function jsonRows<Row>(tx: Transaction, query: SQL): Promise<Row[]> {
  const [text] = await textColumn(
    tx,
    sql`select coalesce(json_agg(r), '[]')::text as value from (${query}) r`,
  );
  return text === undefined ? [] : (JSON.parse(text) as Row[]);
}

/** The one JSON value of a query that selects it as text under the name `value`. */
export async function jsonValue<Value>(tx: Transaction, query: SQL): Promise<Value> {
  const [text] = await textColumn(tx, query);
  if (text === undefined) throw new TypeError('The query gave no row.');
  return JSON.parse(text) as Value;
}

async function textColumn(tx: Transaction, query: SQL): Promise<string[]> {
  const result = await tx.execute<{ value: string }>(query);
  return result.rows.map((row) => row.value);
}

/** An instant as `Date.prototype.toISOString` writes it. Column and table are SQL of this code, never input. */
export function isoInstant(column: string, table?: string): string {
  const read = table === undefined ? column : `${table}.${column}`;
  return `to_char(${read} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
}

/**
 * A list as one parameter: a PostgreSQL array whose elements are cast by the database.
 *
 * Wrapped in a query of its own, it is read once. A plain cast is read again for
 * every row that is compared with it, which takes minutes where thousands meet thousands.
 */
export function arrayParam(values: Iterable<string>, type: 'uuid' | 'text' | 'date'): SQL {
  const literal = `{${[...values].map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  return sql`(select ${literal}::text::${sql.raw(type)}[])::${sql.raw(type)}[]`;
}
