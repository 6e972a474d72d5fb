import type { PayPeriod } from '#contract/catalog.ts';
import { stateOfPeriod } from '#domain/payroll/pay-period-rules.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { addWaivedLunch, openSyncCenter } from './day.ts';
import { expect, noticeNetwork, openSignedIn, signIn, syncStatus, test, waitForSaved } from './fixtures.ts';

test("the office locks a pay period; a provider's late offline lunch is kept, explained, and sent once it is reopened", async ({
  server,
  network,
  phone,
  office,
}) => {
  const admin = await server.as('admin');
  const provider = await server.as('provider');
  const closed = (await admin.call('pay-period.list')).findLast(
    (period) => stateOfPeriod(period) === 'closed',
  ) as PayPeriod;
  const day = closed.start_date;
  const dates = `${displayDay(closed.start_date)} – ${displayDay(closed.end_date)}`;
  const lunches = async () =>
    (await provider.call('lunch.list-of-day', { params: { a: provider.signIn.user_id, b: day } })).length;
  const before = await lunches();

  const page = await openSignedIn(phone, 'provider');
  network.cutOff();
  await addWaivedLunch(page, { date: day, start: '11:00' });

  const desk = await office.newPage();
  await signIn(desk, 'admin', '/admin/');
  await waitForSaved(desk);
  await test.step('the office sees what is open, and locks it with a reason', async () => {
    await desk.getByRole('link', { name: /Pay periods/ }).click();
    const row = desk.getByRole('row', { name: new RegExp(dates.replace('–', '.*')) });
    await expect(row).toContainText('Closed');
    await row.getByText(displayDay(day)).click();
    await expect(desk.getByRole('heading', { level: 1 })).toContainText(dates);
    await expect(desk.getByRole('list', { name: 'Still open' })).toContainText(/no submitted timesheet/);
    await desk.getByRole('button', { name: 'Lock', exact: true }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(dialog).toContainText('Enter a reason.');
    await dialog.getByLabel('Reason').fill('Payroll is due today.');
    await dialog.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(desk.getByRole('list', { name: 'History' })).toContainText('Payroll is due today.');
  });

  const refused = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  await test.step('the late lunch stays on the phone, and says why', async () => {
    network.comeBack();
    await noticeNetwork(page);
    await expect(syncStatus(page)).toHaveText('1 change needs attention', { timeout: 30_000 });
    await openSyncCenter(page);
    await expect(refused).toContainText('11:00 AM');
    await expect(refused).toContainText(/pay period of this date is locked/);
    expect(await lunches()).toBe(before);
  });

  await test.step('reopened, the same lunch arrives', async () => {
    await desk.getByRole('button', { name: 'Reopen' }).click();
    await desk.getByRole('dialog').getByLabel('Reason').fill('A lunch is missing.');
    await desk.getByRole('dialog').getByRole('button', { name: 'CONFIRM' }).click();
    await expect(desk.getByRole('list', { name: 'History' })).toContainText('A lunch is missing.');
    await refused.getByRole('button', { name: 'Edit and send' }).click();
    const form = page.getByRole('form', { name: 'Edit lunch break' });
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(lunches, { timeout: 30_000 }).toBe(before + 1);
  });
});
