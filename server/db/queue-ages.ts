import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Seconds since the oldest entry of each queue has been due; 0 where none is. */
export interface QueueAges {
  /** What an external task tracker still has to get. */
  tracker: number;
  /** Audit entries that aren't in the hash chain yet. */
  audit: number;
  /** Writes that wait for a person's decision. */
  quarantine: number;
  /** Scheduled reports that no mail server has taken yet. */
  reports: number;
}

/** Reads the ages of the server's queues; each costs a probe of an index. */
export async function readQueueAges(db: Database, now: Date): Promise<QueueAges> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const age = (oldest: ReturnType<typeof sql>) =>
    sql`greatest(0, coalesce(extract(epoch from ${at} - (${oldest})), 0))::float8`;
  const { rows } = await db.execute<QueueAges & Record<string, unknown>>(sql`
    select
      ${age(sql`select min(next_attempt_at) from tracker_deliveries where delivered < wanted`)} as tracker,
      ${age(sql`
        select min(at) from audit_entries
        where id > coalesce((select entry_id from audit_chain order by position desc limit 1), 0)
      `)} as audit,
      ${age(sql`select min(received_at) from quarantined_writes where decision = 'open'`)} as quarantine,
      ${age(sql`select min(due_at) from report_sendings where state = 'waiting'`)} as reports
  `);
  return rows[0] ?? { tracker: 0, audit: 0, quarantine: 0, reports: 0 };
}
