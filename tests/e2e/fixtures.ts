import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { OUTBOX_SYNC_TAG } from '#sync/outbox/sync-tag.ts';
import { type DatabaseKind, type Demo, startDemoServer, untilDayLasts } from '#tests/support/demo-server.ts';
import { FaultProxy } from '#tests/support/fault-proxy.ts';
import { DEMO_PASSWORD, type DemoName, demoEmail, type RealServer } from '#tests/support/real-server.ts';
import { demoOfToday } from './make-template.ts';
import { disableAnimation, skipTour } from './no-animation.ts';
import { Phone } from './phone.ts';

/** What the browser itself says when a connection is refused or cut. */
const NETWORK_WORDS = /net::ERR_/;

/** Collects what pages report as faults. */
class FaultReports {
  readonly #reports: string[] = [];
  readonly #isNetworkBroken: () => boolean;
  readonly #expected: RegExp[] = [];

  constructor(isNetworkBroken: () => boolean) {
    this.#isNetworkBroken = isNetworkBroken;
  }

  add(report: string): void {
    this.#reports.push(report);
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.type() === 'error') this.add(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (fault) => {
      const error = fault.error();
      this.add(`uncaught: ${error.stack ?? error.message}`);
    });
  }

  /** The test provokes this one. */
  expect(words: RegExp): void {
    this.#expected.push(words);
  }

  /** All that no one expected. A broken network excuses what the browser says of it, and nothing else. */
  get unexpected(): string[] {
    return this.#reports.filter(
      (report) =>
        !this.#expected.some((words) => words.test(report)) &&
        !(this.#isNetworkBroken() && NETWORK_WORDS.test(report)),
    );
  }
}

interface Fixtures {
  /** Whether what moves on the phone moves, as on a real one. */
  isMoving: boolean;
  /** The database of the server. The embedded one costs twice as much time. */
  database: DatabaseKind;
  /** Environment of the server. */
  settings: Readonly<Record<string, string>>;
  /** The demo organization of the day on which the test begins and ends. */
  demo: Demo;
  /** Demo organization, its own copy. */
  server: RealServer;
  /** What the phone reaches the server through. */
  network: FaultProxy;
  reports: FaultReports;
  /** A browser at 390 × 844 with touch and a profile on the disk: it can be closed, killed and opened again. */
  phone: Phone;
  /** Another browser, wide, that speaks with the server directly. */
  office: BrowserContext;
}

export const test = base.extend<Fixtures>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        await disableAnimation(context);
        await skipTour(context);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  isMoving: [false, { option: true }],
  database: ['postgres', { option: true }],
  settings: [{}, { option: true }],
  demo: [
    async ({}, use, { timeout }) => {
      await untilDayLasts(timeout);
      await use(await demoOfToday());
    },
    // Neither the wait for midnight nor the seeding after it takes from the test's own time.
    { timeout: 0 },
  ],
  server: async ({ demo, database, settings }, use) => {
    const { server, remove } = await startDemoServer(demo, database, settings);
    await use(server);
    await remove();
  },
  network: async ({ server }, use) => {
    const proxy = new FaultProxy(() => server.address);
    await proxy.start();
    await use(proxy);
    await proxy.stop();
  },
  reports: [
    async ({ network }, use) => {
      const reports = new FaultReports(() => network.hasFailed);
      await use(reports);
      expect(reports.unexpected, 'what pages reported as faults').toEqual([]);
    },
    { auto: true },
  ],
  phone: async ({ network, reports, isMoving, launchOptions, locale, timezoneId }, use) => {
    const profile = await mkdtemp(path.join(tmpdir(), 'caseload-phone-'));
    const phone = new Phone(
      profile,
      network.address,
      { ...launchOptions, ...narrow, locale: locale ?? 'en-US', timezoneId: timezoneId ?? 'UTC' },
      async (context) => {
        reports.watch(context);
        if (!isMoving) await disableAnimation(context);
        await skipTour(context);
      },
    );
    await use(phone);
    await phone.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  },
  office: async ({ browser, server, reports }, use) => {
    const context = await browser.newContext({ ...wide, baseURL: server.address });
    reports.watch(context);
    await use(context);
    await context.close();
  },
});

export { expect };

export const narrow = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

export const wide = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions;

/** The live region that says where the person's work is. */
export function syncStatus(page: Page): Locator {
  return page.getByRole('status', { name: 'Sync' });
}

/** Fills the login form of the page that is open, and sends it. */
export async function fillLogin(page: Page, name: DemoName, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(demoEmail(name));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Signs in from the login page and waits for the first screen. */
export async function signIn(page: Page, name: DemoName, address = '/login'): Promise<void> {
  await page.goto(address);
  await fillLogin(page, name);
  await expect(syncStatus(page)).toBeVisible({ timeout: 30_000 });
}

/** Opens another route's screen as a link does, without loading the page again. Resolves when the screen before is gone. */
export async function openScreen(page: Page, address: string): Promise<void> {
  const before = await page.evaluateHandle(() => document.querySelector('h1'));
  await page.evaluate((to) => window.history.pushState({}, '', to), address);
  await page.waitForFunction((heading) => heading?.isConnected !== true, before);
  await page.locator('h1').first().waitFor();
}

/** A phone that someone has signed in on: it holds all of theirs and starts without a network. */
export async function openSignedIn(phone: Phone, name: DemoName): Promise<Page> {
  const page = await phone.open();
  await signIn(page, name, '/');
  await waitForSaved(page);
  await waitForWorker(page);
  return page;
}

/** A page of whatever browser, in which scripts can be run. */
interface ScriptedPage {
  evaluate<Result>(script: () => Result): Promise<Awaited<Result>>;
}

/** From here on the page starts without a network. */
export async function waitForWorker(page: ScriptedPage): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 })
    .toBe('activated');
}

/** The browser tells the page that there is a network. Without it the page finds out by itself, later. */
export async function noticeNetwork(page: ScriptedPage): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

/** Wakes the worker as the browser does when the network is back. */
export async function dispatchSync(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin));
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registered,
    tag: OUTBOX_SYNC_TAG,
    lastChance: false,
  });
}

/** All of the first pull is on this device and nothing waits. */
export async function waitForSaved(page: Page): Promise<void> {
  await expect(syncStatus(page)).toHaveText('All changes synced', { timeout: 60_000 });
  await expect(page.getByRole('progressbar', { name: /^Loading records/ })).toBeHidden({
    timeout: 60_000,
  });
}
