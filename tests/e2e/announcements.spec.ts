import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import naughtyStrings from 'big-list-of-naughty-strings' with { type: 'json' };
import { NOBODY } from '#domain/notifications/message-audience.ts';
import { LONGEST_MESSAGE, MESSAGE_TAGS } from '#domain/notifications/message-html.ts';
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

const TITLE = 'New evacuation plan';

test('a message is written, signed offline, and its receipt with the signature reaches the office', async ({
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
  await waitForSaved(page);
  await waitForWorker(page);

  const desk = await office.newPage();
  await test.step('the office sends it, with a link and a signature', async () => {
    await signIn(desk, 'admin');
    await desk.goto('/admin/messages');
    await desk.getByRole('button', { name: 'New message' }).click();
    const form = desk.getByRole('form', { name: 'New message' });
    await form.getByLabel(/^Title/).fill(TITLE);
    await form.getByRole('textbox', { name: 'Message' }).fill('Please read the plan.');
    await form.getByRole('textbox', { name: 'Message' }).press('ControlOrMeta+a');
    await form.getByRole('button', { name: 'Link' }).click();
    const link = desk.getByRole('dialog', { name: 'Link' });
    await link.getByLabel('Address').fill('nowhere');
    await link.getByRole('button', { name: 'Add link' }).click();
    await expect(link.getByText(/^Enter a web address/)).toBeVisible();
    await link.getByLabel('Address').fill('example.org/plan');
    await link.getByRole('button', { name: 'Add link' }).click();
    await form.getByRole('checkbox', { name: 'Provider', exact: true }).click();
    await form.getByRole('checkbox', { name: 'Must be signed' }).click();
    await expect(form.getByText(/^Reaches \d+ people/)).toBeVisible();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(desk.getByRole('grid', { name: 'Messages' }).getByText(TITLE)).toBeVisible();
  });

  await test.step('the provider signs it offline', async () => {
    await noticeNetwork(page);
    await page.goto('/home');
    const dialog = page.getByRole('dialog', { name: TITLE });
    // It is on the device now: "All changes synced" may be from before it came.
    await expect(dialog).toBeVisible();
    network.cutOff();
    await page.reload();
    await expect(dialog.getByRole('link', { name: 'Please read the plan.' })).toHaveAttribute(
      'href',
      'https://example.org/plan',
    );
    await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'I Acknowledge' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Signature is required before acknowledging');
    await dialog.getByLabel('Or type your name').fill('Maya Reyes');
    await expect(dialog.getByRole('alert')).toBeHidden();
    await dialog.getByRole('button', { name: 'I Acknowledge' }).click();
    await expect(dialog).toBeHidden();
    await expect(syncStatus(page)).toHaveText('Offline · 1 change to sync');
    network.comeBack();
    await noticeNetwork(page);
    await waitForSaved(page);
  });

  await test.step('the office has the receipt, on screen and as a file', async () => {
    await desk.getByRole('grid', { name: 'Messages' }).getByText(TITLE).click();
    const receipts = desk.getByRole('list', { name: 'Receipts' });
    await expect(receipts.getByRole('img', { name: 'Signed: Maya Reyes' })).toBeVisible();
    const saved = desk.waitForEvent('download');
    await desk.getByRole('button', { name: 'Download CSV' }).click();
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(file).toContain('data:image/png;base64,');
    await desk.emulateMedia({ media: 'print' });
    await expect(receipts.getByRole('img', { name: 'Signed: Maya Reyes' })).toBeVisible();
    await expect(desk.getByRole('button', { name: 'Download CSV' })).toBeHidden();
  });

  await test.step('markup that others have collected does nothing in the browser', async () => {
    const attacks = (naughtyStrings as readonly string[]).filter((text) => text.includes('<'));
    let message = '<p>Collected markup</p>';
    for (const attack of attacks) if (message.length + attack.length <= LONGEST_MESSAGE) message += attack;
    const [admin, provider] = await Promise.all([server.as('admin'), server.as('provider')]);
    const form = new FormData();
    const to = { ...NOBODY, people: [provider.signIn.user_id] };
    const needs = { requires_acknowledgment: false, requires_signature: false };
    const times = { shown_from: null, shown_until: null };
    const sent = {
      id: randomUUID(),
      title: 'Corpus',
      display_msg: '',
      message,
      audience: to,
      ...needs,
      ...times,
    };
    form.set('message', JSON.stringify(sent));
    await admin.call('admin-message.create', { form, write: { key: randomUUID(), base_version: 0 } });
    const asked: string[] = [];
    page.on('dialog', (question) => {
      asked.push(question.message());
      void question.dismiss();
    });
    await noticeNetwork(page);
    const body = page.getByRole('dialog', { name: 'Corpus' }).getByText('Collected markup').locator('..');
    await expect(body).toBeVisible();
    const tags = await body.evaluate((box) => [
      ...new Set([...box.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase())),
    ]);
    expect(tags.filter((tag) => !(MESSAGE_TAGS as readonly string[]).includes(tag))).toEqual([]);
    expect(asked).toEqual([]);
  });
  await context.close();
});
