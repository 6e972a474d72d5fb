import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quantile } from './bench-world.ts';
import { addPageBench } from './page-code.ts';

const installedChromium = '/usr/bin/chromium';
const REPEATS = 5;
/** As many students as a list shows. */
const SHOWN = 50;
const TARGET_MS = 50;

let server: Server;
let browser: Browser;

beforeAll(async () => {
  // Only a page of its own origin, on which a browser allows storage and encryption.
  server = createServer((_, answer) => answer.end('<!doctype html><title>Bench</title>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const executablePath =
    process.env.CHROMIUM_PATH ?? (existsSync(installedChromium) ? installedChromium : null);
  browser = await chromium.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
});

afterAll(async () => {
  await browser.close();
  server.close();
});

async function openPage(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await addPageBench(page);
  return page;
}

test('the names of a screen cost what it shows, not how many students the device has', async () => {
  for (const count of [1_000, 25_000]) {
    const page = await openPage();
    const ids = await page.evaluate((students) => window.bench.holdStudents(students, 0), count);
    const shown = ids.filter((_, at) => at % Math.floor(count / SHOWN) === 0).slice(0, SHOWN);
    const runs = [];
    for (let at = 0; at < REPEATS; at += 1) {
      runs.push(await page.evaluate((wanted) => window.bench.nameStudents(wanted), shown));
    }
    expect(runs.map(({ named }) => named)).toEqual(runs.map(() => SHOWN));
    const byId = quantile(
      runs.map((run) => run.byId),
      0.5,
    );
    const directory = quantile(
      runs.map((run) => run.directory),
      0.5,
    );
    console.log(
      `names of ${SHOWN} out of ${count} students: ${byId.toFixed(1)} ms by id, ${directory.toFixed(0)} ms ` +
        `from the whole directory, ratio ${(byId / directory).toFixed(3)} (target ${TARGET_MS} ms)`,
    );
    expect(byId).toBeLessThan(directory);
    await page.close();
  }
});

test('leaving 500 scopes costs what leaves', async () => {
  const [students, leaving] = [2_000, 500];
  const found = [];
  for (const how of ['together', 'one by one'] as const) {
    const page = await openPage();
    const ids = await page.evaluate((count) => window.bench.holdStudents(count, count), students);
    const left = await page.evaluate(([gone, way]) => window.bench.leave(gone, way), [
      ids.slice(0, leaving),
      how,
    ] as const);
    found.push(left);
    await page.close();
  }
  const [together, before] = found;
  console.log(
    `leaving ${leaving} of ${students} students: ${together?.ms.toFixed(0)} ms together, ` +
      `${before?.ms.toFixed(0)} ms one scope after another, ${((before?.ms ?? 0) / (together?.ms ?? 1)).toFixed(0)} ×`,
  );
  expect(together?.left).toBe(before?.left);
});
