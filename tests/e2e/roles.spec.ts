import type { Page } from '@playwright/test';
import { expect, fillLogin, signIn, syncStatus, test, waitForWorker, wide } from './fixtures.ts';

const REPORT = '/reports/dashboard/my-sessions/v2';

const notFound = (page: Page) => page.getByRole('heading', { name: 'Page not found' });

/** The menu's entries in order, with groups opened. */
async function menuOf(page: Page): Promise<string[]> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  // Not the number that opens a list.
  const closed = menu.locator('button[aria-expanded="false"]:not([aria-haspopup])');
  while ((await closed.count()) > 0) await closed.first().click();
  const texts = await menu.getByRole('link').or(menu.getByRole('button')).allInnerTexts();
  // A badge follows the name; the button next to a link has none of its own.
  return texts.map((text) => text.split('\n')[0] ?? '').filter((text) => !/^[\d,]*$/.test(text));
}

const FIELD_MENU = [
  ...['Home', 'My Schedule', 'My Students', 'My Sessions', 'My Hours', 'Reports', 'Student Notes'],
];
const NOTES = ['Provider Notes', 'Student Notes'];
const MORE = [
  ...['Authorizations', 'Productivity', 'Cancellations', 'Makeups', 'Note Completion', 'Meal Compliance'],
  'Timesheets',
];
const OFFICE_MORE = [...MORE.slice(0, -1), 'Scheduled Reports', 'Timesheets'];
const leadMenu = (clients: readonly string[], grouped: readonly string[], requests: readonly string[]) => [
  ...['Home', 'Schedules', 'My Calendar', 'Master Calendar', 'Students', 'My Students'],
  ...['My Sessions', 'My Hours', ...clients, 'Providers', 'Reports', ...grouped, ...NOTES],
  ...['Lunch Cards', ...requests, ...MORE],
];
const OFFICE_MENU = [
  ...['Home', 'Schedules', 'Master Calendar', 'Students', 'My Students', 'Archived', 'Clients', 'Archived'],
  ...['Providers', 'Archived'],
];
const PAYROLL_MENU = [
  ...['Payroll', 'Grouped Providers Report', 'Client Services Report', 'Provider', 'Completed & Approved'],
  ...['Provider Hours', 'Changed Durations', 'Late Billing'],
];
const DASHBOARD = ['My Sessions V2', 'Lunch Cards'];
const BILLING_MENU = [
  ...['Billing', 'Client Billing', 'QuickBooks', 'Provider Billing', 'Location Billing', 'Approved Payroll'],
  ...['Late Billing', 'Client Rates'],
];

const menus = [
  {
    name: 'superadmin',
    menu: [
      ...[...OFFICE_MENU, ...PAYROLL_MENU, ...DASHBOARD, ...BILLING_MENU],
      ...['Reports', 'Grouped Clients', ...NOTES, 'Insurance Clients', ...OFFICE_MORE],
    ],
    hasAdmin: true,
  },
  {
    name: 'admin',
    menu: [
      ...[...OFFICE_MENU, 'Reports', 'Grouped Clients', ...NOTES, 'Client Services Report'],
      ...[...DASHBOARD, ...OFFICE_MORE],
    ],
    hasAdmin: true,
  },
  { name: 'provider', menu: FIELD_MENU, hasAdmin: false },
  { name: 'lead', menu: leadMenu(['Clients'], ['Grouped Clients'], ['Requests']), hasAdmin: true },
  { name: 'supervisor', menu: leadMenu([], [], []), hasAdmin: false },
];

test('the menu has what the role can open, and nothing else opens', async ({ browser, server, reports }) => {
  test.setTimeout(180_000);
  for (const { name, menu, hasAdmin } of menus) {
    await test.step(name, async () => {
      const context = await browser.newContext({ ...wide, baseURL: server.address });
      reports.watch(context);
      const page = await context.newPage();
      await signIn(page, name);
      await expect(page).toHaveURL('/home');
      expect(await menuOf(page)).toEqual(menu);

      await page.getByRole('button', { name: /User menu/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeVisible({ visible: hasAdmin });
      await expect(page.getByRole('menuitem', { name: 'Feedback' })).toBeVisible();
      const tickets = page.getByRole('menuitem', { name: 'Tickets' });
      await expect(page.getByRole('menuitem', { name: 'Closed' })).toBeHidden();
      await tickets.click();
      await expect(tickets).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Closed' })).toBeVisible();
      await tickets.click();
      await expect(page.getByRole('menuitem', { name: 'Closed' })).toBeHidden();
      await page.keyboard.press('Escape');

      const maySee = menu.includes('My Sessions V2');
      await waitForWorker(page);
      if (maySee) await page.getByRole('link', { name: 'My Sessions V2' }).click();
      else await page.goto(REPORT);
      await expect(page).toHaveURL(REPORT);
      await expect(
        page.getByRole('heading', { name: maySee ? 'My Sessions V2' : 'Page not found' }),
      ).toBeVisible();
      await expect(notFound(page)).toBeVisible({ visible: !maySee });
      await context.close();
    });
  }
});

test('a person sent to login returns to the requested screen', async ({ office }) => {
  const page = await office.newPage();
  await page.goto('/my-sessions?from=2026-01-05');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await fillLogin(page, 'provider');
  await expect(page).toHaveURL('/my-sessions?from=2026-01-05');
  await expect(page.getByRole('button', { name: 'Add session' })).toBeVisible();
});

test('a wrong password is rejected with a message', async ({ office, reports }) => {
  reports.expect(/status of 401/);
  const page = await office.newPage();
  await page.goto('/');
  await fillLogin(page, 'provider', 'not-the-password');
  await expect(page.getByRole('alert')).toHaveText('Email Credentials Rejected');
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login/);
});

test('an unknown URL shows the not-found page to everyone', async ({ office }) => {
  const page = await office.newPage();
  await signIn(page, 'admin');
  await waitForWorker(page);
  await page.goto('/no/such/screen');
  await expect(notFound(page)).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).last().click();
  await expect(page).toHaveURL('/home');
});

test('a narrow screen has My Sessions only', async ({ phone }) => {
  const page = await phone.open();
  await signIn(page, 'admin', '/');
  await expect(page).toHaveURL('/my-sessions');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await waitForWorker(page);
  for (const address of ['/home', REPORT]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Not available on a phone' })).toBeVisible();
  }
  await page.goto('/no/such/screen');
  await expect(notFound(page)).toBeVisible();
  await page.goto('/home');
  await page.getByRole('link', { name: 'My Sessions' }).click();
  await expect(page.getByRole('button', { name: 'Add session' })).toBeVisible();
});

test('logging out returns every tab to the login page and leaves nothing visible', async ({ office }) => {
  const page = await office.newPage();
  await signIn(page, 'provider', '/home');
  await page.getByRole('link', { name: 'My Sessions', exact: true }).click();
  await expect(syncStatus(page)).toHaveText('All changes synced');
  const second = await office.newPage();
  await second.goto('/home');
  await expect(syncStatus(second)).toBeVisible();

  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login/');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(second).toHaveURL(/\/login/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(
    await page.evaluate(async () => ({
      stored: Object.keys(localStorage),
      databases: (await indexedDB.databases()).map(({ name }) => name),
    })),
  ).toEqual({
    stored: expect.not.arrayContaining(['token', 'refresh', 'email']),
    databases: ['caseload-device'],
  });
});
