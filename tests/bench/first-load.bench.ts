import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { chromium } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealServer } from '#tests/support/real-server.ts';
import { quantile } from './bench-world.ts';

const ROUNDS = 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

let folder: string;
let server: RealServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caseload-first-load-'));
  // Without demo accounts, as people run it.
  server = new RealServer(path.join(folder, 'data'), {
    env: { CASELOAD_MODE: 'production', CASELOAD_SECRET: 'a secret of the benchmark, 32 characters' },
  });
  await server.start();
});
afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

/** One visit by a phone that has never been here, on Lighthouse's slow network and CPU. */
async function visit(round: number): Promise<RunnerResult['lhr']> {
  const port = 9_400 + round;
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH === undefined ? {} : { executablePath: process.env.CHROMIUM_PATH }),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(`${server.address}/login`, {
      port,
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
    });
    if (result === undefined) throw new Error('Lighthouse gave no result.');
    return result.lhr;
  } finally {
    await browser.close();
  }
}

test('the login page, first load on a phone', async () => {
  const visits: RunnerResult['lhr'][] = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(round));
  for (const category of CATEGORIES) {
    const scores = visits.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
    console.log(`${category.padEnd(16)} median ${quantile(scores, 0.5)}, of ${scores.join(', ')}`);
  }
  for (const audit of [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'speed-index',
  ]) {
    const times = visits.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN);
    console.log(
      `${audit.padEnd(26)} median ${quantile(times, 0.5).toFixed(0).padStart(5)} ms, ` +
        `slowest ${Math.max(...times)
          .toFixed(0)
          .padStart(5)} ms`,
    );
  }
  const shifts = visits.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? Number.NaN);
  console.log(`layout shift               largest ${Math.max(...shifts).toFixed(3)}`);
  expect(visits).toHaveLength(ROUNDS);
});
