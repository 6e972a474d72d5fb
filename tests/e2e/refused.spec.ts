import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { shortName } from '#domain/students/student-name.ts';
import { displayDay } from '#domain/time/pacific.ts';
import {
  addSession,
  fillSession,
  lockedDay,
  officeSessions,
  openSyncCentre,
  studentsOf,
  today,
} from './day.ts';
import { expect, noticeNetwork, openSignedIn, syncStatus, test, waitForSaved } from './fixtures.ts';

const LOCKED_WORDS = /pay period of this date is locked/;

test('what the office refuses waits for its author, who corrects, exports or discards it; the rest goes out', async ({
  server,
  network,
  phone,
}) => {
  const provider = await server.as('provider');
  const { user_id: providerId } = provider.signIn;
  const [anna, ben, cara] = await studentsOf(provider);
  if (!anna || !ben || !cara) throw new Error('The demo provider has too few students.');
  const locked = await lockedDay(provider);
  const countIn = async (day: string) => (await officeSessions(provider, providerId, day, day)).length;
  const before = { locked: await countIn(locked), today: await countIn(today()) };

  const page = await openSignedIn(phone, 'provider');
  network.cutOff();
  await addSession(page, { students: [anna], date: locked, start: '17:00', minutes: 30, scheduled: 30 });
  await addSession(page, { students: [ben], date: locked, start: '17:40', minutes: 30, scheduled: 30 });
  await addSession(page, { students: [cara], start: '17:00', minutes: 30, scheduled: 30 });
  network.comeBack();
  await noticeNetwork(page);

  await expect(syncStatus(page)).toHaveText('Needs attention: 2', { timeout: 30_000 });
  await expect.poll(() => countIn(today())).toBe(before.today + 1);
  expect(await countIn(locked)).toBe(before.locked);

  const refused = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');
  const refusedOf = (words: string): Locator => refused.filter({ hasText: words });

  await test.step('corrected, it is sent', async () => {
    await openSyncCentre(page);
    await expect(refused).toHaveCount(2);
    await expect(refusedOf(shortName(anna))).toContainText(LOCKED_WORDS);
    await expect(refusedOf(shortName(anna))).toContainText(displayDay(locked));
    await refusedOf(shortName(anna)).getByRole('button', { name: 'Edit and send' }).click();
    const form = page.getByRole('form', { name: 'Edit session' });
    await expect(form.getByRole('alert')).toContainText(LOCKED_WORDS);
    await fillSession(form, { date: today() });
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(syncStatus(page)).toHaveText('Needs attention: 1');
    await expect.poll(() => countIn(today())).toBe(before.today + 2);
  });

  await test.step('sent again while nothing has changed, it is refused again', async () => {
    await openSyncCentre(page);
    await refusedOf(shortName(ben)).getByRole('button', { name: 'Send again' }).click();
    await expect(refusedOf(shortName(ben))).toContainText(LOCKED_WORDS);
    expect(await countIn(locked)).toBe(before.locked);
  });

  await test.step('exported, it is a file that holds what was entered', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      refusedOf(shortName(ben)).getByRole('button', { name: 'Export' }).click(),
    ]);
    const file = await readFile(await download.path(), 'utf8');
    expect(file).toContain(ben.id);
    expect(file).toContain('17:40');
    expect(file).toMatch(LOCKED_WORDS);
  });

  await test.step('discarded, as its author confirms, it is gone', async () => {
    await refusedOf(shortName(ben)).getByRole('button', { name: 'Discard' }).click();
    const question = page.getByRole('alertdialog', { name: 'Confirmation - Discard' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(refused).toHaveCount(1);
    await refusedOf(shortName(ben)).getByRole('button', { name: 'Discard' }).click();
    await question.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(refused).toHaveCount(0);
    await page.getByRole('button', { name: 'Close' }).click();
    await waitForSaved(page);
    expect(await countIn(locked)).toBe(before.locked);
    expect(await countIn(today())).toBe(before.today + 2);
  });
});
