import { randomUUID } from 'node:crypto';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { Device } from '#features/devices/device-rows.ts';
import { devices as report } from '#features/devices/devices.tsx';
import { ReportScreen } from '#screens/report/report-screen.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

// The test device's clock is at 03/10/2026 11:00 AM Pacific.
const PHONE: Device = {
  id: randomUUID(),
  user_id: randomUUID(),
  ...{ username: 'maya.rivera', name: 'Maya Rivera' },
  app_version: '0.0.9',
  last_contact_at: '2026-03-10T15:00:00.000Z',
  unsent_count: 3,
  unsent_since: '2026-03-08T18:00:00.000Z',
  lost_at: null,
  wiped_at: null,
};
const LAPTOP: Device = {
  ...PHONE,
  id: randomUUID(),
  user_id: randomUUID(),
  ...{ username: 'leo.stein', name: 'Leo Stein' },
  app_version: '999.0.0',
  unsent_count: 0,
  unsent_since: null,
};

let own: TestDevice;
let devices: Device[];
/** The server's error instead of its list. */
let fault: Error | null;

const office = () =>
  scriptedOffice((name, { params, body }) => {
    if (fault !== null) throw fault;
    if (name === 'device.list') return devices;
    const { is_lost } = body as { is_lost: boolean };
    devices = devices.map((device) =>
      device.id === params?.id
        ? { ...device, lost_at: is_lost ? '2026-03-10T18:00:00.000Z' : null, wiped_at: null }
        : device,
    );
    return undefined;
  });

beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  devices = [PHONE, LAPTOP];
  fault = null;
  own = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await own.close();
});

function open(search: { show?: 'lost' } = {}) {
  const server = office();
  showTo(own, server, <ReportScreen report={report} search={search} onSearch={() => undefined} />);
  return { server, user: userEvent.setup() };
}

async function rowOf(name: string): Promise<HTMLElement> {
  const table = await screen.findByRole('table', { name: 'Devices' });
  return within(table).getByText(name).closest('tr') as HTMLElement;
}

describe('the list of devices', () => {
  test('shows the last contact, unsynced changes, and app version of each', async () => {
    open();
    const row = await rowOf('Maya Rivera');
    expect(row.textContent).toContain('03/10/2026 08:00 AM');
    expect(row.textContent).toContain('3 hours ago');
    expect(row.textContent).toContain('03/08/2026 11:00 AM');
    expect(row.textContent).toContain('2 days ago');
    expect(within(row).getByText('Older')).toBeDefined();
    const other = await rowOf('Leo Stein');
    expect(within(other).queryByText('Older')).toBeNull();
    expect(within(other).getByText('In use')).toBeDefined();
  });

  test('summarizes the devices with unsynced changes, and since when', async () => {
    open();
    await rowOf('Maya Rivera');
    const totals = screen.getByText('With unsynced changes', { selector: 'dt' }).closest('dl');
    expect(totals?.textContent).toContain('With unsynced changes1');
    expect(totals?.textContent).toContain('03/08/2026 11:00 AM, 2 days ago');
  });

  test('asks before reporting a device lost, says what happens, and then shows it', async () => {
    const { server, user } = open();
    await user.click(within(await rowOf('Maya Rivera')).getByRole('button', { name: 'Report lost' }));
    const question = await screen.findByRole('alertdialog', { name: 'Confirmation - Report lost' });
    expect(question.textContent).toContain('3 unsynced changes');
    expect(question.textContent).toContain(
      'It will be logged out now. The next time it connects, its unsynced changes go to Held changes for review, and its data is erased.',
    );
    expect(server.calls.map(([name]) => name)).toEqual(['device.list']);
    await user.click(within(question).getByRole('button', { name: 'CONFIRM' }));
    await waitFor(async () =>
      expect((await rowOf('Maya Rivera')).textContent).toContain('Lost – waiting for it to connect'),
    );
    expect(server.calls[1]).toEqual([
      'device.report-lost',
      { params: { id: PHONE.id }, body: { is_lost: true } },
    ]);
  });

  test('withdraws a report', async () => {
    devices = [{ ...PHONE, lost_at: '2026-03-09T18:00:00.000Z', wiped_at: '2026-03-10T17:05:00.000Z' }];
    const { server, user } = open();
    const row = await rowOf('Maya Rivera');
    expect(row.textContent).toContain('Lost – data erased 03/10/2026 10:05 AM');
    await user.click(within(row).getByRole('button', { name: 'Mark as found' }));
    const question = await screen.findByRole('alertdialog', { name: 'Confirmation - Mark as found' });
    await user.click(within(question).getByRole('button', { name: 'CONFIRM' }));
    await waitFor(async () => expect((await rowOf('Maya Rivera')).textContent).toContain('In use'));
    expect(server.calls[1]?.[1].body).toEqual({ is_lost: false });
  });

  test('keeps the dialog open with the error message', async () => {
    const { user } = open();
    await user.click(within(await rowOf('Maya Rivera')).getByRole('button', { name: 'Report lost' }));
    fault = new ApiError('access.denied');
    await user.click(screen.getByRole('button', { name: 'CONFIRM' }));
    expect((await screen.findByRole('alert')).textContent).toBe("You don't have permission to do this.");
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await rowOf('Maya Rivera')).textContent).toContain('In use');
  });

  test('says when it is offline, and reloads automatically once it is online', async () => {
    fault = new NoAnswer();
    const { server } = open();
    expect(await screen.findByText(/You're offline. Connect to see this page./)).toBeDefined();
    act(() => server.setReachable(false));
    fault = null;
    act(() => server.setReachable(true));
    expect(await rowOf('Maya Rivera')).toBeDefined();
  });

  test('shows the message of another error, and reloads on request', async () => {
    fault = new ApiError('server.failed');
    const { user } = open();
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong!');
    fault = null;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('Maya Rivera')).toBeDefined();
  });

  test("keeps the last data if it can't be refreshed, and says so", async () => {
    const { user } = open();
    await rowOf('Maya Rivera');
    fault = new NoAnswer();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/Showing the last data we received/)).toBeDefined();
    expect(await rowOf('Maya Rivera')).toBeDefined();
  });

  test('shows what the URL asks for, and says what to do if nothing is left', async () => {
    open({ show: 'lost' });
    expect(await screen.findByText('Clear the filters to see all.')).toBeDefined();
  });
});
