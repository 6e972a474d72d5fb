import { expect, fillLogin, signIn, syncStatus, test, waitForSaved, wide } from './fixtures.ts';

test.setTimeout(180_000);

const PULL = /^\/api\/sync\/pull\//;

test('a phone on a slow network shows no figures before its records have loaded', async ({
  network,
  phone,
}) => {
  network.add(PULL, { kind: 'delay', ms: 4_000 });
  const page = await phone.open();
  await page.goto('/');
  await fillLogin(page, 'provider');
  await expect(page.getByRole('progressbar', { name: /^Loading records/ })).toBeVisible({ timeout: 30_000 });
  const start = page.getByRole('button', { name: 'Clock in' });
  await expect(start).toBeDisabled();
  await expect(start).toHaveAccessibleDescription(/once today's records are loaded/);
  await expect(page.getByText('Not clocked in')).toBeHidden();
  await expect(page.getByText('All changes synced')).toBeHidden();
  await expect(page.getByText('0 sessions')).toBeHidden();
  network.clearFaults();
  await waitForSaved(page);
  await expect(page.getByRole('button', { name: 'Add session' })).toBeVisible();
});

test('the office sees figures only once its records have loaded', async ({ network, browser, reports }) => {
  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  const page = await context.newPage();
  network.add(PULL, { kind: 'delay', ms: 3_000 });
  const main = page.getByRole('main');
  const screens = [
    ['/reports/timesheet/all', 'Export'],
    ['/home', 'This week'],
  ] as const;
  await signIn(page, 'admin', screens[0][0]);
  for (const [address, fact] of screens) {
    await page.evaluate((to) => window.history.pushState({}, '', to), address);
    await expect(main.getByText(/^Loading records/)).toBeVisible();
    await expect(syncStatus(page)).toHaveText(/^Loading records/);
    await expect(main.getByText(fact, { exact: true })).toBeHidden();
    await expect(main.getByText('Not submitted')).toBeHidden();
  }
  network.clearFaults();
  await waitForSaved(page);
  for (const [address, fact] of screens) {
    await page.evaluate((to) => window.history.pushState({}, '', to), address);
    await expect(main.getByText(fact, { exact: true })).toBeVisible();
  }
  await context.close();
});
