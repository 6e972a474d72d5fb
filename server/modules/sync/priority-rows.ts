import { type SQL, sql } from 'drizzle-orm';
import type { EntityName } from '#contract/entity-name.ts';
import { dayPlus, pacificDay, pacificInstant } from '#domain/time/pacific.ts';
import { sundayOf } from '#domain/time/week.ts';
import type { Transaction } from '#server/db/database.ts';
import { jsonRows, jsonValue } from '#server/db/json-rows.ts';
import type { PriorityPosition } from './pull-cursor.ts';
import type { IndexEntry } from './pull-entries.ts';

/** Rows of one entity that a full pull sends first. */
export interface PriorityRows {
  entity: EntityName;
  /** Ids, as text, of the rows that matter since a Pacific day. Without it, all rows of the entity. */
  recent?: (from: string) => SQL;
}

/**
 * What the first screens need, in this order: people and lookups, then the rows of the current pay period.
 *
 * Series count as recent until they end, because they have occurrences today.
 */
export const PRIORITY_ROWS: readonly PriorityRows[] = [
  { entity: 'pay_period' },
  { entity: 'service' },
  { entity: 'location' },
  { entity: 'school_closure' },
  { entity: 'provider' },
  { entity: 'client' },
  { entity: 'student' },
  { entity: 'student_service' },
  {
    entity: 'timecard',
    recent: (from) => sql`select id::text from timecards where work_date >= ${from}::date`,
  },
  {
    entity: 'lunch',
    recent: (from) =>
      sql`select id::text from lunch_breaks where lunch_start_time >= ${pacificInstant(from, '00:00')}::timestamptz`,
  },
  {
    entity: 'session',
    recent: (from) => sql`select id::text from sessions where session_date >= ${from}::date`,
  },
  {
    entity: 'calendar_event',
    recent: (from) =>
      sql`select id::text from calendar_events
        where recurring or event_end_date >= ${from}::date or original_date >= ${from}::date`,
  },
  {
    entity: 'timesheet',
    recent: (from) => sql`select id::text from timesheets where period_end_date >= ${from}::date`,
  },
];

/** If the period is unknown: longer than every pay period in use. */
const DAYS_WITHOUT_PERIOD = 16;

/** The first day of the current pay period, or of this week if that started earlier. A Pacific day. */
export async function firstRecentDay(tx: Transaction, now: string): Promise<string> {
  const today = pacificDay(now);
  const start = await jsonValue<string | null>(
    tx,
    sql`select coalesce(to_json(max(start_date)), 'null')::text as value from pay_periods
      where ${today}::date between start_date and end_date`,
  );
  const sunday = sundayOf(today);
  const period = start ?? dayPlus(today, -DAYS_WITHOUT_PERIOD);
  return period < sunday ? period : sunday;
}

interface Reading {
  userId: string;
  /** Horizon of the full pull. Later changes come with the main stream. */
  fresh: string;
}

function entriesOf(step: PriorityRows, from: string, { userId, fresh }: Reading): SQL {
  const recent = step.recent === undefined ? sql`` : sql`and c.id in (${step.recent(from)})`;
  return sql`
    from scope_members m
    join change_index c on c.scope = m.scope and c.entity = ${step.entity}
    where m.user_id = ${userId}::uuid and not m.has_left and m.xid < ${fresh}::xid8
      and not c.has_left and c.xid < ${fresh}::xid8 ${recent}
  `;
}

/**
 * The next entries of the head start, at most `limit`, and where to continue.
 *
 * They come again with the main stream, which alone decides what the device has in the end; the head start
 * only changes what it gets first.
 * @returns `next`: null once the head start is complete
 */
export async function priorityEntries(
  tx: Transaction,
  steps: readonly PriorityRows[],
  head: PriorityPosition,
  reading: Reading & { limit: number },
): Promise<{ entries: IndexEntry[]; next: PriorityPosition | null }> {
  const entries: IndexEntry[] = [];
  for (let at = head.step; at < steps.length; at += 1) {
    const step = steps[at] as PriorityRows;
    const after = at === head.step ? head.after : (['', ''] as const);
    const room = reading.limit - entries.length;
    const found = await jsonRows<IndexEntry>(
      tx,
      sql`
      select c.scope, c.entity, c.id, c.has_left, c.xid::text as xid, c.seq::text as seq
      ${entriesOf(step, head.from, reading)} and (c.scope, c.id) > (${after[0]}, ${after[1]})
      order by c.scope, c.id limit ${room + 1}::int
    `,
    );
    entries.push(...found.slice(0, room));
    if (found.length > room) {
      const last = found[room - 1];
      return {
        entries,
        next: { from: head.from, step: at, after: last === undefined ? [...after] : [last.scope, last.id] },
      };
    }
  }
  return { entries, next: null };
}

/** The number of entries in the head start. */
export async function countPriorityRows(
  tx: Transaction,
  steps: readonly PriorityRows[],
  from: string,
  reading: Reading,
): Promise<number> {
  if (steps.length === 0) return 0;
  const counts = steps.map((step) => sql`select count(*) as rows ${entriesOf(step, from, reading)}`);
  return jsonValue<number>(
    tx,
    sql`select sum(rows)::text as value from (${sql.join(counts, sql` union all `)}) counted`,
  );
}
