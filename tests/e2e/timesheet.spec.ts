import { addSession, firstStudentOf } from './day.ts';
import {
  expect,
  noticeNetwork,
  signIn,
  syncStatus,
  test,
  waitForSaved,
  waitForWorker,
  wide,
} from './fixtures.ts';

test('a timesheet submitted offline counts once everything has arrived, and its owner is told the decision', async ({
  server,
  network,
  browser,
  office,
  reports,
}) => {
  test.setTimeout(150_000);
  // A person without meal rules: whatever the demo's punches say, nothing blocks the submission.
  const owner = await server.as('lead');
  const student = await firstStudentOf(owner);
  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  const page = await context.newPage();
  await signIn(page, 'lead', '/my-sessions');
  await waitForSaved(page);
  await waitForWorker(page);

  network.cutOff();
  await addSession(page, { students: [student], start: '17:00', minutes: 30 });
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'My Hours' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Saved on this device' })).toHaveCount(1);
  await page.getByRole('link', { name: 'Timesheet', exact: true }).click();
  await expect(page.getByText('Not submitted')).toBeVisible();
  const submit = page.getByRole('button', { name: 'Submit' });
  await submit.click();
  await expect(page.getByText('Check the statement to submit.')).toBeVisible();
  await page.getByRole('checkbox', { name: /I certify/ }).click();
  await submit.click();
  await expect(page.getByText(/Will be submitted .* after 1 item from these days/)).toBeVisible();
  await expect(syncStatus(page)).toHaveText('Offline · 2 changes to sync');
  network.comeBack();
  await noticeNetwork(page);
  await expect(syncStatus(page)).toHaveText('All changes synced', { timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Timesheet');
  await expect(page.getByText('waiting for')).toBeHidden();
  const revisions = (number: number) => page.getByRole('region', { name: `Revision ${number}` });
  await expect(revisions(1)).toContainText('Submitted by');

  const desk = await office.newPage();
  await signIn(desk, 'admin', '/reports/timesheet/all');
  // It opens on the period that is over; this one is still running.
  await desk.getByLabel('Pay period').selectOption({ index: 0 });
  // Items that need a decision come first.
  const first = desk.getByRole('row').nth(1);
  await expect(first).toContainText('Submitted', { timeout: 30_000 });
  await first.focus();
  await desk.keyboard.press('Enter');
  await desk.getByRole('button', { name: 'Reject' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Confirmation - Reject' });
  await dialog.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(dialog.getByText('Enter a note.')).toBeVisible();
  await dialog.getByLabel('Notes').fill('The consult of Monday is missing.');
  await dialog.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(desk.getByText('Note: The consult of Monday is missing.')).toBeVisible({ timeout: 15_000 });

  await expect(page.getByText('Note: The consult of Monday is missing.')).toBeVisible({ timeout: 15_000 });
  await page.getByRole('checkbox', { name: /I certify/ }).click();
  await submit.click();
  await expect(revisions(2)).toContainText('Submitted by', { timeout: 15_000 });

  network.cutOff();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(page.getByText('Withdrawing.')).toBeVisible();
  await desk.getByRole('button', { name: 'Approve' }).click();
  await desk.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(desk.getByText('Approved', { exact: true }).first()).toBeVisible({ timeout: 15_000 });

  network.comeBack();
  await noticeNetwork(page);
  await expect(
    page.getByText("The withdrawal wasn't accepted. This timesheet is already approved."),
  ).toBeVisible({
    timeout: 30_000,
  });
  await expect(syncStatus(page)).toHaveText('1 change needs attention');
  await context.close();
});
