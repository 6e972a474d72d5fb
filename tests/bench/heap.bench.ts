import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BenchWorld, firstPullDone, openBenchWorld, signIn } from './bench-world.ts';

let world: BenchWorld;

beforeAll(async () => {
  world = await openBenchWorld({ scale: 3, viewport: { width: 1440, height: 900 } });
});
afterAll(() => world.close());

/** The page's heap after a full garbage collection, in megabytes. */
async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return usedSize / 1_048_576;
}

test('the heap after the first pull of an office device', async () => {
  const page = await world.context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').waitFor();
  const bare = await heapOf(page);
  await signIn(page, 'admin');
  const rows = await firstPullDone(page);
  // The pulled rows are on disk; only the screen is in memory.
  await page.waitForTimeout(1_000);
  const pulled = await heapOf(page);
  await page.goto('/my-sessions');
  await page.getByRole('button', { name: 'Add session' }).waitFor();
  const working = await heapOf(page);
  console.log(
    `heap: log-in page ${bare.toFixed(1)} MB; after the first pull of ${rows} rows ${pulled.toFixed(1)} MB; ` +
      `My Sessions ${working.toFixed(1)} MB; ratio ${(pulled / bare).toFixed(1)}`,
  );
  expect(rows).toBeGreaterThan(45_000);
});
