import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openMore } from './day.ts';
import { expect, narrow, signIn, test, waitForSaved, waitForWorker } from './fixtures.ts';
import { narrowFaults } from './narrow-faults.ts';

test.setTimeout(240_000);

const WIDTH = 320;

/** Every URL of the app, with this id for each parameter. */
function addressesWith(id: string): string[] {
  const source = readFileSync('src/app/routeTree.gen.ts', 'utf8');
  const [, union = ''] = /fullPaths:([^;]+);/.exec(source) ?? [];
  const paths = [...union.matchAll(/'([^']+)'/g)].flatMap(([, path]) => path ?? []);
  expect(paths.length).toBeGreaterThan(25);
  return paths.map((path) => path.replace(/\$\w+/, id).replace('$', 'nowhere'));
}

/** Checks one screen after another, and reports at the end what doesn't fit. */
class NarrowWalk {
  readonly #page: Page;
  readonly #faults: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Without reloading the page. */
  async goTo(address: string): Promise<void> {
    await this.#page.evaluate((to) => window.history.pushState({}, '', to), address);
    await expect(this.#page.locator('#root')).not.toBeEmpty();
  }

  async look(screen: string): Promise<void> {
    let found: string[] = [];
    // Gives loading data time to arrive.
    for (const pause of [150, 300, 600, 1_200]) {
      await this.#page.waitForTimeout(pause);
      found = await narrowFaults(this.#page, WIDTH);
      if (found.length === 0) return;
    }
    this.#faults.push(...found.map((fault) => `${screen}: ${fault}`));
  }

  end(): void {
    expect(this.#faults).toEqual([]);
  }
}

for (const role of ['provider', 'admin'] as const) {
  test(`every screen of the ${role} fits on the narrowest phone, and says Pacific in another time zone`, async ({
    server,
    network,
    browser,
    reports,
  }) => {
    const isProvider = role === 'provider';
    const { sessions } = await (await server.as('provider')).call('session.list', { query: { limit: '1' } });
    const [session] = sessions;
    if (session === undefined) throw new Error('The demo provider has no sessions.');
    const context = await browser.newContext({
      ...narrow,
      viewport: { width: WIDTH, height: 640 },
      reducedMotion: 'reduce',
      timezoneId: 'America/New_York',
      baseURL: network.address,
    });
    reports.watch(context);
    const page = await context.newPage();
    const walk = new NarrowWalk(page);
    const dialog = page.getByRole('dialog');

    await page.goto('/login');
    for (const address of [
      '/login',
      '/reset-password',
      '/password-reset-confirm?token=a',
      '/login-support',
    ]) {
      await walk.goTo(address);
      await walk.look(address);
    }
    await signIn(page, role, '/');
    await waitForSaved(page);
    await waitForWorker(page);
    for (const address of addressesWith(session.id)) {
      await walk.goTo(address);
      await walk.look(address);
    }

    await walk.goTo('/my-sessions?day=2026-11-20');
    if (isProvider) await expect(page.getByRole('button', { name: 'Today', exact: true })).toBeVisible();
    await walk.look('another day');
    await walk.goTo('/my-sessions');
    if (isProvider) await expect(page.getByText('Times are Pacific.')).toBeVisible();
    if (isProvider) {
      await page.getByText(/^Returned notes: \d/).click();
      await walk.look('the notes that came back');
    }
    await page.getByRole('button', { name: 'Filters' }).click();
    await walk.look('the filters');
    for (const sheet of ['session', 'sync', ...(isProvider ? ['copy-day', 'make-ups', 'calendar'] : [])]) {
      await walk.goTo(`/my-sessions?open=${sheet}`);
      await expect(dialog).toBeVisible();
      await walk.look(sheet);
    }
    if (isProvider) {
      for (const sheet of ['hours', 'timesheet', 'lunch']) {
        await walk.goTo(`/my-sessions?open=${sheet}`);
        await expect(dialog).toBeVisible();
        await walk.look(sheet);
      }
      await expect(dialog).toContainText('Pacific time');
    }

    await walk.goTo('/my-sessions?open=session');
    await openMore(dialog);
    await expect(dialog).toContainText('Pacific time');
    await walk.look('the whole session form');
    await dialog.getByLabel('Students', { exact: true }).click();
    await walk.look('the choice of students');

    await walk.goTo(`/my-sessions/info/${session.id}?edit=true`);
    if (isProvider) await expect(dialog).toBeVisible();
    await walk.look('the form of a session');
    await walk.goTo(`/my-sessions/info/${session.id}?note=true`);
    if (isProvider) await expect(dialog).toBeVisible();
    await walk.look('the note of a session');
    if (isProvider) {
      await walk.goTo(`/my-sessions/info/${session.id}`);
      await page.getByText('Record details').click();
      await walk.look('the record of a session');
    }
    await walk.goTo('/my-sessions');
    await page.getByRole('button', { name: /User menu/ }).click();
    await walk.look('the menu');
    // It was there from the beginning.
    await expect(page.getByText('New version')).toHaveCount(0);
    await context.close();
    walk.end();
  });
}
