import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { skipTour } from '#tests/e2e/no-animation.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { DEMO_PASSWORD, type DemoName, demoEmail, RealServer } from '#tests/support/real-server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const installedChromium = '/usr/bin/chromium';

export interface BenchWorld {
  server: RealServer;
  network: FaultProxy;
  /** A browser with a profile on disk. */
  context: BrowserContext;
  close(): Promise<void>;
}

/** A demo organization at a multiple of its usual size, the built server, a browser. */
export async function openBenchWorld(options: {
  scale: number;
  viewport: { width: number; height: number };
}): Promise<BenchWorld> {
  const folder = await mkdtemp(path.join(tmpdir(), 'caseload-bench-'));
  const dataDir = path.join(folder, 'data');
  const seeded = spawnSync(
    process.execPath,
    [path.join(root, 'dist/server/server.js'), 'seed', '--scale', String(options.scale)],
    {
      env: { PATH: process.env.PATH, TZ: 'UTC', NODE_ENV: 'production', DATA_DIR: dataDir },
      encoding: 'utf8',
    },
  );
  if (seeded.status !== 0) throw new Error(`The demo was not seeded.\n${seeded.stderr}`);
  const server = new RealServer(dataDir);
  await server.start();
  const network = new FaultProxy(() => server.address);
  await network.start();
  const executablePath =
    process.env.CHROMIUM_PATH ?? (existsSync(installedChromium) ? installedChromium : null);
  const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    ...(executablePath === null ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    viewport: options.viewport,
    baseURL: network.address,
    // Measurements inject their own code into the page.
    bypassCSP: true,
    timezoneId: 'America/Los_Angeles',
  });
  await skipTour(context);
  return {
    server,
    network,
    context,
    close: async () => {
      await context.close();
      await network.stop();
      await server.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

export async function signIn(page: Page, name: DemoName): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(demoEmail(name));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('status', { name: 'Sync' }).waitFor();
}

/**
 * Resolves when the first pull is completely stored.
 * @returns how many changes it delivered
 */
export async function firstPullDone(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const answerOf = <Result>(asked: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const known = (await indexedDB.databases()).map(({ name }) => name ?? '');
      const name = known.find((one) => one !== 'caseload-device');
      if (name === undefined) continue;
      const database = await answerOf(indexedDB.open(name));
      const position = await answerOf(database.transaction('meta').objectStore('meta').get('position'));
      database.close();
      if (position !== undefined && !position.is_refreshing) return position.applied as number;
    }
  });
}

/**
 * Records in each new page when an element first matches the selector and has been rendered. Milliseconds
 * since navigation.
 */
export function noteShown(selector: string): void {
  const look = () => {
    if (document.querySelector(selector) === null) {
      requestAnimationFrame(look);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => Object.assign(window, { shownAfter: performance.now() });
    port2.postMessage(null);
  };
  look();
}

/** The value below which the given share of the values is. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
