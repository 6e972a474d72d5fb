import path from 'node:path';
import { logPlanned, planSession, studentsOf } from './day.ts';
import { expect, openSignedIn, syncStatus, test } from './fixtures.ts';
import { filesHolding } from './profile-search.ts';

const APP_FILES = path.resolve(import.meta.dirname, '../../dist/web');
const NOTE = 'Worried about the move to Sacramento';
const REASON = 'An ambulance came to the school';

test('a phone that loses power stores no name, note, or email address in plaintext', async ({
  server,
  network,
  phone,
}) => {
  const provider = await server.as('provider');
  const students = await studentsOf(provider);
  const [anna] = students;
  if (!anna) throw new Error('The demo provider has no students.');
  await planSession(provider, anna, '17:00');
  const page = await openSignedIn(phone, 'provider');
  network.cutOff();
  await logPlanned(page, '17:00', { minutes: 20, reason: REASON, notes: NOTE });
  await expect(syncStatus(page)).toContainText('to sync');
  await page.getByRole('button', { name: 'Add session' }).click();
  await page.getByLabel('Notes', { exact: true }).fill(`${NOTE}, a draft`);
  // The draft is being encrypted; a reload makes the browser store what it knows of the page.
  await page.waitForTimeout(1_000);
  await page.reload();
  await expect(page.getByLabel('Notes', { exact: true })).toHaveValue(`${NOTE}, a draft`);
  await page.waitForTimeout(3_000);
  await phone.kill();

  // Some names are words of the app's own files, which the browser stores too.
  const isOwnWord = async (name: string) => (await filesHolding(APP_FILES, [name])).length > 0;
  const lastNames = new Set<string>();
  for (const { last_name } of students) {
    if (last_name.length > 4 && !(await isOwnWord(last_name))) lastNames.add(last_name);
  }
  expect(lastNames.size).toBeGreaterThan(5);
  // Proves that the search works: the id of the database is stored in plaintext.
  expect(await filesHolding(phone.profile, ['caseload-device'])).not.toEqual([]);
  expect(await filesHolding(phone.profile, [NOTE, REASON, provider.signIn.refresh, ...lastNames])).toEqual(
    [],
  );
  // The browser may offer text typed into the login form again; the app itself stores it nowhere.
  const ofAddress = await filesHolding(phone.profile, ['provider@demo.caseload.example']);
  expect(ofAddress.filter((file) => !/^Default\/(?:Web Data|Sessions\/)/.test(file))).toEqual([]);
});
