import { cleanup, screen, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changedDurations } from '#features/sessions/changed-durations.tsx';
import { durationClusters } from '#features/sessions/duration-rows.ts';
import { createSession } from '#features/sessions/record-session.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  const { id: _, ...entry } = sessionEntry({
    calendar_event_id: uuidv7(),
    end_time: '09:45',
    actual_minutes: 45,
    direct_minutes: 45,
    duration_reason: 'Took longer.',
  });
  await createSession(device.workspace, uuidv7(), { ...entry, provider: device.workspace.user_id });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

/** The heads of the table, once it has rows. */
async function heads(): Promise<string[]> {
  const table = await screen.findByRole('table', { name: 'Changed durations' });
  await within(table).findByText('30 → 45', { exact: false });
  return within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent ?? '');
}

describe('changed durations', () => {
  const minutes = { old_minutes: 60, new_minutes: 75, difference: 15, request: { state: 'pending' } };
  const rows = [minutes, { ...minutes, old_minutes: 1_000, new_minutes: 990 }] as never[];
  const action = (id: string) => changedDurations.actions?.find((one) => one.id === id);

  test('say before an approval which minutes change, and before a denial which stay', () => {
    expect(action('approved')?.summary(rows)[0]).toBe(
      'Pay and billing change from 1,060 to 1,065 minutes in total (+5).',
    );
    expect(action('refused')?.summary(rows)[0]).toBe(
      'Pay and billing stay at the scheduled 1,060 minutes in total, not 1,065.',
    );
    expect(rows.map((row) => action('refused')?.effect?.(row))).toEqual([
      'stays at 60, not 75 minutes',
      'stays at 1000, not 990 minutes',
    ]);
  });

  test('show on a tablet all that a decision needs, in few columns', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      ...{ media, matches: false },
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    openReport(device, changedDurations, () => []);
    expect(await heads()).toEqual(['', 'Session', 'Minutes', 'Reason', 'Decision']);
    const row = screen.getByText('Took longer.').closest('tr');
    expect(row?.textContent).toContain('30 → 45+15');
  });

  test('have a column for each fact where there is room', async () => {
    openReport(device, changedDurations, () => []);
    expect(await heads()).toEqual([
      ...['', 'Date', 'Provider', 'Students', 'Service', 'Minutes', 'Reason', 'Status', 'Decision'],
    ]);
  });

  test('are grouped by how far they are from the plan; decided ones and single ones are not', () => {
    const of = (difference: number, state = 'pending') => ({ difference, request: { state } });
    const all = [of(5), of(-5), of(1, 'approved'), of(6), of(-15), of(16)] as never[];
    expect(
      durationClusters(all).map(({ size, rows: found }) => [size, found.map(({ difference }) => difference)]),
    ).toEqual([
      ['small', [5, -5]],
      ['medium', [6, -15]],
    ]);
  });

  test('of a group are approved at once, after a summary', async () => {
    const { id: _, ...entry } = sessionEntry({
      calendar_event_id: uuidv7(),
      ...{ start_time: '11:00', end_time: '11:42', actual_minutes: 42, direct_minutes: 42 },
      duration_reason: 'A fire drill.',
    });
    await createSession(device.workspace, uuidv7(), { ...entry, provider: device.workspace.user_id });
    // No one decides on their own requests.
    const colleague: TestDevice['workspace'] = Object.create(device.workspace, {
      user_id: { value: uuidv7() },
    });
    const { user, office } = openReport({ ...device, workspace: colleague }, changedDurations, () => []);
    const groups = await screen.findByRole('list', { name: 'Groups to review' });
    expect(groups.textContent).toContain('2 requests 6 to 15 minutes off schedule (+27 minutes in total)');
    await user.click(within(groups).getByRole('button', { name: /^Approve 2/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Pay and billing change from 60 to 87 minutes in total (+27).');
    await user.click(within(dialog).getByRole('button', { name: 'Approve 2 changed durations' }));
    await within(dialog).findByText('Approved: 2 changed durations');
    expect(office.calls.filter(([name]) => name === 'session.decide-duration')).toHaveLength(2);
  });
});
