import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Student } from '#contract/student.ts';
import { fullName } from '#domain/students/student-name.ts';
import {
  addSession,
  entryOf,
  fillSession,
  firstStudentOf,
  openSyncCenter,
  sessionsFromNowOn,
  today,
} from './day.ts';
import { expect, noticeNetwork, openSignedIn, signIn, syncStatus, test, waitForSaved } from './fixtures.ts';

test.setTimeout(150_000);

/** Opens the session of the day and changes it. */
async function edit(page: Page, student: Student, entry: Parameters<typeof fillSession>[1]): Promise<void> {
  await entryOf(page, fullName(student).split(' ')[0] as string, '5:00 PM')
    .getByRole('button')
    .click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('form', { name: 'Edit session' });
  await fillSession(form, entry);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
}

/** Both themes, as a person sees the dialog. */
async function expectNoViolation(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    );
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode(true)
      .include('[role="dialog"]')
      .disableRules(['color-contrast-enhanced'])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a session changed on two devices is compared and decided on, and neither version is lost', async ({
  server,
  network,
  phone,
  office,
}) => {
  const provider = await server.as('provider');
  const anna = await firstStudentOf(provider);
  const ours = await sessionsFromNowOn(provider);

  const page = await openSignedIn(phone, 'provider');
  await addSession(page, { students: [anna], start: '17:00', minutes: 30, notes: 'Warm-up.' });
  await expect.poll(async () => (await ours()).length).toBe(1);

  const desk = await office.newPage();
  await signIn(desk, 'provider', '/my-sessions');
  await waitForSaved(desk);

  await test.step('changed offline on the phone, and at the desk', async () => {
    network.cutOff();
    await edit(page, anna, { start: '17:10', notes: 'Warm-up with cards.' });
    await edit(desk, anna, { start: '17:20', notes: 'Warm-up with a song.' });
    await expect.poll(async () => (await ours())[0]?.start_time).toBe('17:20');
    network.comeBack();
    await noticeNetwork(page);
    await expect(syncStatus(page)).toHaveText('1 change needs attention', { timeout: 30_000 });
  });

  const dialog = page.getByRole('dialog', { name: 'You changed this on another device too' });
  const group = (name: string) => dialog.getByRole('region', { name, exact: true });

  await test.step('the record shows the base, mine, and theirs', async () => {
    await page.getByRole('button', { name: 'Compare and decide' }).click();
    await expect(dialog).toContainText(/Changed by you on another device, \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M/);
    await expect(group('Time')).toContainText('5:00–5:30 PM');
    await expect(group('Time').getByRole('radio', { name: 'This device' })).toContainText('5:10–5:40 PM');
    await expect(group('Time').getByRole('radio', { name: 'Other device' })).toContainText('5:20–5:50 PM');
    await expect(group('Notes').getByRole('radio', { name: 'Both' })).toBeChecked();
    await expect(dialog.getByLabel('Notes, both')).toHaveValue('Warm-up with cards.\n\nWarm-up with a song.');
    await expectNoViolation(page);
  });

  await test.step('postponed, nothing changes', async () => {
    await dialog.getByRole('button', { name: 'Decide later' }).click();
    await expect(dialog).toBeHidden();
    await expect(syncStatus(page)).toHaveText('1 change needs attention');
    expect((await ours())[0]).toMatchObject({ start_time: '17:20', notes: 'Warm-up with a song.' });
  });

  await test.step('decided by keyboard in the Sync center, it syncs', async () => {
    await openSyncCenter(page);
    await page
      .getByRole('list', { name: 'Needs attention' })
      .getByRole('button', { name: 'Compare and decide' })
      .press('Enter');
    await dialog.getByRole('button', { name: 'Save decision' }).press('Enter');
    await expect(group('Time')).toContainText('Choose which time to keep.');
    await group('Time').getByRole('radio', { name: 'This device' }).press('Space');
    await expectNoViolation(page);
    await dialog.getByRole('button', { name: 'Save decision' }).press('Enter');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Close' }).click();
    await waitForSaved(page);
    expect(await ours()).toMatchObject([
      { start_time: '17:10', end_time: '17:40', notes: 'Warm-up with cards.\n\nWarm-up with a song.' },
    ]);
  });
});

test('a session changed on one device and deleted on the other is entered again, or stays deleted', async ({
  server,
  network,
  phone,
  office,
  reports,
}) => {
  // A session that is gone from the device may be an older one: its page asks the server for it.
  reports.expect(/status of 404 .*\/api\/mysessions\/info\//);
  const provider = await server.as('provider');
  const anna = await firstStudentOf(provider);
  const ours = await sessionsFromNowOn(provider);

  const desk = await office.newPage();
  await signIn(desk, 'provider', '/my-sessions');
  await waitForSaved(desk);
  await addSession(desk, { students: [anna], start: '17:00', minutes: 30 });
  await expect.poll(async () => (await ours()).length).toBe(1);
  const page = await openSignedIn(phone, 'provider');

  network.cutOff();
  await edit(page, anna, { notes: 'Said five new words.' });
  await entryOf(desk, fullName(anna).split(' ')[0] as string, '5:00 PM')
    .getByRole('button')
    .click();
  await desk.getByRole('button', { name: 'Delete' }).click();
  await desk
    .getByRole('alertdialog')
    .getByRole('button', { name: /CONFIRM|Delete/ })
    .click();
  await expect.poll(async () => (await ours()).length).toBe(0);
  network.comeBack();
  await noticeNetwork(page);
  await expect(syncStatus(page)).toHaveText('1 change needs attention', { timeout: 30_000 });

  await page.getByRole('button', { name: 'Compare and decide' }).click();
  const dialog = page.getByRole('dialog', { name: 'You deleted this on another device' });
  await expect(dialog).toContainText('Said five new words.');
  await expect(dialog).toContainText(/Deleted by you on another device, \d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M/);
  await expectNoViolation(page);
  await dialog.getByRole('button', { name: 'Enter it again' }).click();
  await waitForSaved(page);
  expect(await ours()).toMatchObject([
    { session_date: today(), start_time: '17:00', notes: 'Said five new words.', version: 1 },
  ]);
});
