import type { Page } from '@playwright/test';
import { CODE_SECONDS, codePeriod } from '#domain/access/second-factor-rules.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import { DEMO_PASSWORD } from '#tests/support/real-server.ts';
import { expectNoViolation } from './axe.ts';
import { expect, fillLogin, openSignedIn, signIn, syncStatus, test, waitForSaved, wide } from './fixtures.ts';

/** The key that the page shows for typing in. */
const shownKey = async (page: Page) => (await page.getByTestId('key').innerText()).replace(/\s/g, '');

/** A code of a period that no earlier call has returned: each works once. The server accepts the next one too. */
function authenticator(secret: string) {
  let last = 0;
  return async (): Promise<string> => {
    const next = Math.max(last + 1, codePeriod(new Date()));
    const early = (next - 1) * CODE_SECONDS * 1_000 - Date.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    last = next;
    return codeOf(secret, new Date(next * CODE_SECONDS * 1_000));
  };
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login\/$/);
}

test('a provider turns on the second factor, logs in with codes, and a super admin resets it', async ({
  server,
  network,
  phone,
  office,
  reports,
}) => {
  test.setTimeout(240_000);
  reports.expect(/status of 401/);
  const { user_id } = (await server.as('provider')).signIn;
  const page = await openSignedIn(phone, 'provider');
  // On a phone there is no profile.
  await page.setViewportSize(wide.viewport);
  let nextCode: () => Promise<string> = () => Promise.reject(new Error('nothing is set up'));
  let recoveryCode = '';

  await test.step('in the profile', async () => {
    await page.goto(`/provider/my-profile/${user_id}?tab=2`);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Your password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    nextCode = authenticator(await shownKey(page));
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await expectNoViolation(page, 'setting up a second factor in the profile', [820, 1440]);
    recoveryCode = await codes.first().innerText();
    await page.getByLabel('Code', { exact: true }).fill(await nextCode());
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('Second factor turned on.')).toBeVisible();
    await expect(page.getByText('10 recovery codes left')).toBeVisible();
  });

  const code = page.getByLabel('Code', { exact: true });
  await test.step('logging in asks for the code, and keeps what was typed', async () => {
    await waitForSaved(page);
    await logOut(page);
    await fillLogin(page, 'provider');
    await expect(code).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await code.fill('000000');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText("That code didn't work. Enter the newest one from your app.")).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await code.fill(await nextCode());
    await page.getByRole('button', { name: 'Log in' }).click();
    await waitForSaved(page);
  });

  await test.step('a locked device opens offline with the password alone', async () => {
    network.cutOff();
    await page.evaluate(() => {
      for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
    });
    await page.goto('/login');
    await fillLogin(page, 'provider');
    await expect(syncStatus(page)).toHaveText(/^Offline/, { timeout: 30_000 });
    network.comeBack();
  });

  await test.step('a recovery code works once', async () => {
    await page.goto('/my-sessions');
    await waitForSaved(page);
    await logOut(page);
    await fillLogin(page, 'provider');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode.toUpperCase());
    await page.getByRole('button', { name: 'Log in' }).click();
    await waitForSaved(page);
    await page.goto(`/provider/my-profile/${user_id}?tab=2`);
    await expect(page.getByText('9 recovery codes left')).toBeVisible();
  });

  await test.step('a super admin resets it', async () => {
    const desk = await office.newPage();
    await signIn(desk, 'superadmin', `/admin/users/${user_id}`);
    await desk.getByRole('button', { name: 'Reset second factor' }).click();
    await desk.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(desk.getByText('Second factor reset')).toBeVisible();
    await expect(desk.getByRole('button', { name: 'Reset second factor' })).toHaveCount(0);
    expect((await server.as('provider')).signIn.user_id).toBe(user_id);
  });
});

test.describe('where it is required', () => {
  test.use({ settings: { SECOND_FACTOR: 'required' } });

  test('an admin sets one up before anything else', async ({ office, reports }) => {
    test.setTimeout(240_000);
    reports.expect(/status of 401/);
    const page = await office.newPage();
    await page.goto('/admin/users');
    await fillLogin(page, 'admin');
    await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    await expectNoViolation(page, 'setting up a second factor at login', [390, 1440]);
    const nextCode = authenticator(await shownKey(page));
    await page.getByLabel('Code', { exact: true }).fill(await nextCode());
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('grid', { name: 'Users' })).toBeVisible({ timeout: 30_000 });
    await page.goto('/home');
    await waitForSaved(page);
    await logOut(page);
    await fillLogin(page, 'admin');
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
    await expectNoViolation(page, 'the code of a login', [390, 1440]);
    await page.goto('/login');
    await fillLogin(page, 'provider');
    await expect(syncStatus(page)).toBeVisible({ timeout: 30_000 });
  });
});
