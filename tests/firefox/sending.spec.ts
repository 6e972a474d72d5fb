import type { Page } from 'puppeteer-core';
import type { Student } from '#contract/student.ts';
import { startsAtOffice, studentsOf } from '#tests/e2e/day.ts';
import { expect, noticeNetwork, waitForWorker } from '#tests/e2e/fixtures.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';
import type { RealServer } from '#tests/support/real-server.ts';
import { addSession, fillLogin, lateEntriesSaying, syncStatus, waitForSaved } from './day.ts';
import { type Firefox, test } from './fixtures.ts';

const PUSH = /^\/api\/sync\/push/;

interface Day {
  server: RealServer;
  network: FaultProxy;
  firefox: Firefox;
}

/** Logs in, waits until the page works offline, and disconnects. */
async function startOfflineDay({ server, network, firefox }: Day): Promise<{ page: Page; student: Student }> {
  const [student] = await studentsOf(await server.as('provider'));
  if (student === undefined) throw new Error('The demo provider has no students.');
  const page = await firefox.open();
  await page.goto(`${network.address}/my-sessions`);
  await fillLogin(page, 'provider');
  await waitForSaved(page);
  await waitForWorker(page);
  network.cutOff();
  return { page, student };
}

test('Firefox killed while sending delivers everything, each change once', async ({
  server,
  network,
  firefox,
}) => {
  const { page, student } = await startOfflineDay({ server, network, firefox });
  await addSession(page, student, '15:00');
  await addSession(page, student, '15:40');
  network.add(PUSH, { kind: 'lose-answer' });
  network.comeBack();
  await noticeNetwork(page);
  await expect.poll(() => startsAtOffice(server)).toEqual(['15:00', '15:40']);
  network.cutOff();
  await addSession(page, student, '16:20');
  // The server has the first two and the device doesn't know; now all three are in flight.
  network.clearFaults();
  network.add(PUSH, { kind: 'delay', ms: 5_000 });
  const pushes = network.count(PUSH);
  network.comeBack();
  await noticeNetwork(page);
  await expect.poll(() => network.count(PUSH)).toBeGreaterThan(pushes);
  await firefox.kill();
  network.clearFaults();

  const reopened = await firefox.open();
  await reopened.goto(`${network.address}/my-sessions`);
  await fillLogin(reopened, 'provider');
  await waitForSaved(reopened);
  expect(await startsAtOffice(server)).toEqual(['15:00', '15:40', '16:20']);
  await expect.poll(() => lateEntriesSaying(reopened, 'Synced')).toBe(3);
});

test('with every tab closed Firefox sends nothing, as announced, and the next page sends', async ({
  server,
  network,
  firefox,
}) => {
  const { page, student } = await startOfflineDay({ server, network, firefox });
  await addSession(page, student, '15:00');
  await addSession(page, student, '15:40');
  await expect.poll(() => syncStatus(page)).toBe('Offline · 2 changes to sync');
  await page.locator('[role="status"][aria-label="Sync"] a').click();
  await page.locator('::-p-text(Keep this page open until everything has synced.)').wait();

  // An empty page: no tab of the app is left.
  const elsewhere = await firefox.newPage();
  await page.close();
  const seen = network.seen.length;
  network.comeBack();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(network.seen.slice(seen)).toEqual([]);

  await elsewhere.goto(`${network.address}/my-sessions`);
  await fillLogin(elsewhere, 'provider');
  await waitForSaved(elsewhere);
  expect(await startsAtOffice(server)).toEqual(['15:00', '15:40']);
  await expect.poll(() => lateEntriesSaying(elsewhere, 'Synced')).toBe(2);
});

test('two tabs served by the worker send each session once, and both show what the other entered', async ({
  server,
  network,
  firefox,
}) => {
  const { page, student } = await startOfflineDay({ server, network, firefox });
  const second = await firefox.newPage();
  await second.goto(`${network.address}/my-sessions`);
  await addSession(second, student, '15:00');
  await addSession(page, student, '15:40');
  await second.reload();
  await addSession(second, student, '16:20');
  await expect.poll(() => lateEntriesSaying(page, 'Saved on this device')).toBe(3);

  network.add(PUSH, { kind: 'lose-answer' }, 2);
  network.comeBack();
  await Promise.all([noticeNetwork(page), noticeNetwork(second)]);
  await Promise.all([waitForSaved(page), waitForSaved(second)]);
  expect(await startsAtOffice(server)).toEqual(['15:00', '15:40', '16:20']);
  for (const tab of [page, second]) {
    await expect.poll(() => lateEntriesSaying(tab, 'Synced')).toBe(3);
  }
});
