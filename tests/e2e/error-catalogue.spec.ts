import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ANSWER_MARKER, errorCatalog } from '#contract/errors.ts';
import type { PushedWrite, WriteAnswer } from '#contract/sync.ts';
import { addSession, firstStudentOf, openSyncCenter, today } from './day.ts';
import { ANSWER_LIMIT, bellOf, FIVE_MINUTES, logOf, sendToSign } from './error-parts.ts';
import {
  expect,
  fillLogin,
  noticeNetwork,
  signIn,
  syncStatus,
  test,
  waitForSaved,
  waitForWorker,
  wide,
} from './fixtures.ts';
import { breakStorage, holdWaits, passWait } from './page-faults.ts';

/*
 * The error catalogue (specification, 8): `error-rows.ts` says which story provokes which row.
 */

test.setTimeout(180_000);

const STORED_VALUES = ['username', 'auth', 'email', 'token', 'refresh', 'last_password_update', 'emp'];

/** Without the app's own warning that this device can't write, which is about the device. */
const shownAlerts = (page: Page) =>
  page
    // By its attribute: an open dialog hides the roles of what is below it.
    .locator('[role="alert"]')
    .filter({ hasText: /\S/ })
    .filter({ hasNotText: "This device can't save anything right now." });

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login\/$/);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored).toEqual(expect.not.arrayContaining(STORED_VALUES));
}

test('logging in, resetting a password, and logging out fail with their words, and never half', async ({
  browser,
  network,
  reports,
}) => {
  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  reports.expect(/status of (401|422|500)/);
  const page = await context.newPage();
  const problem = page.getByRole('alert');

  await test.step('a login or a password reset that fails', async () => {
    await page.goto('/login');
    await fillLogin(page, 'provider', 'not-the-password');
    await expect(problem).toHaveText('Email Credentials Rejected');
    network.add(/^\/api\/login\/$/, { kind: 'refuse', code: 'server.failed' });
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(problem).toHaveText('Something went wrong!');
    network.clearFaults();
    network.cutOff();
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(problem).toHaveText(
      "Can't reach the server, and you haven't logged in on this device before. Connect to a network and try again.",
    );
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not-the-password');
    network.comeBack();

    await page.goto('/password-reset-confirm/?token=used');
    await page.getByLabel('New password', { exact: true }).fill('a new password of many words');
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(problem).toContainText('Email Credentials Rejected');
    network.add(/^\/api\/password-reset-confirm\/$/, { kind: 'refuse', code: 'server.failed' });
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(problem).toContainText('Something went wrong!');
    network.clearFaults();
    network.cutOff();
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(problem).toContainText("Can't reach the server. Connect to a network and try again.");
    network.comeBack();
  });

  await test.step('a logout that fails clears the device all the same', async () => {
    await signIn(page, 'provider');
    await waitForSaved(page);
    await waitForWorker(page);
    network.add(/^\/api\/logout\/$/, { kind: 'refuse', code: 'server.failed' });
    await logOut(page);
    await expect.poll(() => network.count(/^\/api\/logout\/$/)).toBe(1);
    network.clearFaults();
    await fillLogin(page, 'provider');
    await waitForSaved(page);
    network.cutOff();
    await logOut(page);
    await page.goto('/home');
    await expect(page).toHaveURL(/\/login/);
  });
  await context.close();
});

test("what fails on a provider's page is said where it matters, logged where not, and loses nothing", async ({
  browser,
  server,
  network,
  reports,
}) => {
  const provider = await server.as('provider');
  const admin = await server.as('admin');
  const { user_id } = provider.signIn;
  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  reports.expect(/status of 50[03]|status of 422/);
  reports.expect(/^Network response was not ok|^Error fetching attachment URL: /);
  await holdWaits(context);
  const page = await context.newPage();
  const log = logOf(page);
  await signIn(page, 'provider', '/home');
  await waitForSaved(page);
  await waitForWorker(page);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const notices = page.getByRole('list', { name: 'New notifications' });
  const backOnline = async () => {
    network.clearFaults();
    network.comeBack();
    await noticeNetwork(page);
    // By its attribute, as the alerts.
    await expect(page.locator('[aria-label="Sync"]')).toHaveText('All changes synced', { timeout: 60_000 });
  };

  await test.step('an empty bell', async () => {
    await bellOf(page).click();
    for (let left = await notices.getByRole('listitem').count(); left > 0; left -= 1) {
      await notices
        .getByRole('button', { name: /^Clear: / })
        .first()
        .click();
      await expect(notices.getByRole('listitem')).toHaveCount(left - 1);
    }
    await page.keyboard.press('Escape');
    await waitForSaved(page);
    for (const isOnline of [true, false]) {
      if (!isOnline) network.cutOff();
      await bellOf(page).click();
      await expect(page.getByText('No new messages.', { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
    }
    await backOnline();
  });

  await test.step('a ticket of each support type says what follows', async () => {
    const service =
      'Service/Support Request Submitted. Please allow 24-48 hours for someone to get back to you via email.';
    const site =
      'Support ticket submitted. Stay updated with site changes and updates by reading our changelog.';
    const newest = page.locator('[data-sonner-toast][data-front="true"]');
    // Each has other words than the one before.
    for (const [type, words] of [
      ['Timecard/My Hours', service],
      ['Bug/Issue', site],
      ['Payroll', service],
      ['Site Requests', site],
      ['Service/Support Request', service],
    ] as const) {
      await page.getByRole('button', { name: 'Support' }).click();
      const dialog = page.getByRole('dialog', { name: 'Support' });
      await dialog.getByLabel('Support type').selectOption(type);
      await dialog.getByLabel('Title').fill(`About ${type}`);
      await dialog.getByLabel('Description').fill('Since this morning.');
      if (type === 'Bug/Issue') {
        const consent = dialog.getByRole('checkbox', { name: 'Attach a diagnostic copy of this device' });
        await consent.click();
        await dialog.getByText('What is sent').click();
        await expect(dialog.getByText('"app_version"')).toBeVisible();
        // Its long lines scroll on their own.
        expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      }
      await dialog.getByRole('button', { name: 'Submit' }).click();
      await expect(newest).toContainText(words);
      await expect(page.getByRole('grid').getByText(`About ${type}`)).toBeVisible();
    }
    await expect(page).toHaveURL('/tickets/open');
  });

  const message = await sendToSign(admin, user_id, 'New evacuation plan');
  await test.step('a notice that is not dismissed is only logged', async () => {
    await expect(bellOf(page)).toContainText('1 new', { timeout: 30_000 });
    const mend = await breakStorage(page);
    await bellOf(page).click();
    await notices.getByRole('button', { name: /^Clear: / }).click();
    await expect.poll(() => log.join('\n')).toContain('Network response was not ok');
    await expect(notices.getByRole('listitem')).toHaveCount(1);
    await expect(shownAlerts(page)).toHaveCount(0);
    await mend();
    const pushes = network.count(/^\/api\/sync\/push\/$/);
    network.add(/^\/api\/sync\/push\/$/, { kind: 'refuse', code: 'server.failed' });
    await notices.getByRole('button', { name: /^Clear: / }).click();
    await expect(page.getByText('No new messages.', { exact: true })).toBeVisible();
    await expect.poll(() => network.count(/^\/api\/sync\/push\/$/)).toBeGreaterThan(pushes);
    await expect(shownAlerts(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await backOnline();
  });

  const dialog = page.getByRole('dialog', { name: 'New evacuation plan' });
  await test.step('an attachment without an address opens from its original link', async () => {
    network.add(/\/attachment-url\/$/, { kind: 'refuse', code: 'server.busy' });
    await menu.getByRole('link', { name: 'Home' }).click();
    await expect.poll(() => log).toContain('Error fetching attachment URL: Service Unavailable');
    const file = dialog.getByRole('link', { name: 'plan.txt' });
    await expect(file).toHaveAttribute('href', /^\/api\/notifications\/attachments\//);
    const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
    expect(await readFile(await download.path(), 'utf8')).toBe('Leave calmly.');
    network.clearFaults();
  });

  await test.step('announcements that are not fetched or acknowledged are only logged', async () => {
    const isLogged = async () => {
      await expect.poll(() => log.join('\n')).toContain('Network response was not ok');
      await expect(shownAlerts(page)).toHaveCount(0);
    };
    for (const cause of ['failing', 'offline'] as const) {
      log.length = 0;
      if (cause === 'offline') network.cutOff();
      else network.add(/^\/api\/sync\/pull\/$/, { kind: 'refuse', code: 'server.failed' });
      await passWait(page, FIVE_MINUTES);
      await isLogged();
      await expect(dialog).toBeVisible();
      await backOnline();
    }
    log.length = 0;
    const acknowledge = async () => {
      await dialog.getByLabel('Or type your name').fill('Maya Reyes');
      await dialog.getByRole('button', { name: 'I Acknowledge' }).click();
      await expect(dialog).toBeHidden();
    };
    const mend = await breakStorage(page);
    await acknowledge();
    await isLogged();
    await mend();
    await passWait(page, FIVE_MINUTES);
    await expect(dialog).toBeVisible();
    network.add(/^\/api\/sync\/push\/$/, { kind: 'refuse', code: 'server.failed' });
    await acknowledge();
    await expect(shownAlerts(page)).toHaveCount(0);
    await backOnline();
    const receipts = await admin.call('admin-message.receipts', { params: { id: message } });
    expect(receipts.map(({ signed_name }) => signed_name)).toEqual(['Maya Reyes']);
  });

  await test.step('a lunch break whose calendar event fails is saved', async () => {
    await menu.getByRole('link', { name: 'My Sessions', exact: true }).click();
    const lunches = async () =>
      (await provider.call('lunch.list-of-day', { params: { a: user_id, b: today() } })).length;
    const before = await lunches();
    log.length = 0;
    network.cutOff();
    const mend = await breakStorage(page, 'calendarEvents');
    await page.getByRole('button', { name: 'Add lunch' }).click();
    const form = page.getByRole('form', { name: 'New lunch break' });
    await form.getByLabel('Start time').fill('16:10');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('list', { name: 'Day' })).toContainText('4:10 PM');
    expect(log.join('\n')).toMatch(/The calendar event of lunch break \S+ was not brought up to date/);
    await mend();
    await backOnline();
    expect(await lunches()).toBe(before + 1);
  });

  await test.step('a session that is refused carries the detail, the HTTP status, and what was sent', async () => {
    const { message: words, status } = errorCatalog['request.invalid'];
    const detail = 'This service ended last week.';
    await page.route('**/api/sync/push/', async (route) => {
      const { writes } = route.request().postDataJSON() as { writes: PushedWrite[] };
      const answers = writes.map(
        ({ write_id }): WriteAnswer => ({
          ...{ write_id, status, code: 'request.invalid', message: words, fields: { service: detail } },
          version: null,
        }),
      );
      await route.fulfill({
        headers: { [ANSWER_MARKER]: '1' },
        json: { server_time: new Date().toISOString(), answers },
      });
    });
    await addSession(page, {
      students: [await firstStudentOf(provider)],
      ...{ start: '16:45', minutes: 30, notes: 'Kept with the refusal' },
    });
    await expect(syncStatus(page)).toHaveText('1 change needs attention');
    await page.unroute('**/api/sync/push/');
    await openSyncCenter(page);
    const refused = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem').first();
    await expect(refused).toContainText(words);
    await expect(refused).toContainText(detail);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      refused.getByRole('button', { name: 'Export' }).click(),
    ]);
    const { changes } = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(changes).toMatchObject([
      {
        refused_because: { status, code: 'request.invalid', message: words, fields: { service: detail } },
        call: { endpoint: 'session.create', body: { notes: 'Kept with the refusal' } },
      },
    ]);
    await refused.getByRole('button', { name: 'Send again' }).click();
    await waitForSaved(page);
  });
  await context.close();
});

test("a server that answers nonsense, late, or not at all is named on the office's lunch cards and timesheets", async ({
  browser,
  network,
  reports,
}) => {
  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  reports.expect(/status of 50[023]|^Network response was not ok/);
  await holdWaits(context);
  const page = await context.newPage();
  await signIn(page, 'admin', '/home');
  await waitForSaved(page);
  await waitForWorker(page);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const cards = page.getByRole('table', { name: 'Lunch cards' });

  await test.step('the count of lunch cards to acknowledge is 0 after a failure', async () => {
    await menu.getByRole('button', { name: /^Reports/ }).click();
    const link = menu.getByRole('link', { name: /^Lunch Cards/ });
    await expect(link).toHaveText(/^Lunch Cards\d+ to acknowledge$/);
    for (const cause of ['failing', 'offline'] as const) {
      if (cause === 'offline') network.cutOff();
      else network.add(/\/acknowledgment-count\/$/, { kind: 'refuse', code: 'server.failed' });
      await passWait(page, FIVE_MINUTES);
      await expect(link).toHaveText('Lunch Cards');
      await expect(shownAlerts(page)).toHaveCount(0);
      network.clearFaults();
      network.comeBack();
      await passWait(page, FIVE_MINUTES);
      await expect(link).toHaveText(/^Lunch Cards\d+ to acknowledge$/);
    }
  });

  await test.step('lunch cards and timesheets whose answer is not JSON', async () => {
    const said = page.getByText(/Server returned non-JSON response/).first();
    network.add(/\/lunch-cards\/$/, { kind: 'captive-portal' });
    await page.goto('/reports/dashboard/lunch-cards');
    await expect(said).toBeVisible({ timeout: 30_000 });
    network.clearFaults();
    network.add(/\/lunch-cards\/$/, { kind: 'refuse', code: 'server.busy' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(errorCatalog['server.busy'].message)).toBeVisible();
    network.clearFaults();
    // A second click within 400 ms would count as a double click.
    await page.waitForTimeout(500);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cards.getByRole('row').nth(1)).toBeVisible();
    network.add(/\/api\/timesheet\/totals\/$/, { kind: 'captive-portal' });
    await menu.getByRole('link', { name: 'Timesheets' }).click();
    await expect(said).toBeVisible();
    network.clearFaults();
  });

  await test.step('an answer that takes too long', async () => {
    network.add(/\/lunch-cards\/$/, { kind: 'delay', ms: 60_000 });
    await page.goto('/reports/dashboard/lunch-cards');
    await expect.poll(() => network.seen.some(({ fault }) => fault === 'delay')).toBe(true);
    const failed = page.getByText(/Something went wrong!/);
    // The report may have asked again in the meantime, and waits again.
    await expect(async () => {
      if (!(await failed.isVisible())) await passWait(page, ANSWER_LIMIT);
      await expect(failed).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  });
  await context.close();
});
