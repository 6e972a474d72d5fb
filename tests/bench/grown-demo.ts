import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { seedDemo } from '#server/db/seed/demo.ts';
import { DEMO_SIGN_INS } from '#server/db/seed/demo-sign-ins.ts';
import { type ApiWorld, openApiWorld } from '#tests/server/api-world.ts';

/** A Tuesday: the first half of the month and the month before are over. */
const TODAY = '2026-11-17';
/** Whole weeks, so that work stays on its weekdays. */
const DAYS_OF_YEAR = 364;

/** What each table's rows are moved by: days, and instants with them. */
const MOVED = {
  sessions: { days: ['session_date'], instants: ['captured_at', 'received_at'], refers: [] },
  timecards: { days: ['work_date'], instants: ['started_at', 'ended_at', 'captured_at'], refers: [] },
  lunch_breaks: { days: [], instants: ['lunch_start_time', 'lunch_end_time', 'captured_at'], refers: [] },
  soap_notes: { days: ['note_date'], instants: ['signed_at', 'captured_at'], refers: ['session'] },
  invoice_lines: { days: ['session_date'], instants: [], refers: ['session'] },
} as const satisfies Readonly<Record<string, Moved>>;

/** What devices hold besides. A series has the days that it was moved to; its excluded days and changed occurrences stay out. */
const ALSO_HELD: Readonly<Record<string, Moved>> = {
  goal_entries: { days: [], instants: [], refers: ['soap_note'], dayOf: 'soap_notes' },
  timesheets: {
    ...{
      days: ['period_start_date', 'period_end_date'],
      instants: ['captured_at', 'received_at'],
      refers: [],
    },
  },
  calendar_events: { days: ['event_start_date', 'event_end_date'], instants: [], refers: [] },
};

interface Moved {
  days: readonly string[];
  instants: readonly string[];
  /** Columns that name rows which are moved too. */
  refers: readonly string[];
  /** The table of the row that says when it was, where it doesn't say so itself. */
  dayOf?: string;
}

/** The entities of moved rows that devices hold. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ sessions: 'session', timecards: 'timecard', lunch_breaks: 'lunch', soap_notes: 'soap_note' },
  ...{ goal_entries: 'goal_entry', timesheets: 'timesheet', calendar_events: 'calendar_event' },
};

/** The demo organization on PostgreSQL, and a super admin who asks for its reports. */
export interface GrownDemo {
  world: ApiWorld;
  /** Of its database. */
  url: string;
  /** An access token. */
  token: string;
  /** Adds an earlier year with as much recorded work as the demo has. */
  addYear(): Promise<void>;
  /**
   * The same for devices: with goal results, timesheets, and events, all of it finished, and in the index as if it had been
   * recorded then.
   */
  addHeldYear(): Promise<void>;
}

/**
 * @param scale a multiple of the demo's usual 40 providers
 */
export async function openGrownDemo(scale: number): Promise<GrownDemo> {
  const world = await openApiWorld('postgres', { isSettled: false });
  const now = `${TODAY}T18:00:00.000Z`;
  world.clock.now = new Date(now);
  await seedDemo(world.db, { today: TODAY, now, scale });
  await analyze(world.db);
  const [{ email, password }] = DEMO_SIGN_INS;
  const { status, body } = await world.call('auth.login', { body: { email, password } });
  if (status !== 200) throw new Error(`The super admin could not log in: ${status}`);
  let years = 0;
  return {
    world,
    url: addressOf(world.db),
    token: body.token,
    async addYear() {
      years += 1;
      await moveBack(world.db, years, MOVED);
      await analyze(world.db);
    },
    async addHeldYear() {
      years += 1;
      await moveBack(world.db, years, { ...MOVED, ...ALSO_HELD });
      await finish(world.db, years);
      await indexMoved(world.db, years);
      await analyze(world.db);
    },
  };
}

function addressOf(db: Database): string {
  if (!('directUrl' in db) || typeof db.directUrl !== 'string') throw new Error('This is not PostgreSQL.');
  return db.directUrl;
}

/** Copies what was recorded to the same weekdays of an earlier year. The same year of a row has the same id. */
async function moveBack(db: Database, years: number, tables: Readonly<Record<string, Moved>>): Promise<void> {
  const days = years * DAYS_OF_YEAR;
  const moved = (id: string) => `md5(${id}::text || '-${years}')::uuid`;
  for (const [table, { days: dayColumns, instants, refers, dayOf }] of Object.entries(tables)) {
    const changes = [
      `'id', ${moved('t.id')}`,
      ...refers.map((column) => `'${column}', ${moved(`t.${column}`)}`),
      ...dayColumns.map((column) => `'${column}', t.${column} - ${days}`),
      ...instants.map((column) => `'${column}', t.${column} - interval '${days} days'`),
    ].join(', ');
    const newest = dayColumns[0] ?? `${instants[0]}::date`;
    const isOfYear =
      dayOf === undefined
        ? `t.${newest} > date '${TODAY}' - ${DAYS_OF_YEAR}`
        : `exists (select from ${dayOf} d where d.id = ${moved(`t.${refers[0]}`)})`;
    await db.execute(
      sql.raw(`insert into ${table}
        select (jsonb_populate_record(t, jsonb_build_object(${changes}))).* from ${table} t where ${isOfYear}`),
    );
  }
}

const IS_COPY = (table: string, years: number) =>
  `id in (select md5(o.id::text || '-${years}')::uuid from ${table} o)`;

/** Work of earlier years waits for nothing any more. */
async function finish(db: Database, years: number): Promise<void> {
  for (const [table, values] of [
    ['sessions', "approval_request = 'none'"],
    ['soap_notes', "state = 'signed', needs_co_sign = false"],
    ['timesheets', "status = 'approved'"],
  ] as const) {
    await db.execute(sql.raw(`update ${table} set ${values} where ${IS_COPY(table, years)}`));
  }
}

/** The index of the copies: the scopes of what they are copies of, in the fiscal years and months of their own days. */
async function indexMoved(db: Database, years: number): Promise<void> {
  const days = years * DAYS_OF_YEAR;
  for (const [table, entity] of Object.entries(ENTITIES)) {
    await db.execute(
      sql.raw(`insert into change_index (scope, entity, id, has_left, xid, seq, changed_at)
        select distinct on (place.scope, md5(c.id || '-${years}')::uuid)
          place.scope, c.entity, md5(c.id || '-${years}')::uuid::text, false, pg_current_xact_id(), c.seq, c.changed_at
        from change_index c join ${table} t on t.id = md5(c.id || '-${years}')::uuid,
        lateral (select case
          when c.scope ~ ':\\d{4}-\\d{2}$' then left(c.scope, -7)
            || to_char(to_date(right(c.scope, 7), 'YYYY-MM') + 14 - ${days}, 'YYYY-MM')
          when c.scope ~ ':fy\\d{4}$' then left(c.scope, -4) || (right(c.scope, 4)::int - ${years})
          else c.scope end as scope) place
        where c.entity = '${entity}' and not c.has_left and c.scope !~ ':open$'`),
    );
  }
}

async function analyze(db: Database): Promise<void> {
  await db.execute(sql`analyze`);
}
