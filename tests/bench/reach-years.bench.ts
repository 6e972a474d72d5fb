import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_SIGN_INS } from '#server/db/seed/demo-sign-ins.ts';
import { purgeExpired } from '#server/modules/sync/pull-retention.ts';
import { quantile } from './bench-world.ts';
import { type GrownDemo, openGrownDemo } from './grown-demo.ts';

const SCALE = Number(process.env.BENCH_SCALE ?? 1);
const REPEATS = 5;
const PULLS = 20;
const ROLES = ['Provider', 'Service Lead', 'Supervisor', 'Admin'] as const;
type Role = (typeof ROLES)[number];
/** A pay period, and a fiscal year. */
const SPANS = {
  period: { start_date: '2026-11-01', end_date: '2026-11-15' },
  year: { start_date: '2025-07-01', end_date: '2026-06-30' },
} as const;

let demo: GrownDemo;
const tokens = new Map<Role, string>();

beforeAll(async () => {
  demo = await openGrownDemo(SCALE);
  for (const role of ROLES) {
    const known = DEMO_SIGN_INS.find(({ label }) => label === role);
    if (known === undefined) throw new Error(`The demo has no ${role}.`);
    const { email, password } = known;
    const { status, body } = await demo.world.call('auth.login', { body: { email, password } });
    if (status !== 200) throw new Error(`${role} could not log in: ${status}`);
    tokens.set(role, body.token);
  }
});
afterAll(() => demo.world.close());

interface FirstPull {
  rows: number;
  /** Of the JSON of its rows. */
  bytes: number;
  ms: number;
  byEntity: Record<string, { rows: number; bytes: number }>;
  /** Where the next pull continues. */
  cursor: string;
}

function pullPage(role: Role, cursor: string | undefined) {
  return demo.world.call('sync.pull', {
    token: tokens.get(role) ?? '',
    query: { limit: '1000', ...(cursor === undefined ? {} : { cursor }) },
  });
}

/** Everything that a new device gets, page by page, as the server sends it. */
async function firstPull(role: Role): Promise<FirstPull> {
  const found: FirstPull = { rows: 0, bytes: 0, ms: 0, byEntity: {}, cursor: '' };
  const start = performance.now();
  for (let cursor: string | undefined, more = true; more; ) {
    const { status, body } = await pullPage(role, cursor);
    if (status !== 200) throw new Error(`The pull was answered with ${status}.`);
    for (const { entity, row } of body.changes) {
      const bytes = JSON.stringify(row).length;
      const one = found.byEntity[entity] ?? { rows: 0, bytes: 0 };
      found.byEntity[entity] = one;
      one.rows += 1;
      one.bytes += bytes;
      found.rows += 1;
      found.bytes += bytes;
    }
    cursor = body.cursor;
    found.cursor = body.cursor;
    more = body.more;
  }
  found.ms = performance.now() - start;
  return found;
}

async function quickest(role: Role): Promise<FirstPull> {
  const runs: FirstPull[] = [];
  for (let at = 0; at < REPEATS; at += 1) runs.push(await firstPull(role));
  return runs.reduce((best, run) => (run.ms < best.ms ? run : best));
}

async function median(ask: () => Promise<{ status: number }>): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < PULLS; at += 1) {
    const start = performance.now();
    const { status } = await ask();
    times.push(performance.now() - start);
    if (status !== 200) throw new Error(`The answer was ${status}.`);
  }
  return quantile(times, 0.5);
}

interface Aged {
  pulls: Record<Role, FirstPull>;
  deltas: Record<Role, number>;
  /** Milliseconds, by what was asked for. */
  lists: Record<string, number>;
}

/** What devices and the office's lists cost, as old as the organization is now. */
async function measure(): Promise<Aged> {
  const token = tokens.get('Admin') ?? '';
  const pulls = {} as Aged['pulls'];
  const deltas = {} as Aged['deltas'];
  for (const role of ROLES) {
    pulls[role] = await quickest(role);
    deltas[role] = await median(() => pullPage(role, pulls[role].cursor));
  }
  const lists: Aged['lists'] = {};
  for (const [name, span] of Object.entries(SPANS)) {
    lists[`page of a ${name}`] = await median(() =>
      demo.world.call('session.list', { token, query: { ...span, limit: '300' } }),
    );
    lists[`totals of a ${name}`] = await median(() => demo.world.call('session.sum', { token, query: span }));
  }
  return { pulls, deltas, lists };
}

async function countOf(table: string): Promise<number> {
  const { rows } = await demo.world.db.execute<{ found: number }>(
    sql`select count(*)::int as found from ${sql.identifier(table)}`,
  );
  return rows[0]?.found ?? 0;
}

const each = (ages: readonly Aged[], figure: (age: Aged) => number, digits = 0) =>
  ages.map((age) => figure(age).toFixed(digits)).join(' → ');

test('what devices hold and lists cost follows the fiscal years and months in work, not the age of the organization', async () => {
  const ages: Aged[] = [await measure()];
  for (let year = 2; year <= 3; year += 1) {
    await demo.addHeldYear();
    ages.push(await measure());
  }
  const [first, second, third] = ages;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('Nothing was measured.');
  console.log(
    `scale ${SCALE}, ${await countOf('providers')} providers, ${await countOf('sessions')} sessions`,
  );
  for (const role of ROLES) {
    const ratio = (later: Aged, earlier: Aged, figure: 'rows' | 'bytes' | 'ms') =>
      (later.pulls[role][figure] / earlier.pulls[role][figure]).toFixed(2);
    console.log(
      `${role}: first pull ${each(ages, ({ pulls }) => pulls[role].rows)} rows, ` +
        `${each(ages, ({ pulls }) => pulls[role].bytes / 1e6, 2)} MB, ${each(ages, ({ pulls }) => pulls[role].ms)} ms; ` +
        `third year against first: rows ${ratio(third, first, 'rows')}, bytes ${ratio(third, first, 'bytes')}, time ` +
        `${ratio(third, first, 'ms')}; against second: rows ${ratio(third, second, 'rows')}, bytes ` +
        `${ratio(third, second, 'bytes')}; delta pull without news ${each(ages, ({ deltas }) => deltas[role], 1)} ms`,
    );
  }
  for (const entity of Object.keys(third.pulls.Provider.byEntity)) {
    const rows = ages.map(({ pulls }) => pulls.Provider.byEntity[entity]?.rows ?? 0);
    const kB = ages.map(({ pulls }) => Math.round((pulls.Provider.byEntity[entity]?.bytes ?? 0) / 1e3));
    if (rows[0] !== rows[2])
      console.log(`provider, ${entity}: ${rows.join(' → ')} rows, ${kB.join(' → ')} kB`);
  }
  for (const name of Object.keys(third.lists)) {
    console.log(`sessions, ${name}: ${each(ages, ({ lists }) => lists[name] ?? Number.NaN, 1)} ms`);
  }
  const before = await countOf('change_index');
  await purgeExpired(demo.world.db, demo.world.clock.now.toISOString());
  const after = await countOf('change_index');
  const providers = await countOf('providers');
  console.log(
    `index: ${Math.round(before / providers)} entries per provider, ${Math.round(after / providers)} after the sweep`,
  );

  // From the second year on, only what isn't held by fiscal years still grows.
  for (const entity of ['session', 'soap_note', 'goal_entry']) {
    const [now, then] = [third, second].map(({ pulls }) => pulls.Provider.byEntity[entity]?.rows ?? 0);
    expect(now).toBeLessThanOrEqual((then ?? 0) * 1.05);
  }
  expect(third.pulls.Admin.rows).toBeLessThanOrEqual(first.pulls.Admin.rows * 1.1);
});
