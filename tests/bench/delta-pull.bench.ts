import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordChanges } from '#server/db/change-index.ts';
import { type ApiWorld, openApiWorld, type Person } from '#tests/server/api-world.ts';
import { quantile } from './bench-world.ts';
import { addPageBench } from './page-code.ts';

const ROWS = [1_000, 10_000, 100_000] as const;
const CHANGES = [10, 100, 1_000] as const;
const REPEATS = 7;
const installedChromium = '/usr/bin/chromium';

let world: ApiWorld;
let browser: Browser;

beforeAll(async () => {
  world = await openApiWorld('postgres');
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const executablePath =
    process.env.CHROMIUM_PATH ?? (existsSync(installedChromium) ? installedChromium : null);
  browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
});

afterAll(async () => {
  await browser.close();
  await world.close();
});

/** Lunch breaks of one provider, over a few thousand years, as if they had always existed. */
async function fill(person: Person, rows: number): Promise<void> {
  await world.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into lunch_breaks (id, provider, lunch_start_time, lunch_duration, waiver_type, exception_reason,
        calendar_event_id, notes, source, captured_by, captured_at, received_at, version)
      select gen_random_uuid(), ${person.id}::uuid, '2026-03-01T19:00:00Z'::timestamptz - n * interval '1 day',
        30, '', '', null, 'As every day.', 'manual', ${person.id}::uuid, now(), now(), 1
      from generate_series(1, ${rows}::int) n
    `);
    await touch(tx, person, rows);
  });
  await world.db.execute(sql`analyze`);
}

type Tx = Parameters<Parameters<ApiWorld['db']['transaction']>[0]>[0];

/** Changes this many rows. */
async function touch(tx: Tx, person: Person, count: number): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update lunch_breaks set version = version + 1
    where id in (select id from lunch_breaks where provider = ${person.id}::uuid order by random() limit ${count}::int)
    returning id
  `);
  await recordChanges(
    tx,
    rows.map(({ id }) => ({ entity: 'lunch' as const, id, scopes: [`user:${person.id}`] })),
  );
}

test('a delta pull costs as much as changed, not as much as is stored', async () => {
  const origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  const medians = new Map<string, number>();
  for (const rows of ROWS) {
    const person = await world.addPerson();
    await fill(person, rows);
    const { token } = await world.signIn(person);
    const page = await browser.newPage({ bypassCSP: true });
    await page.goto(`${origin}/api/sync/ping/`);
    await addPageBench(page);
    const first = await page.evaluate((held) => window.bench.openDevice(held), token);
    expect(await page.evaluate(() => window.bench.rowsHere())).toBe(rows);
    console.log(
      `first pull of ${rows} rows, sealed: ${first.toFixed(0)} ms, ${Math.round((rows / first) * 1_000)} rows/s`,
    );
    for (const changes of CHANGES) {
      const times: number[] = [];
      for (let at = 0; at < REPEATS; at += 1) {
        await world.db.transaction((tx) => touch(tx, person, changes));
        times.push(await page.evaluate(() => window.bench.pull()));
      }
      medians.set(`${changes} of ${rows}`, quantile(times, 0.5));
    }
    await page.close();
  }
  for (const changes of CHANGES) {
    const [small = 0, middle = 0, large = 0] = ROWS.map((rows) => medians.get(`${changes} of ${rows}`));
    console.log(
      `delta of ${changes}: ${small.toFixed(1)} ms among 1,000, ${middle.toFixed(1)} among 10,000, ` +
        `${large.toFixed(1)} among 100,000; growth ${(large / small).toFixed(2)} (bar 1.5)`,
    );
  }
  expect(medians.size).toBe(ROWS.length * CHANGES.length);
});
