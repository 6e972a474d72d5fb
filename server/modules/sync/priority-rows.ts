import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { ENTITY_NAMES, type EntityName } from '#contract/entity-name.ts';
import { dayPlus, pacificDay, pacificInstant } from '#domain/time/pacific.ts';
import { sundayOf } from '#domain/time/week.ts';
import type { Transaction } from '#server/db/database.ts';
import { type ScopeReader, standingScopes } from '#server/db/follows.ts';
import { jsonRows, jsonValue } from '#server/db/json-rows.ts';
import type { PriorityPosition } from './pull-cursor.ts';
import type { IndexEntry } from './pull-entries.ts';

/** One step of a full pull: rows of one entity. */
export interface PriorityRows {
  entity: EntityName;
  /** Ids, as text, of the rows that matter since a Pacific day. Without it, all rows of the entity. */
  recent?: (from: string) => SQL;
}

/** The steps of a full pull, in order. Each entity has a step without `recent`, so that nothing is left out. */
export interface PullOrder {
  steps: readonly PriorityRows[];
  /** The first step after those that the first screens need. */
  rest: number;
  /** The first step of the entities that screens can do without for a while. */
  late: number;
  /** Names these steps. A cursor in the middle of others can't be continued. */
  name: string;
}

/** Lists that may be far longer than all else together, and that nobody waits for: codes of diagnoses and procedures. */
const LATE: readonly EntityName[] = ['clinical_code'];

/** What the steps of the first screens leave, in this order: lookups, then the files of students, then work of any day. */
const THEN: readonly EntityName[] = [
  'goal_option',
  'plan_option',
  'parent',
  'goal',
  'student_note',
  'attachment',
];

/** @param first the steps that the first screens need */
export function pullOrder(first: readonly PriorityRows[]): PullOrder {
  const whole = first.filter(({ recent }) => recent === undefined).map(({ entity }) => entity);
  const rest = [...new Set([...THEN, ...ENTITY_NAMES])].filter(
    (entity) => !whole.includes(entity) && !LATE.includes(entity),
  );
  const steps: PriorityRows[] = [...first, ...[...rest, ...LATE].map((entity) => ({ entity }))];
  const words = steps.map(({ entity, recent }) => (recent === undefined ? entity : `recent ${entity}`));
  return {
    steps,
    rest: first.length,
    late: steps.length - LATE.length,
    name: createHash('sha256').update(words.join()).digest('hex').slice(0, 8),
  };
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

interface Reading extends ScopeReader {
  /** Horizon of the full pull. Later changes come with the main stream. */
  fresh: string;
  /** Maximum number of entries. */
  limit: number;
}

/** Scope by scope, so that each page continues in the index where the last one ended. */
function entriesOf({ entity }: PriorityRows, [scope, id]: readonly [string, string], reading: Reading): SQL {
  return sql`
    select n.scope, n.entity, n.id, n.has_left, n.xid::text as xid, n.seq::text as seq
    from (
      select scope, case when scope = ${scope} then ${id} else '' end as id
      from ${standingScopes(reading)} standing
      where xid < ${reading.fresh}::xid8 and scope >= ${scope}
    ) m
    cross join lateral (
      select * from change_index c
      where c.scope = m.scope and c.entity = ${entity} and c.id > m.id
        and not c.has_left and c.xid < ${reading.fresh}::xid8
      order by c.id limit ${reading.limit}::int
    ) n
    order by m.scope, n.id limit ${reading.limit}::int
  `;
}

function recentFrom({ entity, recent }: PriorityRows, from: string, reading: Omit<Reading, 'limit'>): SQL {
  return sql`
    from ${standingScopes(reading)} m
    join change_index c on c.scope = m.scope and c.entity = ${entity}
    where m.xid < ${reading.fresh}::xid8
      and not c.has_left and c.xid < ${reading.fresh}::xid8
      and c.id in (${recent?.(from) ?? sql`select null`})
  `;
}

function recentEntriesOf(
  step: PriorityRows,
  from: string,
  [scope, id]: readonly [string, string],
  reading: Reading,
): SQL {
  return sql`
    select c.scope, c.entity, c.id, c.has_left, c.xid::text as xid, c.seq::text as seq
    ${recentFrom(step, from, reading)} and (c.scope, c.id) > (${scope}, ${id})
    order by c.scope, c.id limit ${reading.limit}::int
  `;
}

/**
 * The next entries of a full pull as it began, at most `limit`, and where to continue.
 *
 * Whatever is written later is part of the main stream, and so is what leaves: an entry that changes is no longer one
 * from before. Recent rows come twice, the second time with all rows of their entity.
 * @returns `next`: null once all has been sent
 */
export async function stepEntries(
  tx: Transaction,
  { steps }: PullOrder,
  head: PriorityPosition,
  reading: Reading,
): Promise<{ entries: IndexEntry[]; next: PriorityPosition | null }> {
  const entries: IndexEntry[] = [];
  for (let at = head.step; at < steps.length; at += 1) {
    const step = steps[at] as PriorityRows;
    const after = at === head.step ? head.after : (['', ''] as const);
    const room = reading.limit - entries.length;
    const asked = { ...reading, limit: room + 1 };
    const found = await jsonRows<IndexEntry>(
      tx,
      step.recent === undefined
        ? entriesOf(step, after, asked)
        : recentEntriesOf(step, head.from, after, asked),
    );
    entries.push(...found.slice(0, room));
    if (found.length > room) {
      const last = found[room - 1];
      return {
        entries,
        next: { ...head, step: at, after: last === undefined ? [...after] : [last.scope, last.id] },
      };
    }
  }
  return { entries, next: null };
}

/** How many entries come twice, because they are recent. */
export async function countRecent(
  tx: Transaction,
  { steps }: PullOrder,
  from: string,
  reading: Omit<Reading, 'limit'>,
): Promise<number> {
  const counts = steps
    .filter(({ recent }) => recent !== undefined)
    .map((step) => sql`select count(*) as rows ${recentFrom(step, from, reading)}`);
  if (counts.length === 0) return 0;
  return jsonValue<number>(
    tx,
    sql`select sum(rows)::text as value from (${sql.join(counts, sql` union all `)}) counted`,
  );
}
