import type { Page } from '@playwright/test';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';
import { today } from './day.ts';
import { expect, signIn, syncStatus, test, waitForSaved, waitForWorker } from './fixtures.ts';

const MARK = '<meta name="deployed" content="second" />';

/** The next version of the app, as a deployment delivers it: another page, and a worker that lists it. */
function deployNextVersion(network: FaultProxy): void {
  network.deploy('/index.html', (page) => page.replace('</head>', `${MARK}</head>`));
  network.deploy('/worker.js', (worker) => {
    const listed = /("revision":")\w+(","url":"index\.html")/;
    if (!listed.test(worker)) throw new Error('The worker does not list index.html.');
    return worker.replace(listed, '$1second$2');
  });
}

/** The page checks for a new version when it becomes visible. */
async function lookForNewVersion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
}

const isSecond = (page: Page) => page.locator('meta[name=deployed]').count();

test('a new version is offered quietly, never during unsaved changes, and keeps the queue', async ({
  server,
  phone,
  network,
}) => {
  const provider = await server.as('provider');
  const lunchesAtOffice = () =>
    provider.call('lunch.list-of-day', { params: { a: provider.signIn.user_id, b: today() } });
  const before = await lunchesAtOffice();
  const page = await phone.open();
  await signIn(page, 'provider', '/');
  await waitForWorker(page);
  await waitForSaved(page);
  // The browser's offer to install the app, which is less urgent.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')));
  const install = page.getByRole('button', { name: 'Install app' });
  await expect(install).toBeVisible();

  await page.getByRole('button', { name: 'Add session' }).click();
  await page.getByLabel('Notes', { exact: true }).fill('Half of a sentence');
  deployNextVersion(network);
  await lookForNewVersion(page);
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);
  await expect(page.getByText('New version')).toBeHidden();
  await expect(page.getByLabel('Notes', { exact: true })).toHaveValue('Half of a sentence');
  await page.getByLabel('Notes', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await expect(page.getByText('New version')).toBeVisible();
  await expect(install).toBeHidden();
  expect(await isSecond(page)).toBe(0);

  network.add(/^\/api\/sync\//, { kind: 'lose-request' });
  await page.getByRole('button', { name: 'Add lunch' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(syncStatus(page)).toHaveText(/to sync/);

  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect.poll(() => isSecond(page)).toBe(1);
  await expect(syncStatus(page)).toHaveText(/to sync/);
  expect(await lunchesAtOffice()).toHaveLength(before.length);
  network.clearFaults();
  await waitForSaved(page);
  expect(await lunchesAtOffice()).toHaveLength(before.length + 1);
});
