import { addSession, addWaivedLunch, lockedDay, officeSessions, saidUnder, studentsOf } from './day.ts';
import { expect, noticeNetwork, signIn, syncStatus, test, waitForSaved, waitForWorker } from './fixtures.ts';

test("the office sees a phone's unsynced changes, reports it lost, and decides on what it uploads", async ({
  server,
  network,
  phone,
  office,
  reports,
}) => {
  test.setTimeout(180_000);
  const provider = await server.as('provider');
  const admin = await server.as('admin');
  const [anna] = await studentsOf(provider);
  const people = await admin.call('provider.list');
  const self = people.find(({ id }) => id === provider.signIn.user_id);
  if (!anna || !self) throw new Error('The demo provider has no students or no name.');
  const name = `${self.provider_first} ${self.provider_last}`;
  const locked = await lockedDay(provider);

  const onPhone = await phone.open();
  await signIn(onPhone, 'provider', '/');
  await waitForSaved(onPhone);
  await waitForWorker(onPhone);
  const session = { students: [anna], minutes: 30 };
  await addWaivedLunch(onPhone, { date: locked, start: '11:00' });
  await expect(syncStatus(onPhone)).toHaveText('1 change needs attention');

  const page = await office.newPage();
  await signIn(page, 'admin', '/admin/devices/');
  await waitForWorker(page);
  await expect(page.getByRole('heading', { name: 'Devices and sync' })).toBeVisible();
  const row = page.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('In use');
  await expect(saidUnder(page, 'With unsynced changes')).toHaveText('1');

  network.cutOff();
  await addSession(onPhone, { ...session, start: '15:00' });
  await expect(syncStatus(onPhone)).toHaveText('Offline · 1 change to sync');
  await row.getByRole('button', { name: 'Report lost' }).click();
  const question = page.getByRole('alertdialog', { name: 'Confirmation - Report lost' });
  await expect(question).toContainText('Last report: 1 unsynced change.');
  await question.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(row).toContainText('Lost – waiting for it to connect');

  // Its session has ended: the next call says so.
  reports.expect(/status of 40[13]/);
  network.comeBack();
  await noticeNetwork(onPhone);
  await expect(onPhone).toHaveURL(/\/login/, { timeout: 30_000 });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(row).toContainText('Lost – data erased', { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });

  // Nothing that a lost phone uploads takes effect until the office decides.
  const sentLater = async () =>
    (await officeSessions(admin, provider.signIn.user_id)).filter(({ start_time }) => start_time === '15:00');
  expect(await sentLater()).toHaveLength(0);
  await page.goto('/admin/quarantine/');
  const list = page.getByRole('list', { name: 'Decisions' }).locator(':scope > li');
  await expect(list).toHaveCount(2);
  const session15 = list.filter({ hasText: 'New session' });
  await expect(session15).toContainText('From a lost device');
  await session15.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(list).toHaveCount(1);
  expect(await sentLater()).toHaveLength(1);
  const decisions = list.filter({ hasText: 'New lunch break' });
  await expect(decisions).toContainText('From a lost device');
  await expect(decisions).toContainText('11:00 AM Pacific, 30 minutes');
  // The keyboard goes on there.
  await expect(decisions).toBeFocused();

  // The rules apply to the person who accepts.
  await decisions.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(decisions).toContainText('The pay period of this date is locked.');
  await decisions.getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Reason').fill('The period is closed; we talk about it on Monday.');
  await page.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(page.getByText('No decisions pending')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('No decisions pending');
  await page.getByRole('radio', { name: 'All' }).click();
  await expect(session15).toContainText('Accepted');
  await expect(decisions).toContainText('Rejected');
  await expect(decisions).toContainText('we talk about it on Monday');
});
