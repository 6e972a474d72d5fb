import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { displayDay, pacificInstant } from '#domain/time/pacific.ts';
import {
  addSession,
  addWaivedLunch,
  lockedDay,
  officeSessions,
  openSyncCenter,
  studentsOf,
  today,
} from './day.ts';
import { expect, noticeNetwork, openSignedIn, syncStatus, test, waitForSaved } from './fixtures.ts';

const LOCKED_WORDS = /pay period of this date is locked/;

test('rejected changes wait for their author, who corrects, exports, or discards them; the rest syncs', async ({
  server,
  network,
  phone,
}) => {
  const provider = await server.as('provider');
  const { user_id: providerId } = provider.signIn;
  const [cara] = await studentsOf(provider);
  if (!cara) throw new Error('The demo provider has no students.');
  const locked = await lockedDay(provider);
  const sessionsOfToday = async () => (await officeSessions(provider, providerId)).length;
  const lunchesOn = async (day: string) =>
    (await provider.call('lunch.list-of-day', { params: { a: providerId, b: day } })).length;
  const before = {
    locked: await lunchesOn(locked),
    today: await lunchesOn(today()),
    sessions: await sessionsOfToday(),
  };

  const page = await openSignedIn(phone, 'provider');
  network.cutOff();
  await addWaivedLunch(page, { date: locked, start: '11:00' });
  await addWaivedLunch(page, { date: locked, start: '13:40' });
  await addSession(page, { students: [cara], start: '17:00', minutes: 30 });
  network.comeBack();
  await noticeNetwork(page);

  await expect(syncStatus(page)).toHaveText('2 changes need attention', { timeout: 30_000 });
  await expect.poll(sessionsOfToday).toBe(before.sessions + 1);
  expect(await lunchesOn(locked)).toBe(before.locked);

  const refused = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  const refusedOf = (words: string): Locator => refused.filter({ hasText: words });

  await test.step('corrected, it syncs', async () => {
    await openSyncCenter(page);
    await expect(refused).toHaveCount(2);
    await expect(refusedOf('11:00 AM')).toContainText(LOCKED_WORDS);
    await expect(refusedOf('11:00 AM')).toContainText(displayDay(locked));
    await refusedOf('11:00 AM').getByRole('button', { name: 'Edit and send' }).click();
    const form = page.getByRole('form', { name: 'Edit lunch break' });
    await expect(form.getByRole('alert')).toContainText(LOCKED_WORDS);
    await form.getByLabel('Date').fill(today());
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(syncStatus(page)).toHaveText('1 change needs attention');
    await expect.poll(() => lunchesOn(today())).toBe(before.today + 1);
  });

  await test.step('sent again unchanged, it is rejected again', async () => {
    await openSyncCenter(page);
    await refusedOf('1:40 PM').getByRole('button', { name: 'Send again' }).click();
    await expect(refusedOf('1:40 PM')).toContainText(LOCKED_WORDS);
    expect(await lunchesOn(locked)).toBe(before.locked);
  });

  await test.step('exported, it is a file with what was entered', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      refusedOf('1:40 PM').getByRole('button', { name: 'Export' }).click(),
    ]);
    const file = await readFile(await download.path(), 'utf8');
    expect(file).toContain('lunch.create');
    expect(file).toContain(pacificInstant(locked, '13:40'));
    expect(file).toMatch(LOCKED_WORDS);
  });

  await test.step('discarded after a confirmation, it is gone', async () => {
    await refusedOf('1:40 PM').getByRole('button', { name: 'Discard' }).click();
    const question = page.getByRole('alertdialog', { name: 'Confirmation - Discard' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(refused).toHaveCount(1);
    await refusedOf('1:40 PM').getByRole('button', { name: 'Discard' }).click();
    await question.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(refused).toHaveCount(0);
    await page.getByRole('button', { name: 'Close' }).click();
    await waitForSaved(page);
    expect(await lunchesOn(locked)).toBe(before.locked);
    expect(await lunchesOn(today())).toBe(before.today + 1);
    expect(await sessionsOfToday()).toBe(before.sessions + 1);
  });
});
