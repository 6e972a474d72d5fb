import { pacificDay } from '#domain/time/pacific.ts';
import { expect, openSignedIn, signIn, syncStatus, test, waitForSaved, wide } from './fixtures.ts';

test('the menu follows a new role while the page stays open', async ({ office, server }) => {
  test.setTimeout(180_000);
  const boss = await server.as('superadmin');
  const { user_id } = (await server.as('lead')).signIn;
  const page = await office.newPage();
  await signIn(page, 'lead', '/home');
  await waitForSaved(page);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Home' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const payroll = menu.getByRole('button', { name: 'Payroll' });
  await expect(payroll).toHaveCount(0);
  const { version } = await boss.call('user.read', { params: { id: user_id } });
  await boss.call('user.set-role', {
    params: { id: user_id },
    body: { role: '1', grants: ['payroll.view'] },
    write: { key: crypto.randomUUID(), base_version: version },
  });
  await expect(payroll).toBeVisible({ timeout: 90_000 });
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('a person chooses 24-hour times, which hold on every device and offline', async ({
  office,
  network,
  phone,
  server,
}) => {
  const { user_id } = (await server.as('provider')).signIn;
  const desk = await office.newPage();
  await signIn(desk, 'provider', `/provider/my-profile/${user_id}`);
  await waitForSaved(desk);
  await expect(desk.getByText('Half past two in the afternoon is 2:30 PM.')).toBeVisible();
  await desk.getByRole('radio', { name: '24-hour' }).click();
  await expect(desk.getByText('Half past two in the afternoon is 14:30.')).toBeVisible();

  const page = await openSignedIn(phone, 'provider');
  await page.setViewportSize(wide.viewport);
  const today = pacificDay(Date.now());
  network.cutOff();
  await page.goto(`/my-sessions?date=${today}`);
  await expect(syncStatus(page)).toHaveText(/^Offline/);
  await page.getByRole('button', { name: 'Add session' }).first().click();
  const start = page.getByLabel('Start time');
  await start.fill('1645');
  await start.blur();
  await expect(start).toHaveValue('16:45');
  await expect(page.getByText(/Until 17:/)).toBeVisible();
  network.comeBack();
});
