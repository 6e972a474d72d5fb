import { sql } from 'drizzle-orm';
import { possibleMonths } from '#domain/access/held-months.ts';
import type { Transaction } from './database.ts';
import { arrayParam } from './json-rows.ts';

/**
 * Counts the rows in the scopes of each month that a device can hold. Pulls read these counts instead of counting, so a device
 * gets as many more rows as were added since.
 * @param today a Pacific day
 */
export async function countScopeSizes(tx: Transaction, today: string): Promise<void> {
  const months = possibleMonths(today).map((month) => `:${month}`);
  await tx.execute(sql`
    with counted as (
      select scope, count(*)::int as rows from change_index
      where not has_left and right(scope, 8) = any(${arrayParam(months, 'text')})
      group by scope
    ),
    gone as (delete from scope_sizes where scope not in (select scope from counted))
    insert into scope_sizes as z (scope, rows) select scope, rows from counted order by scope
    on conflict (scope) do update set rows = excluded.rows where z.rows <> excluded.rows
  `);
}
