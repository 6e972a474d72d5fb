import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DemoName } from '#tests/support/real-server.ts';
import {
  type BenchWorld,
  firstPullDone,
  noteShown,
  openBenchWorld,
  quantile,
  signIn,
} from './bench-world.ts';

const STARTS = 9;

let world: BenchWorld;

beforeAll(async () => {
  world = await openBenchWorld({ scale: 2, viewport: { width: 390, height: 844 } });
});
afterAll(() => world.close());

async function startTimes(page: Page, address: string, selector: string): Promise<number[]> {
  const times: number[] = [];
  await page.goto(address);
  await page.addInitScript(noteShown, selector);
  for (let at = 0; at < STARTS; at += 1) {
    await page.reload({ waitUntil: 'commit' });
    const shown = await page.waitForFunction(() => (window as { shownAfter?: number }).shownAfter);
    times.push((await shown.jsonValue()) ?? Number.NaN);
  }
  return times;
}

async function startOf(name: DemoName, selector: string): Promise<{ rows: number; times: number[] }> {
  world.network.comeBack();
  const page = await world.context.newPage();
  await page.goto('/login-support');
  await signIn(page, name);
  const rows = await firstPullDone(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  world.network.cutOff();
  const times = await startTimes(page, '/my-sessions', selector);
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  await page.close();
  return { rows, times };
}

test('an offline start until My Sessions is usable', async () => {
  const provider = await startOf('provider', 'ol[aria-label="Day"] li');
  const admin = await startOf('admin', '[aria-labelledby="sessions-heading"]');
  const page = await world.context.newPage();
  const bare = quantile(await startTimes(page, '/login-support', 'h1'), 0.5);

  for (const { rows, times } of [provider, admin]) {
    const median = quantile(times, 0.5);
    console.log(
      `offline start to My Sessions, ${rows} rows on the device: median ${median.toFixed(0)} ms, ` +
        `slowest ${Math.max(...times).toFixed(0)} ms; a page without data: ${bare.toFixed(0)} ms; ` +
        `ratio ${(median / bare).toFixed(2)} (bar 1.6 of an empty app)`,
    );
    expect(times).toHaveLength(STARTS);
  }
});
