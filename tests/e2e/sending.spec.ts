import type { Page } from '@playwright/test';
import type { Student } from '#contract/student.ts';
import type { RealServer } from '#tests/support/real-server.ts';
import { addSession, entryOf, officeSessions, studentsOf } from './day.ts';
import {
  expect,
  fillLogin,
  noticeNetwork,
  signIn,
  syncStatus,
  test,
  waitForSaved,
  waitForWorker,
} from './fixtures.ts';

const STARTS = ['15:00', '15:40', '16:20', '17:00', '17:40', '18:20'] as const;

/** Enters sessions one after the other; what went before them is not counted. */
async function enterSessions(page: Page, students: readonly Student[], starts: readonly string[]) {
  for (const [at, start] of starts.entries()) {
    const student = students[at % students.length];
    if (student === undefined) throw new Error('The demo provider has no students.');
    await addSession(page, { students: [student], start, minutes: 30, scheduled: 30 });
  }
}

async function startsAtOffice(server: RealServer): Promise<string[]> {
  const provider = await server.as('provider');
  const sessions = await officeSessions(provider, provider.signIn.user_id);
  return sessions.map(({ start_time }) => start_time).filter((start) => start >= '15:00');
}

/** Wakes the worker as the browser does when the network is back. */
async function dispatchSync(page: Page, origin: string, tag: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin));
      if (registration !== undefined) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registered,
    tag,
    lastChance: false,
  });
}

test('two tabs send each session once, and both show what the other entered', async ({
  server,
  network,
  phone,
}) => {
  const students = await studentsOf(await server.as('provider'));
  const page = await phone.open();
  await signIn(page, 'provider', '/');
  await waitForSaved(page);
  await waitForWorker(page);
  const second = await phone.context.newPage();
  await second.goto('/my-sessions');
  await expect(second.getByRole('button', { name: 'Add session' })).toBeVisible();

  network.cutOff();
  await enterSessions(page, students, STARTS.slice(0, 2));
  await enterSessions(second, students, STARTS.slice(2, 4));
  await expect(entryOf(page, '5:00 PM')).toContainText('Saved on this device');
  await expect(entryOf(second, '3:00 PM')).toContainText('Saved on this device');

  network.add(/^\/api\/sync\/push\/$/, { kind: 'lose-answer' }, 2);
  network.comeBack();
  await noticeNetwork(page);
  await Promise.all([waitForSaved(page), waitForSaved(second)]);
  expect(await startsAtOffice(server)).toEqual(STARTS.slice(0, 4));
});

test('a captive portal, a tired server and an expired token lose nothing and park nothing', async ({
  server,
  network,
  phone,
  reports,
}) => {
  reports.expect(/status of (?:401|500)/);
  const students = await studentsOf(await server.as('provider'));
  const page = await phone.open();
  await signIn(page, 'provider', '/');
  await waitForSaved(page);

  network.add(/^\/api\//, { kind: 'captive-portal' });
  await enterSessions(page, students, STARTS.slice(0, 1));
  await expect(syncStatus(page)).toHaveText('Offline – 1 change waiting');
  network.clearFaults();
  const push = /^\/api\/sync\/push\/$/;
  const faults = [
    { kind: 'status', status: 401 },
    { kind: 'refuse', code: 'auth.signed-out' },
    { kind: 'refuse', code: 'server.failed' },
    { kind: 'lose-request' },
    { kind: 'lose-answer' },
  ] as const;
  const seenBefore = network.seen.length;
  for (const fault of faults) network.add(push, fault, 1);
  for (const [at, { kind }] of faults.entries()) {
    await noticeNetwork(page);
    await expect
      .poll(() => network.seen.slice(seenBefore).filter(({ path }) => push.test(path))[at]?.fault)
      .toBe(kind);
  }
  await noticeNetwork(page);
  await waitForSaved(page);
  expect(await startsAtOffice(server)).toEqual(STARTS.slice(0, 1));
});

test('with every tab closed the worker sends what waits when the network is back', async ({
  server,
  network,
  phone,
}) => {
  const students = await studentsOf(await server.as('provider'));
  const page = await phone.open();
  await signIn(page, 'provider', '/');
  await waitForSaved(page);
  await waitForWorker(page);
  network.cutOff();
  await enterSessions(page, students, STARTS.slice(0, 3));
  await page.close();

  // An empty page: no tab of the app is left.
  const elsewhere = await phone.context.newPage();
  network.comeBack();
  expect(await startsAtOffice(server)).toEqual([]);
  await dispatchSync(elsewhere, network.address, 'caseload-outbox');
  await expect.poll(() => startsAtOffice(server)).toEqual(STARTS.slice(0, 3));
  expect(network.count(/^\/api\/sync\/push-sealed\/$/)).toBeGreaterThan(0);
  expect(network.count(/^\/api\/sync\/push\/$/)).toBe(0);

  await elsewhere.goto('/');
  await fillLogin(elsewhere, 'provider');
  await waitForSaved(elsewhere);
  await expect(entryOf(elsewhere, '3:40 PM')).toContainText('Sent');
  expect(await startsAtOffice(server)).toEqual(STARTS.slice(0, 3));
});

test('a browser that dies while it sends, and a server that dies while it stores, lose and repeat nothing', async ({
  server,
  network,
  phone,
}) => {
  const students = await studentsOf(await server.as('provider'));
  let page = await phone.open();
  await signIn(page, 'provider', '/');
  await waitForSaved(page);
  await waitForWorker(page);
  network.cutOff();
  await enterSessions(page, students, STARTS);
  network.add(/^\/api\/sync\/push/, { kind: 'delay', ms: 1_500 }, 1);
  network.comeBack();
  await noticeNetwork(page);
  await expect.poll(() => network.count(/^\/api\/sync\/push/)).toBeGreaterThan(0);
  await phone.kill();
  await server.kill();
  await server.start();

  page = await phone.open();
  await page.goto('/');
  await fillLogin(page, 'provider');
  await waitForSaved(page);
  expect(await startsAtOffice(server)).toEqual(STARTS);
});
