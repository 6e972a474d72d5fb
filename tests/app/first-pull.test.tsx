import { randomUUID } from 'node:crypto';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAppRouter } from '#app/app-router.tsx';
import type { SignInSession } from '#app/sign-in-session.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { openApp } from '#tests/support/whole-app.tsx';

/** Screens that show nothing from this device's rows of people and their work. */
const WITHOUT_ROWS = [
  ...['/_signed-in/sync', '/_signed-in/$', '/_signed-in/admin/'],
  ...['/_signed-in/provider/my-profile/$id', '/_signed-in/changelog', '/_signed-in/feedback'],
  ...['/_signed-in/tickets/open', '/_signed-in/tickets/closed', '/_signed-in/tickets/info/$id'],
];

const nobody = { actor: null, settled: async () => null } as unknown as SignInSession;
const screens = Object.values(createAppRouter(nobody, createMemoryHistory()).routesById)
  .filter(({ id, children }) => id.startsWith('/_signed-in/') && children === undefined)
  .filter(({ id }) => !WITHOUT_ROWS.includes(id))
  .map(({ fullPath }) => fullPath.replace(/\$\w+/g, '0198f3a0-0000-7000-8000-000000000001'));

let device: TestDevice;

beforeEach(async () => {
  stubLayout();
  cloneInOwnRealm();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

/** Half of the rows are here, complete since a Pacific day. */
async function pulledTo(whole_from: string): Promise<void> {
  const id = randomUUID();
  const row = { start_date: '2026-03-01', end_date: '2026-03-15', closed_at: null, is_locked: false };
  const page = {
    ...{ epoch: 'e', cursor: 'c', more: true, is_fresh: true, total: 2, whole_from },
    ...{ server_time: '2026-03-10T18:00:00.000Z', scopes_added: [], scopes_removed: [], done: [] },
    changes: [
      { entity: 'pay_period' as const, id, scopes: ['global'], left: [], row: { id, ...row, version: 1 } },
    ],
  };
  await applyPage(device.db, await syncPosition(device.db), page);
}

const open = async (address: string) => (await openApp(device, address)).main;

describe('while the first pull runs', () => {
  test('there are screens to check', () => {
    expect(screens.length).toBeGreaterThan(15);
  });

  test.each(screens)('%s shows the progress and nothing else', async (address) => {
    const position = { was_whole: false, is_refreshing: true, cursor: 'c', applied: 17, total: 100 };
    await pulledSoFar(device.db, position);
    const main = await open(address);
    await within(main).findByText('Loading records, 17%');
    expect(main.textContent).toBe('Loading records, 17%');
    const status = await screen.findByRole('status', { name: 'Sync' });
    expect(status.textContent).toBe('Loading records, 17%');
  });

  test.each(['/students', '/my-sessions', '/reports/timesheet/all'])(
    '%s says where the reason is if the server refuses to send records',
    async (address) => {
      await pulledSoFar(device.db, {
        ...{ was_whole: false, is_refreshing: true, cursor: 'c', applied: 17, total: 100 },
      });
      const { main, office } = await openApp(device, address);
      await within(main).findByText('Loading records, 17%');
      act(() => office.setFault('Update the app to keep syncing.'));
      await within(main).findByText("Records can't load right now. Open the Sync center to see why.");
      expect(within(main).queryByText('Loading records, 17%')).toBeNull();
    },
  );

  test.each([
    ['/home', '2026-03-09', 'This week'],
    ['/my-sessions', '2026-03-09', 'Add session'],
    ['/reports/timesheet/all', '2026-03-09', 'Timesheets'],
    ['/reports/timesheet/own', '2026-03-01', 'Timesheets'],
  ])(
    '%s, once the rows since %s have loaded, shows nothing that depends on older ones',
    async (address, from, shown) => {
      await pulledTo(from);
      const main = await open(address.replace('own', device.workspace.user_id));
      await within(main).findAllByText(shown);
      if (address !== '/home') await within(main).findAllByText('Loading records, 50%');
      expect(main.textContent).not.toMatch(
        /All changes synced|No sessions(?! or)|Makeups owed|Submit|Export/,
      );
    },
  );

  test("the office sees the current period's timesheets as soon as they have loaded", async () => {
    await pulledTo('2026-03-01');
    await within(await open('/reports/timesheet/all')).findByText('Export');
  });

  test("a person can clock in once the day's records have loaded, and is told to wait before that", async () => {
    const position = { was_whole: false, is_refreshing: true, cursor: 'c', applied: 17, total: 100 };
    await pulledSoFar(device.db, position);
    const { main } = await openApp(device, '/my-sessions', { emp: 'w2_nonexempt' });
    const button = await within(main).findByRole('button', { name: 'Clock in' });
    expect((button as HTMLButtonElement).disabled).toBe(true);
    expect(main.textContent).toContain("You can clock in once today's records are loaded.");
    await pulledSoFar(device.db, { ...position, whole_from: '2026-03-01' });
    await within(main).findByText('Not clocked in');
    const live = within(main).getByRole('button', { name: 'Clock in' });
    expect((live as HTMLButtonElement).disabled).toBe(false);
  });

  test("the timecard says that the day's records are still loading", async () => {
    await pulledTo('2026-03-09');
    const { main } = await openApp(device, '/my-sessions?day=2026-03-05', { emp: 'w2_nonexempt' });
    await within(main).findByText('Add session');
    expect((await within(main).findAllByText('Loading records, 50%')).length).toBeGreaterThan(0);
    expect(within(main).queryByRole('region', { name: 'Timecard' })).toBeNull();
  });

  test.each(['hours', 'timesheet'])(
    'the %s sheet on a phone shows no figures and submits nothing',
    async (sheet) => {
      await pulledTo('2026-03-09');
      await open(`/my-sessions?open=${sheet}`);
      const dialog = await screen.findByRole('dialog');
      await within(dialog).findByText('Loading records, 50%');
      expect(dialog.textContent).not.toMatch(/Paid|Submit/);
    },
  );

  test("the office's list of students opens as soon as people have loaded", async () => {
    await pulledTo('2026-03-01');
    const main = await open('/students');
    await within(main).findByText(/No students/);
  });

  test("Admin's areas open at once", async () => {
    const position = { was_whole: false, is_refreshing: true, cursor: 'c', applied: 17, total: 100 };
    await pulledSoFar(device.db, position);
    const main = await open('/admin');
    await within(main).findByRole('link', { name: /^Pay periods/ });
  });

  test.each(['/clients', '/clients/archived', '/providers', '/providers/archived'])(
    '%s, a list from the server, opens as soon as services have loaded',
    async (address) => {
      await pulledTo('2026-03-01');
      const main = await open(address);
      await within(main).findByLabelText('Search');
      expect(main.textContent).not.toContain('Loading records');
    },
  );

  test('a screen opens once only long lists are missing, and the header says that they load', async () => {
    const position = { was_whole: false, is_refreshing: true, cursor: 'c', applied: 17, total: 100 };
    await pulledSoFar(device.db, { ...position, whole_from: '2026-03-01', lacking: ['clinical_code'] });
    const main = await open('/my-students');
    await within(main).findByText(/No students/);
    const status = await screen.findByRole('status', { name: 'Sync' });
    expect(status.textContent).toBe('Loading records, 17%');
  });

  test('ends once everything has loaded', async () => {
    await pulledSoFar(device.db, { cursor: 'c' });
    const main = await open('/my-sessions');
    await within(main).findByText('No sessions');
    const status = await screen.findByRole('status', { name: 'Sync' });
    expect(status.textContent).toBe('All changes synced');
  });
});
