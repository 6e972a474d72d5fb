import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ROLES } from '#domain/access/roles.ts';
import { StudentSessions } from '#features/students/student-sessions.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { sessionRow, studentArrived } from '#tests/support/device-entries.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const OTHER = '5b0c1e9a-6f53-4f0e-9a0e-1d7f1b1c0a11';
const MAYA = uuidv7();
const visitOn = (session_date: string) => sessionRow(OTHER, 1, { session_date, student_ids: [MAYA] });

let device: TestDevice;
let office: ReturnType<typeof scriptedOffice>;
let isOffline: boolean;
const [recent, old] = [visitOn('2026-03-03'), visitOn('2026-01-05')];

/** A lead's device on March 10. */
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  isOffline = false;
  office = scriptedOffice((name) => {
    if (isOffline) throw new NoAnswer();
    return name === 'session.list' ? { sessions: [recent, old], next: null } : {};
  });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

/** @param others_from the day since which the device has others' sessions */
async function show(others_from = '2026-02-01'): Promise<void> {
  const page = {
    ...{ epoch: 'e', cursor: 'c', more: false, is_fresh: false },
    ...{ scopes_added: [], scopes_removed: [], done: [], total: null, others_from },
    server_time: '2026-03-10T18:00:00.000Z',
    changes: [
      studentArrived(MAYA, ['Maya', 'Rivera']),
      { entity: 'session' as const, id: recent.id, scopes: ['service:s:2026-03'], left: [], row: recent },
    ],
  };
  expect(await applyPage(device.db, await syncPosition(device.db), page)).toBe(true);
  showTo(device, office, <StudentSessions student={MAYA} onOpen={vi.fn()} />, {
    ...{ auth: ROLES.serviceLead, provider_id: device.workspace.user_id, grants: [] },
  });
}

const earlier = () => screen.findByRole('button', { name: 'Show earlier sessions' });

test('shows what is here, without a question to the server', async () => {
  await show();
  expect(await screen.findByText(/03\/03\/2026/)).toBeTruthy();
  expect(screen.getByText('Since 02/01/2026')).toBeTruthy();
  expect(office.calls).toEqual([]);
});

test('asks the server for earlier ones', async () => {
  await show();
  await userEvent.setup().click(await earlier());
  expect(await screen.findByText(/01\/05\/2026/)).toBeTruthy();
  expect(screen.getByText(/03\/03\/2026/)).toBeTruthy();
  expect(office.calls.map(([, { query }]) => query?.start_date)).toEqual(['2025-11-03']);
});

test('keeps what is here, at every moment, when earlier ones need a connection', async () => {
  isOffline = true;
  await show();
  const button = await earlier();
  const emptied = vi.fn();
  const observer = new MutationObserver(() => {
    if (screen.queryByText(/03\/03\/2026/) === null) emptied();
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await userEvent.setup().click(button);
  await screen.findByText("Can't reach the server");
  expect(screen.getByText(/03\/03\/2026/)).toBeTruthy();
  observer.disconnect();
  expect(emptied).not.toHaveBeenCalled();
});

test('asks the server at once where no month is here', async () => {
  await show('2026-05-01');
  expect(await screen.findByText(/01\/05\/2026/)).toBeTruthy();
  expect(office.calls.map(([, { query }]) => query?.start_date)).toEqual(['2025-12-10']);
});
