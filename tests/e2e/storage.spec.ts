import type { CDPSession, Page } from '@playwright/test';
import { addSession, entryOf, fillSession, firstStudentOf, officeSessions } from './day.ts';
import {
  expect,
  fillLogin,
  noticeNetwork,
  openSignedIn,
  syncStatus,
  test,
  waitForSaved,
} from './fixtures.ts';

/** Sets the origin's quota in bytes; resets it if omitted. */
async function limitStorage(browser: CDPSession, page: Page, quotaSize?: number): Promise<void> {
  await browser.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(page.url()).origin,
    ...(quotaSize === undefined ? {} : { quotaSize }),
  });
}

/** Chromium checks the remaining space only occasionally. */
async function waitUntilFull(page: Page): Promise<void> {
  const refusal = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const opening = indexedDB.open('room-left');
          opening.onerror = () => resolve(String(opening.error?.name));
          opening.onupgradeneeded = () => opening.result.createObjectStore('bytes', { autoIncrement: true });
          opening.onsuccess = () => {
            const connection = opening.result;
            const transaction = connection.transaction('bytes', 'readwrite');
            transaction.objectStore('bytes').add(new Uint8Array(1_000));
            const done = (said: string) => {
              connection.close();
              resolve(said);
            };
            transaction.oncomplete = () => done('stored');
            transaction.onabort = () => done(String(transaction.error?.name));
          };
        }),
    );
  await expect.poll(refusal, { timeout: 60_000, intervals: [500] }).toBe('QuotaExceededError');
}

test('on a full device a session entered offline stays in its form, and is saved once there is space', async ({
  server,
  network,
  phone,
}) => {
  test.setTimeout(180_000);
  const provider = await server.as('provider');
  const anna = await firstStudentOf(provider);
  const page = await openSignedIn(phone, 'provider');
  const before = await officeSessions(provider, provider.signIn.user_id);
  network.cutOff();
  const browser = await page.context().newCDPSession(page);
  await limitStorage(browser, page, 1);
  await waitUntilFull(page);

  await page.getByRole('button', { name: 'Add session' }).click();
  const form = page.getByRole('form', { name: 'New session' });
  const entry = { students: [anna], start: '17:00', minutes: 30, notes: 'Kept in the form' };
  await fillSession(form, entry);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByRole('alert')).toHaveText(/^Not saved: this device is out of space\./);
  await expect(form.getByLabel('Notes')).toHaveValue('Kept in the form');
  await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await expect(page.getByText('Free up some space so new changes')).toBeAttached();
  await expect(entryOf(page, '5:00 PM')).toBeHidden();

  await limitStorage(browser, page);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Free up some space so new changes')).toBeHidden();
  await expect(entryOf(page, '5:00 PM')).toHaveCount(1);
  await expect(syncStatus(page)).toHaveText(/1 change to sync/);
  // The cached shell was not dropped for it: the page starts offline.
  await page.reload();
  await expect(entryOf(page, '5:00 PM')).toHaveCount(1);

  network.comeBack();
  await noticeNetwork(page);
  await waitForSaved(page);
  const after = await officeSessions(provider, provider.signIn.user_id);
  expect(after).toHaveLength(before.length + 1);
  expect(after.filter(({ notes }) => notes === 'Kept in the form')).toHaveLength(1);
});

test("a person whose browser erased the device's data is told once what was restored and what was lost", async ({
  server,
  network,
  phone,
}) => {
  const provider = await server.as('provider');
  const anna = await firstStudentOf(provider);
  const page = await openSignedIn(phone, 'provider');
  const own = () => officeSessions(provider, provider.signIn.user_id);
  const before = await own();
  await addSession(page, { students: [anna], start: '16:00', minutes: 30 });
  await expect.poll(own, { timeout: 30_000 }).toHaveLength(before.length + 1);
  await waitForSaved(page);
  const told = page.getByText('Your browser erased the data on this device.');
  await expect(told).toBeHidden();

  network.cutOff();
  await addSession(page, { students: [anna], start: '17:00', minutes: 30 });
  await expect(syncStatus(page)).toHaveText(/1 change to sync/);
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Log out and keep' }).click();
  await expect(page).toHaveURL(/\/login\/$/);
  const { origin } = new URL(page.url());
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  network.comeBack();

  await page.goto('/login');
  await expect(page.getByText('There are unsynced changes on this device.')).toBeHidden();
  await fillLogin(page, 'provider');
  await expect(told).toBeVisible({ timeout: 30_000 });
  await waitForSaved(page);
  await expect(entryOf(page, '4:00 PM')).toHaveCount(1);
  await expect(entryOf(page, '5:00 PM')).toBeHidden();
  await page.reload();
  await expect(told).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(told).toBeHidden();
  await page.reload();
  await waitForSaved(page);
  await expect(told).toBeHidden();
});
