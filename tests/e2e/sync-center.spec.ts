import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { RescueFile } from '#contract/quarantine.ts';
import { shortName } from '#domain/students/student-name.ts';
import { sessionEntry as enteredSession } from '#tests/support/device-entries.ts';
import {
  addSession,
  firstStudentOf,
  officeSessions,
  openSyncCenter,
  startsAtOffice,
  studentsOf,
  today,
} from './day.ts';
import { expect, noticeNetwork, openSignedIn, signIn, syncStatus, test } from './fixtures.ts';

test("changes that can't sync are exported to a file, imported by an admin, and count once", async ({
  server,
  network,
  phone,
}) => {
  const provider = await server.as('provider');
  const anna = await firstStudentOf(provider);
  const page = await openSignedIn(phone, 'provider');
  network.cutOff();
  await addSession(page, {
    students: [anna],
    start: '15:00',
    minutes: 30,
    notes: 'Sealed words',
  });
  await expect(syncStatus(page)).toHaveText('Offline · 1 change to sync');

  const text =
    await test.step('the Sync center lists unsynced changes, and exports them encrypted', async () => {
      await openSyncCenter(page);
      const waiting = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
      await expect(waiting).toHaveCount(1);
      await expect(waiting).toContainText('New session');
      await expect(waiting).toContainText(`3:00 PM, ${shortName(anna)}`);
      await expect(waiting).toContainText('Saved on this device');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export a rescue file' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^caseload-rescue-[0-9a-f]{8}-\d{4}-\d{2}-\d{2}\.json$/);
      const file = await readFile(await download.path(), 'utf8');
      expect(file).not.toMatch(/Sealed words|15:00/);
      expect(file).not.toContain(anna.id);
      await expect(waiting).toHaveCount(1);
      return file;
    });

  await test.step('an admin imports it, twice; the session is on the server once', async () => {
    const admin = await server.as('superadmin');
    const body = RescueFile.parse(JSON.parse(text));
    for (let time = 0; time < 2; time += 1) {
      const { answers } = await admin.call('rescue.import', { body });
      expect(answers.map(({ status }) => status)).toEqual([201]);
    }
    expect(await startsAtOffice(server)).toEqual(['15:00']);
  });

  await test.step('back online the phone sends it too, and it is still there once', async () => {
    network.comeBack();
    await noticeNetwork(page);
    await page.getByText('History', { exact: true }).click();
    const history = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    await expect(history).toHaveCount(1, { timeout: 30_000 });
    await expect(history).toContainText(`3:00 PM, ${shortName(anna)}`);
    await expect(history).toContainText('Synced');
    await expect(page.getByRole('heading', { name: 'All changes synced' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Waiting' })).toBeHidden();
    expect(await startsAtOffice(server)).toEqual(['15:00']);
  });

  await test.step('compared with the server, nothing differs', async () => {
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText(/In sync with the server, checked \d\d\/\d\d\/\d{4}/)).toBeVisible();
    await expect(page.getByText('repaired.')).toBeHidden();
  });
});

test('a supervisor decides on handed-over changes in their own Sync center', async ({ server, office }) => {
  const provider = await server.as('provider');
  const [anna] = await studentsOf(provider);
  const { user_id } = provider.signIn;
  // Not a session of today: just after midnight there is none.
  const service = anna?.services[0];
  if (!anna || service === undefined) throw new Error('The demo provider has no student with a service.');
  const now = new Date().toISOString();
  const body = enteredSession({
    student_ids: [anna.id],
    service,
    session_date: today(),
    start_time: '06:00',
    end_time: '06:30',
  });
  const write = { endpoint: 'session.create', endpoint_version: 1, params: {}, body, base_version: null };
  await provider.call('sync.hand-over', {
    body: {
      device: {
        device_id: randomUUID(),
        device_now: now,
        app_version: '1',
        unsent_count: 1,
        unsent_since: now,
      },
      note: 'She moved on Friday.',
      writes: [{ ...write, write_id: randomUUID(), depends_on: [], captured_at: now }],
    },
  });

  const page = await office.newPage();
  await signIn(page, 'supervisor', '/sync');
  const decisions = page.getByRole('region', { name: 'Handed to you' }).getByRole('listitem');
  const handed = decisions.filter({ hasText: 'She moved on Friday.' });
  await expect(handed).toContainText('6:00 AM');
  await handed.getByRole('button', { name: 'Accept' }).click();
  const question = page.getByRole('alertdialog', { name: 'Confirmation - Accept' });
  await question.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(question).toBeHidden();
  await expect(handed).toHaveCount(0);
  const arrived = (await officeSessions(provider, user_id)).filter(({ id }) => id === body.id);
  expect(arrived).toMatchObject([{ start_time: '06:00', student_ids: [anna.id] }]);
});

test('people who decide in Admin have no second list in the Sync center', async ({ office }) => {
  const page = await office.newPage();
  await signIn(page, 'admin', '/sync');
  await expect(page.getByText('About this device')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Handed to you' })).toHaveCount(0);
});
