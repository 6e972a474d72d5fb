import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import { demo_marks } from '#server/db/schema/operations.ts';

/** Marks the database permanently: its passwords are public. */
export async function markAsDemo(tx: Transaction, seededAt: string): Promise<void> {
  await tx.insert(demo_marks).values({ seeded_at: seededAt }).onConflictDoNothing();
}

/** Whether the demo organization was ever seeded into this database. */
export async function isDemo(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select exists (select from demo_marks) as found`);
  return rows[0]?.found === true;
}
