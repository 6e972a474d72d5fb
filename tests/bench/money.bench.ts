import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpointNamed, endpoints, isEndpointName } from '#contract/index.ts';
import { type GrownDemo, openGrownDemo } from './grown-demo.ts';

/** Multiples of the demo's 40 providers: `BENCH_SIZES=1,10,25`. */
const SIZES = (process.env.BENCH_SIZES ?? '1,10').split(',').map(Number);
const YEARS_BEFORE = 2;
const REPEATS = 3;
/** A report of a period in ms, by size: the targets of the design. */
const TARGETS_MS: Readonly<Record<number, number>> = { 1: 300, 10: 300, 25: 1_000 };
/** A report that reads every year takes three times as long once there are three. The target is 1.3. */
const GROWTH = 2;
/** What is quicker than this is not measured apart from noise. */
const NOISE_MS = 25;

const PAY_PERIOD = { start_date: '2026-11-01', end_date: '2026-11-15' };
const MONTH = { start_date: '2026-10-01', end_date: '2026-10-31' };

/** Every report of payroll, billing, and the Reports menu that is about some days. */
const REPORTS: readonly EndpointName[] = Object.keys(endpoints)
  .filter(isEndpointName)
  .filter((name) => /^(billing|payroll|report)\./.test(name))
  .filter((name) => {
    const { method, query } = endpointNamed(name);
    return method === 'GET' && query?.safeParse(MONTH).success === true;
  });

const daysOf = (name: EndpointName) => (name.startsWith('payroll.') ? PAY_PERIOD : MONTH);

describe.each(SIZES)('reports of one period, %i times the usual size', (size) => {
  let demo: GrownDemo;
  beforeAll(async () => {
    demo = await openGrownDemo(size);
  });
  afterAll(() => demo.world.close());

  /** The fastest of a few runs, in ms. */
  async function fastest(run: () => Promise<unknown>): Promise<number> {
    const taken: number[] = [];
    for (let round = 0; round < REPEATS; round += 1) {
      const began = performance.now();
      await run();
      taken.push(performance.now() - began);
    }
    return Math.min(...taken);
  }

  /** The lower bound: the database reads the sessions of these days once and hands them over as JSON. */
  const readOnce = ({ start_date, end_date }: typeof MONTH) =>
    fastest(() =>
      demo.world.db.execute(sql`select json_agg(s)::text from (select id, student_ids, client, service, provider,
          session_date, start_time, scheduled_minutes, actual_minutes, attendance from sessions
        where session_date between ${start_date}::date and ${end_date}::date and deleted_at is null) s`),
    );

  async function askAll(): Promise<Map<EndpointName, number>> {
    const { world, token } = demo;
    const taken = new Map<EndpointName, number>();
    for (const name of REPORTS) {
      const ms = await fastest(async () => {
        const { status, body } = await world.call(name, { query: daysOf(name), token });
        expect(status, `${name} ${body.message}`).toBe(200);
      });
      taken.set(name, ms);
    }
    return taken;
  }

  test('cost what the period holds, not how old the organization is', async () => {
    const one = await askAll();
    for (let year = 0; year < YEARS_BEFORE; year += 1) await demo.addYear();
    const least = { month: await readOnce(MONTH), period: await readOnce(PAY_PERIOD) };
    const all = await askAll();
    const { rows } = await demo.world.db.execute<{ sessions: string }>(
      sql`select count(*)::text as sessions from sessions`,
    );
    console.log(
      `${rows[0]?.sessions} sessions; read once: a month ${least.month.toFixed(0)} ms, a pay period ${least.period.toFixed(0)} ms`,
    );
    const grown: string[] = [];
    for (const [name, took] of all) {
      const before = one.get(name) ?? took;
      const bound = name.startsWith('payroll.') ? least.period : least.month;
      const target = TARGETS_MS[size] ?? Number.POSITIVE_INFINITY;
      console.log(
        `  ${name}: ${took.toFixed(0)} ms, ${(took / bound).toFixed(1)} × reading once, ` +
          `${(took / before).toFixed(2)} × of one year${took > target ? `, above the target of ${target} ms` : ''}`,
      );
      if (took > before * GROWTH + NOISE_MS) grown.push(name);
    }
    expect(grown).toEqual([]);
  });
});
