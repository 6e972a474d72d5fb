import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ROLES } from '#domain/access/roles.ts';
import { myHours } from '#features/timesheets/my-hours.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { sessionRow } from '#tests/support/device-entries.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const days = { from: '2023-11-01', to: '2023-11-15' };

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  const id = uuidv7();
  const period = {
    id,
    start_date: days.from,
    end_date: days.to,
    closed_at: null,
    is_locked: true,
    version: 1,
  };
  await applyPage(device.db, await syncPosition(device.db), {
    ...{ epoch: 'e', cursor: 'c', more: false, is_fresh: false, total: null },
    ...{ server_time: '2026-03-10T18:00:00.000Z', scopes_added: [], scopes_removed: [], done: [] },
    own_from: '2024-07-01',
    changes: [{ entity: 'pay_period', id, scopes: ['global'], left: [], row: period }],
  });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const open = (answer: Parameters<typeof openReport>[2]) =>
  openReport(device, myHours, answer, { role: ROLES.provider, start: days });

test('hours of a fiscal year that is not on the device count the sessions that the server has', async () => {
  const me = device.workspace.user_id;
  const own = sessionRow(me, 1, { session_date: '2023-11-07', direct_minutes: 45, actual_minutes: 45 });
  const others = sessionRow(uuidv7(), 1, { session_date: '2023-11-08' });
  open((name, { query = {} }) => {
    if (name !== 'session.list') return [];
    return { sessions: query.provider === me ? [own] : [others, own], next: null };
  });
  const table = await screen.findByRole('grid', { name: 'Sessions of the period' });
  expect(await within(table).findByText(/11\/07\/2023/)).toBeTruthy();
  expect(within(table).queryByText(/11\/08\/2023/)).toBeNull();
  await waitFor(() => expect(screen.getByLabelText('Hours').textContent).toContain('Direct0:45'));
});

test('offline, nobody is told that such a period had no sessions', async () => {
  open(() => {
    throw new NoAnswer();
  });
  expect(await screen.findByText("Can't reach the server")).toBeTruthy();
  expect(screen.queryByText(/No sessions/)).toBeNull();
});
