import { startsAtOffice, studentsOf } from '#tests/e2e/day.ts';
import { expect, waitForWorker } from '#tests/e2e/fixtures.ts';
import { addSession, fillLogin, lateEntriesSaying, syncStatus, waitForSaved } from './day.ts';
import { test } from './fixtures.ts';

test('WebKit reloads offline, and a session entered before it is killed is sent once', async ({
  server,
  network,
  webkit,
}) => {
  const [student] = await studentsOf(await server.as('provider'));
  if (student === undefined) throw new Error('The demo provider has no students.');
  const page = await webkit.open();
  await page.goto(`${network.address}/my-sessions`);
  // As in the other browsers: no first-run tour.
  await page.evaluate(() => localStorage.setItem('caseload-tour', 'off'));
  await fillLogin(page, 'provider');
  await waitForSaved(page);
  await waitForWorker(page);

  network.cutOff();
  await page.reload();
  await expect.poll(() => syncStatus(page)).toBe('Offline');
  await addSession(page, student, '15:00');
  await expect.poll(() => lateEntriesSaying(page, 'Saved on this device')).toBe(1);
  await expect.poll(() => syncStatus(page)).toBe('Offline · 1 change to sync');
  await webkit.kill();

  network.comeBack();
  const reopened = await webkit.open();
  await reopened.goto(`${network.address}/my-sessions`);
  await fillLogin(reopened, 'provider');
  await waitForSaved(reopened);
  await expect.poll(() => lateEntriesSaying(reopened, 'Synced')).toBe(1);
  expect(await startsAtOffice(server)).toEqual(['15:00']);
});
