import { fullName } from '#domain/students/student-name.ts';
import { DEMO_PASSWORD } from '#tests/support/real-server.ts';
import { addSession, entryOf, firstStudentOf, officeSessions } from './day.ts';
import {
  expect,
  fillLogin,
  noticeNetwork,
  openSignedIn,
  syncStatus,
  test,
  waitForSaved,
  wide,
} from './fixtures.ts';

const CHANGED = 'nine green umbrellas';

test('a person changes the password, and the new one opens the device offline with all of its changes', async ({
  server,
  network,
  phone,
  reports,
}) => {
  const provider = await server.as('provider');
  const anna = await firstStudentOf(provider);
  const page = await openSignedIn(phone, 'provider');
  // On a phone there is no profile.
  await page.setViewportSize(wide.viewport);
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(`/provider/my-profile/${provider.signIn.user_id}`);
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page).toHaveURL(/\?tab=2$/);
  const devices = page.getByRole('list', { name: 'My devices' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  const current = devices.filter({ has: page.getByText('This device', { exact: true }) });
  await expect(current).toContainText('Chrome on');

  const form = page.getByRole('form', { name: 'Change password' });
  reports.expect(/status of 422/);
  await form.getByLabel('Current password', { exact: true }).fill('not the password');
  await form.getByLabel('New password', { exact: true }).fill(CHANGED);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText("That isn't your current password.")).toBeVisible();
  await form.getByLabel('Current password', { exact: true }).fill(DEMO_PASSWORD);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText('Password changed. Your other devices are logged out.')).toBeVisible();
  await expect(devices).toHaveCount(1);

  network.cutOff();
  await page.goto('/my-sessions');
  await addSession(page, { students: [anna], start: '17:00', minutes: 30 });
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Log out and keep' }).click();
  await expect(page).toHaveURL(/\/login\/$/);
  await fillLogin(page, 'provider');
  await expect(page.getByRole('alert')).toContainText('Wrong password. Nothing was deleted.');
  await fillLogin(page, 'provider', CHANGED);
  await expect(syncStatus(page)).toHaveText('Offline · 1 change to sync');
  await page.goto('/my-sessions');
  await expect(entryOf(page, '5:00 PM', fullName(anna))).toContainText('Saved on this device');

  network.comeBack();
  await noticeNetwork(page);
  await waitForSaved(page);
  const again = await server.as('provider', CHANGED);
  const sessions = await officeSessions(again, again.signIn.user_id);
  expect(sessions.filter(({ start_time }) => start_time === '17:00')).toHaveLength(1);
});
