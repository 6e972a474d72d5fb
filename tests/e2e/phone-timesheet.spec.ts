import { randomUUID } from 'node:crypto';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import { takeProviderOn } from '#tests/support/new-provider.ts';
import { today } from './day.ts';
import { expect, noticeNetwork, signIn, syncStatus, test, waitForSaved, waitForWorker } from './fixtures.ts';

const NAME = 'phone-hours';

test('on a phone a timesheet error leads to its day; fixed and submitted offline, it arrives once', async ({
  server,
  network,
  phone,
}) => {
  test.setTimeout(180_000);
  const { provider } = await takeProviderOn(server, NAME, 1);
  const provider_id = provider.signIn.user_id;
  const day = dayPlus(today(), -1);
  await provider.call('timecard.create', {
    body: { id: randomUUID(), started_at: pacificInstant(day, '09:00') },
  });
  const start = `${day.slice(0, 8)}${day.slice(8) >= '16' ? '16' : '01'}`;
  const page = await phone.open();
  await signIn(page, NAME, '/');
  await waitForSaved(page);
  await waitForWorker(page);
  network.cutOff();
  await page.reload();
  await expect(syncStatus(page)).toHaveText('Offline');

  const sheet = page.getByRole('dialog', { name: 'Timesheet' });
  const openTimesheet = async () => {
    await page.getByRole('button', { name: 'Timesheet', exact: true }).tap();
    await sheet.getByLabel('Pay period', { exact: true }).selectOption(start);
  };
  const submit = sheet.getByRole('button', { name: 'Submit' });

  await test.step('the open day is listed first and blocks the timesheet', async () => {
    await openTimesheet();
    await expect(sheet.getByText('Not submitted')).toBeVisible();
    await expect(sheet.getByRole('list', { name: 'Days with errors' }).getByRole('button')).toHaveCount(1);
    await expect(submit).toBeDisabled();
  });

  await test.step('a tap leads to the day, where it is fixed', async () => {
    const error = sheet.getByRole('list', { name: 'Days with errors' }).getByRole('button');
    expect((await error.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await error.tap();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`day=${day}`));
    const card = page.getByRole('region', { name: 'Timecard' });
    await expect(card).toBeInViewport();
    await card.getByRole('button', { name: 'Fix times' }).tap();
    const form = page.getByRole('form', { name: /^Fix times for / });
    await form.getByLabel('Clock-out time').fill('12:00');
    await form.getByLabel('Reason').fill('I forgot to end the day.');
    await form.getByRole('button', { name: 'Save', exact: true }).tap();
    await expect(form).toBeHidden();
  });

  await test.step('it is submitted with the certified statement, offline', async () => {
    await openTimesheet();
    await expect(sheet.getByText('Fix before you submit')).toBeHidden();
    await expect(sheet.getByRole('list', { name: 'Days', exact: true })).toContainText('Paid 3:00');
    await sheet.getByRole('checkbox', { name: /I certify/ }).tap();
    await submit.tap();
    await expect(sheet.getByText(/Will be submitted .* after 1 item from these days/)).toBeVisible();
    await expect(submit).toBeHidden();
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await expect(sheet).toBeHidden();
  });

  const status = () =>
    provider.call('timesheet.status', {
      query: { provider_id, period_start_date: start, period_end_date: periodEnd(start) },
    });
  await test.step('it arrives once', async () => {
    expect(await status()).toMatchObject({ status: 'not-submitted' });
    network.comeBack();
    await noticeNetwork(page);
    await waitForSaved(page);
    expect(await status()).toMatchObject({
      status: 'submitted',
      waiting_for: 0,
      revisions: [{ revision: 1, totals: { paid_minutes: 180 } }],
    });
  });

  await test.step('it is withdrawn from the phone', async () => {
    await openTimesheet();
    await sheet.getByRole('button', { name: 'Withdraw' }).tap();
    await page.getByRole('button', { name: 'CONFIRM' }).tap();
    await expect(sheet.getByText('Withdrawn', { exact: true }).first()).toBeVisible({ timeout: 15_000 });
    expect(await status()).toMatchObject({ status: 'withdrawn' });
  });
});

/** The last day of the demo's pay period that starts then. */
function periodEnd(start: string): string {
  if (start.endsWith('01')) return `${start.slice(0, 8)}15`;
  const [year, month] = start.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0, 0)).toISOString().slice(0, 10);
}
