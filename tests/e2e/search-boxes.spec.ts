import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ElementHandle, Page } from '@playwright/test';
import { seedOfCommit } from '#tests/support/commit-seed.ts';
import { expect, signIn, test, waitForSaved } from './fixtures.ts';

/** All lists share one box, so each run takes some of the screens, by commit; the soak run takes all. */
const EVERY = process.env.SEARCH_BOXES === 'all' ? 1 : 4;

/** Every signed-in screen whose URL needs no id, and of them the ones of this run. */
function screens(): string[] {
  const tree = readFileSync(path.join(import.meta.dirname, '../../src/app/routeTree.gen.ts'), 'utf8');
  const listed = tree.slice(
    tree.indexOf('interface FileRoutesByTo'),
    tree.indexOf('interface FileRoutesById'),
  );
  const paths = [...listed.matchAll(/^ {2}'(\/[^'$]*)': typeof SignedIn/gm)].map(([, to]) => String(to));
  return [...new Set(paths)].sort().filter((_, at) => (at + seedOfCommit()) % EVERY === 0);
}

/** Without a reload, as a link does. */
async function goTo(page: Page, to: string): Promise<void> {
  await page.evaluate((address) => window.history.pushState({}, '', address), to);
  await expect(page).toHaveURL(new RegExp(`${to.replace(/\/$/, '')}/?(\\?|$)`));
  await expect(page.getByRole('main')).not.toBeEmpty();
}

const WORDS = 'maria lopez 3';

test('search boxes lose no letter on a slow device', async ({ office }) => {
  // Every list, on a device at a quarter of the speed.
  test.slow();
  const page = await office.newPage();
  await signIn(page, 'superadmin');
  await waitForSaved(page);
  const slow = await office.newCDPSession(page);
  const found: string[] = [];
  let left: ElementHandle<Node> | null = null;
  for (const to of screens()) {
    await goTo(page, to);
    // The previous screen's box stays until this one is rendered.
    await page.waitForFunction((element) => element?.isConnected !== true, left);
    left = null;
    const box = page.getByRole('searchbox');
    // A list that must be loaded first shows its box later.
    await page
      .getByRole('searchbox')
      .first()
      .waitFor({ timeout: 1_500 })
      .catch(() => undefined);
    if ((await box.count()) === 0) continue;
    found.push(to);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await box.click();
    await page.keyboard.type(WORDS, { delay: 60 });
    await expect(box, to).toHaveValue(WORDS);
    await expect.poll(() => new URL(page.url()).searchParams.get('search'), { message: to }).toBe(WORDS);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect(box, to).toHaveValue(WORDS);
    // Going back leaves the list; going forward restores box and list.
    await page.goBack();
    await page.goForward();
    await expect(page.getByRole('searchbox'), to).toHaveValue(WORDS);
    left = await page.getByRole('searchbox').elementHandle();
  }
  expect(found.length).toBeGreaterThan(0);
});
