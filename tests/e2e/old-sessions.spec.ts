import { randomUUID } from 'node:crypto';
import { dayPlus, displayDay } from '#domain/time/pacific.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';
import { today } from './day.ts';
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

const DAYS_BACK = 130;
const NOT_HERE = "You're offline. Connect to see this page.";

test('an admin reads and changes a session of months ago, and offline nobody says that there is none', async ({
  browser,
  server,
  network,
  reports,
}) => {
  const admin = await server.as('admin');
  const day = dayPlus(today(), -DAYS_BACK);
  const { sessions } = await admin.call('session.list', { query: { limit: 1 } });
  const [known] = sessions;
  if (known === undefined) throw new Error('There are no sessions.');
  const { student_ids, service, provider, location } = known;
  const id = randomUUID();
  const notes = 'Worked on the letter R';
  const entry = sessionEntry({ id, student_ids, service, location, session_date: day, notes });
  const made = await admin.call('session.create', {
    body: { ...entry, provider },
    write: { key: randomUUID(), base_version: 0 },
  });
  const [request] = made.requests ?? [];
  if (request !== undefined) {
    const other = await server.as('superadmin');
    await other.call('session.decide-request', {
      params: { id },
      body: { asked_at: request.asked_at, decision: 'approved', note: '' },
      write: { key: randomUUID(), base_version: made.version },
    });
  }

  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  const page = await context.newPage();
  await signIn(page, 'admin', '/students');
  await waitForSaved(page);
  await waitForWorker(page);
  const list = `/reports/dashboard/my-sessions/v2?from=${dayPlus(day, -1)}&to=${dayPlus(day, 1)}`;
  const table = page.getByRole('grid', { name: 'Sessions' });
  const info = `/reports/dashboard/my-sessions/v2/info/${id}`;

  await test.step('the list of those days comes from the server', async () => {
    await page.goto(list);
    await expect(table).toHaveAttribute('aria-rowcount', '2');
    await expect(table.getByRole('row').nth(1)).toContainText(displayDay(day));
  });

  await test.step('offline the list that was read stays, and a session that is not here is not called absent', async () => {
    network.cutOff();
    await page.goto(list);
    await expect(table).toHaveAttribute('aria-rowcount', '2');
    await page.goto(info);
    await expect(page.getByText(NOT_HERE)).toBeVisible();
    await expect(page.getByText('Page not found')).toBeHidden();
  });

  await test.step('online it opens without a reload, and a change that is made offline arrives', async () => {
    network.comeBack();
    await noticeNetwork(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    network.cutOff();
    await page
      .getByRole('button', { name: 'Request a change' })
      .or(page.getByRole('button', { name: 'Edit' }))
      .click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Notes').fill('Worked on the letters R and L');
    const reason = form.getByLabel('Reason for the request');
    if (await reason.isVisible()) await reason.fill('The second letter was missing.');
    await form
      .getByRole('button', { name: /^(Save|Send)/ })
      .first()
      .click();
    await expect(form).toBeHidden();
    await expect(syncStatus(page)).toContainText('1');
    network.comeBack();
    await noticeNetwork(page);
    await waitForSaved(page);
    await expect
      .poll(async () => JSON.stringify(await admin.call('session.read', { params: { id } })))
      .toContain('letters R and L');
  });
});
