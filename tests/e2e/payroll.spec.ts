import { readFile } from 'node:fs/promises';
import { expect, signIn, test } from './fixtures.ts';

test('the office runs payroll: one person adjusts and sends it, another approves it, and the pay file stays the same', async ({
  server,
  office,
  browser,
  reports,
}) => {
  test.setTimeout(120_000);
  const boss = await server.as('superadmin');
  const clerk = (await boss.call('user.list')).find(
    ({ grants, is_active }) => is_active && grants.includes('payroll.view'),
  );
  const page = await office.newPage();
  await signIn(page, clerk?.username ?? '', '/payroll/runs');

  await test.step('miles are added at the recorded rate, with what they pay', async () => {
    await page.getByRole('link', { name: 'Extra pay' }).click();
    await page.getByRole('button', { name: 'Add extra pay' }).click();
    const form = page.getByRole('form', { name: 'New extra pay' });
    await form.getByLabel('Provider', { exact: true }).click();
    await page.getByRole('option').first().click();
    await expect(form.getByLabel(/^Rate/)).toHaveValue('0.725');
    await form.getByLabel(/^Quantity/).fill('12.4');
    await expect(form).toContainText('Pays $8.99.');
    await expect(form).toContainText('This is the rate recorded for everyone from');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toContainText('This field is required.');
    await form.getByLabel('Reason').fill('Two schools in one day');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    const added = page.getByRole('row').filter({ hasText: 'Two schools in one day' });
    await expect(added).toContainText('$8.99');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Payroll', exact: true })
      .click();
  });

  await page.getByRole('button', { name: 'Start payroll' }).click();
  const start = page.getByRole('dialog');
  await expect(start.getByRole('list', { name: 'Warnings' })).toContainText('no submitted timesheet');
  await start.getByRole('button', { name: 'Start payroll' }).click();
  await expect(page.getByRole('button', { name: 'Send to review' })).toBeVisible({ timeout: 30_000 });

  await test.step('minutes are adjusted with a note, and every line says why', async () => {
    const row = page.getByRole('row').nth(1);
    await row.getByRole('button', { name: /^Adjust/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('list', { name: 'How it was calculated' })).toContainText(
      /an hour, the provider's pay rate for .+ in 20\d\d–20\d\d/,
    );
    await dialog.getByLabel('Adjusted minutes').fill('5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('Enter why the minutes change.');
    await dialog.getByLabel('Note').fill('Left early.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row').nth(1)).toContainText('0:05');
  });

  await test.step('lines without a pay rate are left out, and the run goes to review', async () => {
    await page.getByRole('radio', { name: /^To check/ }).click();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByRole('button', { name: /^Leave out/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Paid next time.');
    await dialog.getByRole('button', { name: /^Leave out/ }).click();
    await expect(dialog).toContainText('Left out');
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('button', { name: 'Send to review' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page.getByText('You started this run, so someone else has to approve it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
  });

  const address = page.url();
  const apart = await browser.newContext({ baseURL: server.address });
  reports.watch(apart);
  const second = await apart.newPage();
  await test.step('someone else approves and exports it', async () => {
    await signIn(second, 'superadmin', new URL(address).pathname);
    for (const step of ['Approve', 'Export pay file']) {
      await second.getByRole('button', { name: step, exact: true }).click({ timeout: 60_000 });
      await second.getByRole('dialog').getByRole('button', { name: 'CONFIRM' }).click();
    }
  });

  const payFile = async () => {
    await second.getByRole('button', { name: 'Pay file' }).click();
    const [download] = await Promise.all([
      second.waitForEvent('download'),
      second.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const first = await payFile();
  expect(first.name).toMatch(/^payroll-.*-1\.csv$/);
  expect(first.bytes.toString()).toContain('Provider ID,Last name,First name');
  expect((await payFile()).bytes.equals(first.bytes)).toBe(true);
  await apart.close();
});
