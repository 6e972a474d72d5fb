import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpointNamed, endpoints, isEndpointName } from '#contract/index.ts';
import { blocksRead } from './blocks-read.ts';
import { type GrownDemo, openGrownDemo } from './grown-demo.ts';

/** Multiples of the demo's 40 providers: `BENCH_SIZES=1,10,25`. */
const SIZES = (process.env.BENCH_SIZES ?? '1,10').split(',').map(Number);
/** Earlier years: `BENCH_YEARS=0` leaves them out, for sizes that take too long otherwise. */
const YEARS_BEFORE = Number(process.env.BENCH_YEARS ?? '2');
const REPEATS = 3;
/** A report of a period in ms, by size: the targets of the design. */
const TARGETS_MS: Readonly<Record<number, number>> = { 1: 300, 10: 300, 25: 1_000 };
/**
 * A report that reads every year reads three times as much once there are three. What it reads doesn't depend on what else
 * the machine does, as times do.
 */
const GROWTH = 1.3;
/** Some more levels of an index, and an estimate that fits a larger table. */
const NOISE_BLOCKS = 200;

const PAY_PERIOD = { start_date: '2026-11-01', end_date: '2026-11-15' };
const MONTH = { start_date: '2026-10-01', end_date: '2026-10-31' };

/** Every report of payroll, billing, and the Reports menu that is about some days; `BENCH_REPORTS=sum-` asks only for some. */
const REPORTS: readonly EndpointName[] = Object.keys(endpoints)
  .filter(isEndpointName)
  .filter((name) => /^(billing|payroll|report)\./.test(name))
  .filter((name) => {
    const { method, query } = endpointNamed(name);
    return method === 'GET' && query?.safeParse(MONTH).success === true;
  })
  .filter((name) => new RegExp(process.env.BENCH_REPORTS ?? '').test(name));

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

  test('send a page of billing lines, not all of them', async () => {
    const { world, token } = demo;
    const ask = async (query: Record<string, unknown>, name: EndpointName = 'billing.list-lines') => {
      const { status, body } = await world.call(name, { query: { ...MONTH, ...query } as never, token });
      expect(status).toBe(200);
      return body as unknown as { lines: unknown[]; next: string | null; clients: unknown[] };
    };
    let [bytes, lines] = [0, 0];
    const took = async (run: () => Promise<unknown>) => {
      const began = performance.now();
      await run();
      return performance.now() - began;
    };
    const all = await took(async () => {
      for (let after: string | null = ''; after !== null; ) {
        const page = await ask({ limit: 2_000, ...(after !== '' && { after }) });
        bytes += JSON.stringify(page).length;
        lines += page.lines.length;
        after = page.next;
      }
    });
    const first = await ask({ limit: 300 });
    const page = await fastest(() => ask({ limit: 300 }));
    const later = await fastest(() => ask({ limit: 300, after: '2026-10-20 10:00' }));
    const sums = await fastest(() => ask({}, 'billing.sum-lines'));
    const clients = await fastest(() => ask({}, 'billing.sum-clients'));
    console.log(
      `${lines} billing lines: all of them ${all.toFixed(0)} ms and ${(bytes / 1e6).toFixed(1)} MB; the first page ` +
        `${page.toFixed(0)} ms (${(all / page).toFixed(0)} × faster) and ${(JSON.stringify(first).length / 1e6).toFixed(2)} MB, ` +
        `one of the middle ${later.toFixed(0)} ms, their totals ${sums.toFixed(0)} ms, the sums of clients ${clients.toFixed(0)} ms`,
    );
    expect(first.lines.length).toBeLessThan(lines / 3);
    expect(page).toBeLessThan(all / 3);
  });

  interface Cost {
    ms: number;
    blocks: number;
    statements: number;
  }

  async function askAll(): Promise<Map<EndpointName, Cost>> {
    const { world, token, url } = demo;
    const costs = new Map<EndpointName, Cost>();
    for (const name of REPORTS) {
      const ask = async () => {
        const { status, body } = await world.call(name, { query: daysOf(name), token });
        expect(status, `${name} ${body.message}`).toBe(200);
      };
      costs.set(name, { ms: await fastest(ask), ...(await blocksRead(url, ask)) });
    }
    return costs;
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
    for (const [name, { ms: took, blocks, statements }] of all) {
      const before = one.get(name) ?? { ms: took, blocks };
      const bound = name.startsWith('payroll.') ? least.period : least.month;
      const target = TARGETS_MS[size] ?? Number.POSITIVE_INFINITY;
      console.log(
        `  ${name}: ${took.toFixed(0)} ms, ${(took / bound).toFixed(1)} × reading once, ` +
          `${(took / before.ms).toFixed(2)} × of one year${took > target ? `, above the target of ${target} ms` : ''}; ` +
          `${statements} statements, ${blocks} blocks, ${(blocks / before.blocks).toFixed(2)} × of one year`,
      );
      if (blocks > before.blocks * GROWTH + NOISE_BLOCKS) grown.push(name);
    }
    expect(grown).toEqual([]);
  });
});
