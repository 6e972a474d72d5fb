import type { Page } from '@playwright/test';
import { DEMO_PASSWORD, demoEmail } from '#tests/support/real-server.ts';
import { expect, syncStatus, test } from './fixtures.ts';

const APP = /\/assets\/start-[^/]*\.js$/;
const APP_FILES = /\/assets\/start-[^/]*\.(?:js|css)$/;

/** Keeps the app's script and stylesheet back until they are released. */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  let pass = (): void => undefined;
  const isPassed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  await page.route(APP_FILES, async (route) => {
    await isPassed;
    await route.continue();
  });
  return async () => {
    pass();
    await page.waitForResponse(APP);
    await page.unroute(APP_FILES);
  };
}

/** Where the parts of the form are, in CSS pixels. */
async function placesOf(page: Page): Promise<unknown[]> {
  const parts = [
    page.getByRole('heading', { name: 'Log in' }),
    page.getByLabel('Email'),
    page.getByLabel('Password', { exact: true }),
    page.getByRole('button', { name: /password$/ }),
    page.getByRole('button', { name: 'Log in' }),
    page.getByRole('link', { name: 'Forgot your password?' }),
  ];
  return Promise.all(parts.map((part) => part.boundingBox()));
}

test('the login page is usable before the app has loaded: what is typed and pressed counts', async ({
  office,
}) => {
  const page = await office.newPage();
  let release = await holdApp(page);
  await page.goto('/login');
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await email.pressSequentially('provider@caseload.example');
  for (let at = 0; at < 'caseload.example'.length; at += 1) await page.keyboard.press('ArrowLeft');
  const before = await placesOf(page);
  await release();
  await expect(page.getByRole('heading', { name: 'Demo organization' })).toBeVisible();
  expect(await placesOf(page), 'nothing moves when the app takes over').toEqual(before);
  await page.keyboard.type('demo.');
  await expect(email).toHaveValue(demoEmail('provider'));
  await expect(password).toHaveValue(DEMO_PASSWORD);

  release = await holdApp(page);
  await page.goto('/login?redirect=/sync');
  await email.fill(demoEmail('provider'));
  await password.fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Log in' })).toHaveAttribute('aria-busy', 'true');
  await release();
  await expect(page.getByRole('heading', { name: 'Sync center' })).toBeVisible({ timeout: 30_000 });
  await expect(syncStatus(page)).toBeVisible();
});
