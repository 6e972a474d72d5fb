import type { Page } from '@playwright/test';
import { fullName } from '#domain/students/student-name.ts';
import { pacificDay } from '#domain/time/pacific.ts';
import type { ApiPerson } from '#tests/support/real-server.ts';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';
import {
  addSession,
  anotherProvider,
  entryOf,
  firstStudentOf,
  officeSessions,
  openSyncCenter,
  studentsOf,
  today,
} from './day.ts';
import {
  dispatchSync,
  expect,
  fillLogin,
  noticeNetwork,
  openSignedIn,
  signIn,
  syncStatus,
  test,
  waitForSaved,
  waitForWorker,
} from './fixtures.ts';

/** The page's clock may have passed midnight since. */
async function showDay(page: Page, day: string): Promise<void> {
  const now = await page.evaluate(() => new Date().toISOString());
  if (pacificDay(now) !== day) await page.getByRole('button', { name: 'Previous day' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

/** Logs out while one change is unsynced. */
async function logOutAndKeep(page: Page): Promise<void> {
  await logOut(page);
  const question = page.getByRole('dialog', { name: 'Log out with unsynced changes?' });
  await expect(question).toContainText('1 change will stay encrypted on this device');
  await question.getByRole('button', { name: 'Log out and keep' }).click();
  await expect(page).toHaveURL(/\/login\/$/);
}

test('a person idle past the limit is locked out offline, logs in offline, and finds the unsynced changes', async ({
  server,
  network,
  phone,
}) => {
  const provider = await server.as('provider');
  const anna = await firstStudentOf(provider);
  const page = await phone.open();
  await page.clock.install();
  await signIn(page, 'provider', '/');
  await waitForSaved(page);
  await waitForWorker(page);
  network.cutOff();
  const day = today();
  await addSession(page, { students: [anna], start: '17:00', minutes: 30 });

  // As in a pocket: the page sleeps and wakes up much later.
  await page.clock.fastForward('50:00');
  await page.getByRole('button', { name: 'Next day' }).click();
  // "Today" appears under the finger that pressed "Next day".
  await page.waitForTimeout(DOUBLE_TAP_MS);
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.clock.fastForward('50:00');
  await showDay(page, day);
  await expect(entryOf(page, '5:00 PM')).toBeVisible();

  await page.clock.fastForward('01:00:01');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('after an hour without activity')).toBeVisible();
  await expect(page.getByText('There are unsynced changes on this device.')).toBeVisible();
  await expect(page.getByText(fullName(anna))).toBeHidden();
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored).not.toContain('token');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();

  await fillLogin(page, 'provider', 'not-the-password');
  await expect(page.getByRole('alert')).toBeVisible();
  await fillLogin(page, 'provider');
  await expect(syncStatus(page)).toHaveText('Offline · 1 change to sync');
  await showDay(page, day);
  await expect(entryOf(page, '5:00 PM', fullName(anna))).toContainText('Saved on this device');

  network.comeBack();
  await noticeNetwork(page);
  await waitForSaved(page);
  const sessions = await officeSessions(provider, provider.signIn.user_id);
  expect(sessions.filter(({ start_time }) => start_time === '17:00')).toHaveLength(1);
});

test("while a second provider uses the device, the worker sends each person's changes on their behalf", async ({
  server,
  network,
  phone,
}) => {
  const provider = await server.as('provider');
  const [anna] = await studentsOf(provider);
  const otherName = await anotherProvider(server);
  const other = await server.as(otherName);
  const [ben] = await studentsOf(other);
  if (!anna || !ben) throw new Error('A demo provider has no students.');
  const page = await openSignedIn(phone, 'provider');

  network.add(/^\/api\/sync\/push/, { kind: 'lose-request' });
  await addSession(page, { students: [anna], start: '17:00', minutes: 30 });
  await logOutAndKeep(page);
  await fillLogin(page, otherName);
  await waitForSaved(page);
  await addSession(page, { students: [ben], start: '17:00', minutes: 30 });
  await expect(syncStatus(page)).toContainText('1 change to sync');

  // The tab can't send; the worker can, for both people, and reads neither's changes.
  network.clearFaults();
  network.add(/^\/api\/sync\/push\/$/, { kind: 'lose-request' });
  await dispatchSync(page, network.address);
  const lateOf = async (person: ApiPerson) => {
    const sessions = await officeSessions(person, person.signIn.user_id);
    return sessions.flatMap(({ start_time, student_ids }) => (start_time === '17:00' ? [student_ids] : []));
  };
  await expect.poll(() => lateOf(provider)).toEqual([[anna.id]]);
  await expect.poll(() => lateOf(other)).toEqual([[ben.id]]);
  network.clearFaults();
  await noticeNetwork(page);
  await waitForSaved(page);
  expect(await lateOf(provider)).toHaveLength(1);
  expect(await lateOf(other)).toHaveLength(1);
});

test('a second provider on the same device sees and sends nothing of the first provider', async ({
  server,
  network,
  phone,
}) => {
  const provider = await server.as('provider');
  const anna = await firstStudentOf(provider);
  const otherName = await anotherProvider(server);
  const other = await server.as(otherName);
  const page = await openSignedIn(phone, 'provider');

  network.add(/^\/api\/sync\/push/, { kind: 'lose-request' });
  await addSession(page, { students: [anna], start: '17:00', minutes: 30 });
  await expect(syncStatus(page)).toContainText('1 change to sync');
  await logOutAndKeep(page);

  await fillLogin(page, otherName);
  await expect(syncStatus(page)).toHaveText('All changes synced');
  await expect(page.getByText(fullName(anna))).toBeHidden();
  await openSyncCenter(page);
  await expect(page.getByRole('heading', { name: 'All changes synced' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  const ofOther = await officeSessions(other, other.signIn.user_id);
  const ofFirst = await officeSessions(provider, provider.signIn.user_id);
  expect([...ofOther, ...ofFirst].filter(({ start_time }) => start_time === '17:00')).toEqual([]);

  await logOut(page);
  const note = page.getByText('There are unsynced changes on this device.');
  await expect(note).toBeVisible();
  // Logged out, the page uploads encrypted changes on behalf of their author.
  network.clearFaults();
  await expect(async () => {
    await noticeNetwork(page);
    await expect(note).toBeHidden({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  const sessions = await officeSessions(provider, provider.signIn.user_id);
  expect(sessions.filter(({ start_time }) => start_time === '17:00')).toHaveLength(1);

  await fillLogin(page, 'provider');
  await waitForSaved(page);
  await expect(entryOf(page, '5:00 PM', fullName(anna))).toContainText('Synced');
});

test('a reload asks for no password, even before the service worker is active', async ({
  network,
  phone,
}) => {
  network.add(/icon-512\.png$/, { kind: 'delay', ms: 60_000 });
  const page = await phone.open();
  await signIn(page, 'provider', '/');
  await waitForSaved(page);
  const worker = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return [navigator.serviceWorker.controller === null, registration?.installing?.state];
  });
  expect(worker).toEqual([true, 'installing']);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Add session' })).toBeVisible();
  await expect(page).not.toHaveURL(/login/);
  network.clearFaults();
});

test('quick successive reloads ask for no password', async ({ phone }) => {
  const page = await openSignedIn(phone, 'provider');
  // The second reload comes while the first page loads, asks for its key, unlocks the device, and shows it.
  for (const pauseMs of [0, 10, 30, 60, 100, 150, 200, 250, 300, 400, 600, 900]) {
    await page.reload({ waitUntil: 'commit' });
    await page.waitForTimeout(pauseMs);
    await page.reload({ waitUntil: 'commit' }).catch((error: unknown) => {
      // The browser rejects one at the moment in which the previous page is replaced.
      if (!/Not attached to an active page/.test(String(error))) throw error;
      return page.reload({ waitUntil: 'commit' });
    });
    await expect(page.getByRole('button', { name: 'Add session' }), `after ${pauseMs} ms`).toBeVisible();
  }
  await expect(page).not.toHaveURL(/login/);
});
