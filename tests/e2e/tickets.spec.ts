import type { Page } from '@playwright/test';
import { expect, noticeNetwork, signIn, test, waitForWorker, wide } from './fixtures.ts';

async function fillSupport(page: Page, type: string | null, title: string) {
  await page.getByRole('button', { name: 'Support' }).click();
  const dialog = page.getByRole('dialog', { name: 'Support' });
  if (type !== null) await dialog.getByLabel('Support type').selectOption(type);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('It has been like this since this morning.');
  return dialog;
}

test('a ticket is submitted online, offline, and after a failure, each once, and the office answers', async ({
  browser,
  server,
  network,
  reports,
  office,
}) => {
  test.setTimeout(120_000);
  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  const page = await context.newPage();
  await signIn(page, 'provider');
  await expect(page).toHaveURL('/home');
  await waitForWorker(page);

  await test.step('nothing is sent without a support type', async () => {
    const dialog = await fillSupport(page, null, 'Calendar is blank');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please Select Support Type');
    await dialog.getByLabel('Support type').selectOption('Bug/Issue');
  });

  await test.step('a server that fails loses nothing', async () => {
    const dialog = page.getByRole('dialog', { name: 'Support' });
    reports.expect(/status of 500|500 \(/);
    network.add(/^\/api\/tickets\/$/, { kind: 'refuse', code: 'server.failed' }, 1);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'There has been an issue. Please try submitting again.',
    );
    await expect(dialog.getByLabel('Title')).toHaveValue('Calendar is blank');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL('/tickets/open');
    await expect(
      page.getByText(
        'Support ticket submitted. Stay updated with site changes and updates by reading our changelog.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('grid').getByText('Calendar is blank')).toBeVisible();
    await page.getByRole('button', { name: 'Support' }).click();
    await expect(page.getByRole('dialog', { name: 'Support' }).getByLabel('Title')).toHaveValue('');
    await page.getByRole('dialog', { name: 'Support' }).getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('an offline one waits, survives a reload, and is sent once', async () => {
    network.cutOff();
    const dialog = await fillSupport(page, 'Payroll', 'A day is missing');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('list', { name: 'Saved on this device' })).toContainText('A day is missing');
    await page.reload();
    await expect(page.getByRole('list', { name: 'Saved on this device' })).toContainText('A day is missing');
    network.add(/^\/api\/tickets\/$/, { kind: 'lose-answer' }, 1);
    network.comeBack();
    await noticeNetwork(page);
    await expect(page.getByRole('list', { name: 'Saved on this device' })).toBeHidden({ timeout: 30_000 });
    await expect(page.getByRole('grid').getByText('A day is missing')).toHaveCount(1);
  });

  await test.step('the office answers, and the provider reads it', async () => {
    const desk = await office.newPage();
    await signIn(desk, 'admin');
    await desk.goto(`${server.address}/tickets/open`);
    await desk.getByRole('grid').getByText('A day is missing').click();
    await desk.getByLabel('Add a comment').fill('Which day is it?');
    await desk.getByRole('button', { name: 'Add comment' }).click();
    await expect(desk.getByRole('list', { name: 'Comments' })).toContainText('Which day is it?');
    await desk.getByRole('button', { name: 'Close ticket' }).click();
    await expect(desk.getByRole('button', { name: 'Reopen ticket' })).toBeVisible();

    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Tickets' }).click();
    await page.getByRole('menuitem', { name: 'Closed' }).click();
    await page.getByRole('grid').getByText('A day is missing').click();
    await expect(page.getByRole('list', { name: 'Comments' })).toContainText('Which day is it?');
  });

  await test.step('help opens at the page about the screen, offline too', async () => {
    network.cutOff();
    await page.getByRole('button', { name: 'Help' }).click();
    const help = page.getByRole('dialog', { name: 'Help' });
    await expect(help.getByRole('heading', { name: 'Support tickets and feedback' })).toBeVisible();
    await help.getByRole('button', { name: 'All help pages' }).click();
    await help.getByLabel('Search help').fill('co-sign');
    await help.getByRole('button', { name: /^For supervisors/ }).click();
    await expect(help.getByRole('heading', { name: 'Co-signing a note' })).toBeVisible();
  });
  await context.close();
});
