import type { Page } from '@playwright/test';
import type { Student } from '#contract/student.ts';
import { displayTime } from '#domain/time/pacific.ts';
import { addSession, entryOf, fillSession, startsAtOffice, studentsOf } from './day.ts';
import {
  dispatchSync,
  expect,
  fillLogin,
  noticeNetwork,
  openSignedIn,
  signIn,
  syncStatus,
  test,
  waitForSaved,
  waitForWorker,
} from './fixtures.ts';

const STARTS = ['15:00', '15:40', '16:20', '17:00', '17:40', '18:20'] as const;

/** Enters sessions one after another; earlier ones aren't counted. */
async function enterSessions(page: Page, students: readonly Student[], starts: readonly string[]) {
  for (const [at, start] of starts.entries()) {
    const student = students[at % students.length];
    if (student === undefined) throw new Error('The demo provider has no students.');
    await addSession(page, { students: [student], start, minutes: 30 });
  }
}

test('two tabs and the worker together send each session once, and both tabs show what the other entered', async ({
  server,
  network,
  phone,
}) => {
  const students = await studentsOf(await server.as('provider'));
  const page = await openSignedIn(phone, 'provider');
  const second = await phone.context.newPage();
  await second.goto('/my-sessions');
  await expect(second.getByRole('button', { name: 'Add session' })).toBeVisible();

  network.cutOff();
  await enterSessions(page, students, STARTS.slice(0, 2));
  await enterSessions(second, students, STARTS.slice(2, 4));
  await expect(entryOf(page, '5:00 PM')).toContainText('Saved on this device');
  await expect(entryOf(second, '3:00 PM')).toContainText('Saved on this device');

  // The server accepts everything decrypted from the tabs and encrypted from the worker, and neither gets an
  // answer.
  network.add(/^\/api\/sync\/push\/$/, { kind: 'lose-answer' });
  network.add(/^\/api\/sync\/push-sealed\/$/, { kind: 'lose-answer' }, 1);
  network.comeBack();
  await Promise.all([
    noticeNetwork(page),
    noticeNetwork(second),
    dispatchSync(second, network.address),
    expect.poll(() => network.count(/^\/api\/sync\/push\/$/)).toBeGreaterThan(1),
    expect.poll(() => network.count(/^\/api\/sync\/push-sealed\/$/)).toBeGreaterThan(0),
  ]);
  network.clearFaults();
  await Promise.all([noticeNetwork(page), noticeNetwork(second), dispatchSync(page, network.address)]);
  await Promise.all([waitForSaved(page), waitForSaved(second)]);
  await expect(entryOf(page, '5:00 PM')).toContainText('Synced');
  await expect(entryOf(second, '3:00 PM')).toContainText('Synced');
  expect(await startsAtOffice(server)).toEqual(STARTS.slice(0, 4));
});

test('a captive portal, an overloaded server, and an expired token lose nothing and park nothing', async ({
  server,
  network,
  phone,
  reports,
}) => {
  reports.expect(/status of (?:401|500)/);
  const students = await studentsOf(await server.as('provider'));
  const page = await openSignedIn(phone, 'provider');

  network.add(/^\/api\//, { kind: 'captive-portal' });
  await enterSessions(page, students, STARTS.slice(0, 1));
  await expect(syncStatus(page)).toHaveText('Offline · 1 change to sync');
  network.clearFaults();
  // The browser may wake the worker at any time: this checks what the page does.
  network.add(/^\/api\/sync\/push-sealed\/$/, { kind: 'lose-request' });
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

test('with every tab closed the worker sends unsynced changes when the network is back', async ({
  server,
  network,
  phone,
}) => {
  const students = await studentsOf(await server.as('provider'));
  const page = await openSignedIn(phone, 'provider');
  network.cutOff();
  await enterSessions(page, students, STARTS.slice(0, 3));
  await page.close();

  // An empty page: no tab of the app is left.
  const elsewhere = await phone.context.newPage();
  network.comeBack();
  expect(await startsAtOffice(server)).toEqual([]);
  await dispatchSync(elsewhere, network.address);
  await expect.poll(() => startsAtOffice(server)).toEqual(STARTS.slice(0, 3));
  expect(network.count(/^\/api\/sync\/push-sealed\/$/)).toBeGreaterThan(0);
  expect(network.count(/^\/api\/sync\/push\/$/)).toBe(0);

  await elsewhere.goto('/');
  await fillLogin(elsewhere, 'provider');
  await waitForSaved(elsewhere);
  await expect(entryOf(elsewhere, '3:40 PM')).toContainText('Synced');
  expect(await startsAtOffice(server)).toEqual(STARTS.slice(0, 3));
});

test('a browser killed while sending and a server killed while storing lose and duplicate nothing', async ({
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

test('a browser killed while saving has everything after a restart that its screen had called saved', async ({
  server,
  network,
  phone,
}) => {
  test.slow();
  const students = await studentsOf(await server.as('provider'));
  let page = await phone.open();
  await signIn(page, 'provider', '/');
  await waitForSaved(page);
  await waitForWorker(page);
  network.cutOff();
  const saved = (start: string) => entryOf(page, displayTime(start), 'Saved on this device');
  const called: string[] = [];
  // The power fails as "Save" is pressed, a little later, and as soon as the screen confirms.
  for (const [round, moment] of (['pressed', 'saving', 'said'] as const).entries()) {
    const [first, second] = STARTS.slice(2 * round, 2 * round + 2) as [string, string];
    await enterSessions(page, students.slice(2 * round), [first]);
    await saved(first).waitFor();
    called.push(first);
    await page.getByRole('button', { name: 'Add session' }).click();
    const form = page.getByRole('form', { name: 'New session' });
    const other = students.slice(2 * round + 1, 2 * round + 2);
    await fillSession(form, { students: other, start: second, minutes: 30 });
    await form.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click');
    if (moment === 'saving') await new Promise((resolve) => setTimeout(resolve, 8));
    if (moment === 'said') {
      await saved(second).waitFor();
      called.push(second);
    }
    await phone.kill();

    page = await phone.open();
    await page.goto('/');
    await fillLogin(page, 'provider');
    for (const start of called) await expect(saved(start)).toBeVisible();
  }

  // What was never confirmed may be stored or not, but not partially.
  const shown: string[] = [];
  for (const start of STARTS) {
    if (await entryOf(page, new RegExp(`^${displayTime(start)}`)).isVisible()) shown.push(start);
  }
  network.comeBack();
  await noticeNetwork(page);
  await waitForSaved(page);
  expect(await startsAtOffice(server)).toEqual(shown);
});
