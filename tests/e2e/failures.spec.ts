import { expect, fillLogin, signIn, test, waitForSaved, wide } from './fixtures.ts';

/** Those that the browser has not loaded yet: a screen shares its file with others like it, Clients with Home. */
const PARTS = /\/assets\/[^/]*\.js$/;

test('a screen that cannot be loaded or breaks says so, and a failing server is named without losing anything', async ({
  browser,
  network,
  reports,
}) => {
  // Without the worker, which has every part of the app. Then a reload asks for the password.
  const context = await browser.newContext({
    ...{ ...wide, baseURL: network.address, serviceWorkers: 'block' },
  });
  reports.watch(context);
  const page = await context.newPage();
  await signIn(page, 'superadmin');
  await waitForSaved(page);
  const menu = page.getByRole('navigation', { name: 'Main' });

  await test.step('a part that is missing: the page waits ten seconds, or reloads at once', async () => {
    reports.expect(/Failed to load resource|dynamically imported module/);
    await page.route(PARTS, (route) => route.abort());
    await menu.getByRole('link', { name: 'Providers' }).click();
    await expect(page.getByRole('heading', { name: 'Application Loading Error' })).toBeVisible();
    await expect(
      page.getByText(
        "The application couldn't load correctly. The page will automatically reload in 10 seconds...",
      ),
    ).toBeVisible();
    await expect(
      page.getByText('If this issue persists after reloading, please submit a support ticket.'),
    ).toBeVisible();
    await page.unroute(PARTS);
    await page.getByRole('button', { name: 'Reload Now' }).click();
    await fillLogin(page, 'superadmin');
    await expect(page.getByRole('grid', { name: 'Providers' })).toBeVisible({ timeout: 30_000 });
  });

  await test.step('offline, the page waits for a part that this device never stored, and reloads by hand', async () => {
    // As if the reload before had been minutes ago: right after one, the page waits for a person.
    await page.evaluate(() => sessionStorage.removeItem('caseload-reloaded-at'));
    await context.setOffline(true);
    await menu.getByRole('link', { name: 'Payroll', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Application Loading Error' })).toBeVisible();
    await expect(
      page.getByText("The page reloads when you're back online and nothing is unsaved."),
    ).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Reload Now' }).click();
    await fillLogin(page, 'superadmin');
    await expect(page.getByRole('heading', { level: 1, name: /^Payroll/ })).toBeVisible({ timeout: 30_000 });
  });

  await test.step('a part that breaks: under Students it suggests My Sessions', async () => {
    reports.expect(/broken on purpose/);
    await page.route(PARTS, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "throw new Error('broken on purpose');" }),
    );
    await menu.getByRole('link', { name: 'Students' }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'Something went wrong.' });
    await expect(problem).toContainText('To enter sessions, use My Sessions.', { timeout: 30_000 });
    await expect(page.getByText(/broken on purpose/)).toBeVisible();
    await page.unroute(PARTS);
    await page.getByRole('link', { name: 'Go home' }).click();
    await signIn(page, 'superadmin');
  });

  await test.step('a server that fails: its words are shown, and asking again helps', async () => {
    reports.expect(/status of 5\d\d/);
    network.add(/\/api\/users\/$/, { kind: 'refuse', code: 'server.failed' });
    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Admin' }).click();
    await page.getByRole('link', { name: /^Users/ }).click();
    await expect(page.getByText('Something went wrong!')).toBeVisible({ timeout: 30_000 });
    network.clearFaults();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('grid', { name: 'Users' }).getByRole('row').nth(1)).toBeVisible();
  });
  await context.close();
});
