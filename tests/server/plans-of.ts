import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';

/** The plans of what the work asks, which isn't run. */
export async function plansOf(
  db: Database | Transaction,
  work: (explaining: Database & Transaction) => Promise<unknown>,
): Promise<string[]> {
  const plans: string[] = [];
  const execute = async (query: SQL) => {
    const plan = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
    plans.push(plan.rows.map((line) => line['QUERY PLAN']).join('\n'));
    return { rows: [{ value: '[]' }] };
  };
  await work({ execute } as unknown as Database & Transaction);
  return plans;
}
