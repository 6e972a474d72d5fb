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
} as const;

/** The demo organization on PostgreSQL, and a super admin who asks for its reports. */
export interface GrownDemo {
  world: ApiWorld;
  /** Of its database. */
  url: string;
  /** An access token. */
  token: string;
  /** Adds an earlier year with as much recorded work as the demo has. */
  addYear(): Promise<void>;
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
      await moveBack(world.db, years);
      await analyze(world.db);
    },
  };
}

function addressOf(db: Database): string {
  if (!('directUrl' in db) || typeof db.directUrl !== 'string') throw new Error('This is not PostgreSQL.');
  return db.directUrl;
}

/** Copies what was recorded to the same weekdays of an earlier year. The same year of a row has the same id. */
async function moveBack(db: Database, years: number): Promise<void> {
  const days = years * DAYS_OF_YEAR;
  const moved = (id: string) => `md5(${id}::text || '-${years}')::uuid`;
  for (const [table, { days: dayColumns, instants, refers }] of Object.entries(MOVED)) {
    const changes = [
      `'id', ${moved('t.id')}`,
      ...refers.map((column) => `'${column}', ${moved(`t.${column}`)}`),
      ...dayColumns.map((column) => `'${column}', t.${column} - ${days}`),
      ...instants.map((column) => `'${column}', t.${column} - interval '${days} days'`),
    ].join(', ');
    const newest = dayColumns[0] ?? `${instants[0]}::date`;
    await db.execute(
      sql.raw(`insert into ${table}
        select (jsonb_populate_record(t, jsonb_build_object(${changes}))).* from ${table} t
        where t.${newest} > date '${TODAY}' - ${DAYS_OF_YEAR}`),
    );
  }
}

async function analyze(db: Database): Promise<void> {
  await db.execute(sql`analyze`);
}
