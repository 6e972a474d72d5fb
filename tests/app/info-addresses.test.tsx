import { cleanup, screen } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { showApp } from '#tests/support/whole-app.tsx';

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  vi.stubGlobal('scrollTo', () => undefined);
  device = await openDevice();
  // Timesheets need the pay period of today.
  const period = { id: uuidv7(), start_date: '2026-01-01', end_date: '2100-12-31', closed_at: null };
  await applyPage(device.db, await syncPosition(device.db), {
    ...{ epoch: 'e', cursor: 'c', more: false, is_fresh: false, total: null, done: [] },
    ...{ server_time: '2026-03-10T18:00:00.000Z', scopes_added: [], scopes_removed: [] },
    changes: [
      {
        ...{ entity: 'pay_period', id: period.id, scopes: ['global'], left: [] },
        row: { ...period, is_locked: false, version: 1 },
      },
    ],
  });
  await pulledSoFar(device.db, { was_whole: true, is_refreshing: false, cursor: 'c', applied: 1, total: 1 });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

describe.each([
  '/my-sessions/info/',
  '/reports/dashboard/my-sessions/v2/info/',
  '/students/info/',
  '/my-students/info/',
  '/archived/students/info/',
  '/reports/timesheet/',
])('%s with', (address) => {
  test.each([
    ['a number', '7'],
    ['words', 'no-such-id'],
    ['a broken escape', '%E0%A4%A'],
    ['a percent sign', '%25'],
    ['nearly an id', `${uuidv7()}0`],
    ['an id that nobody has', uuidv7()],
    ['an id that nobody has and a slash', `${uuidv7()}/`],
  ])('%s instead of an id shows the not-found page', async (_, id) => {
    await showApp(device, `${address}${id}`);
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toBe("Page not found, or you don't have access to it.");
  });
});
