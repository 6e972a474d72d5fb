import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import { sessionReport } from '#features/sessions/session-report.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openDevice, pulledSoFar, type TestDevice } from '#tests/support/device.ts';
import { sessionRow } from '#tests/support/device-entries.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const OTHER = uuidv7();
const row = (day: number) => sessionRow(OTHER, 1, { session_date: `2025-12-0${day}` });
const NEWEST = [row(5), row(4)];
const OLDEST = [row(3), row(2)];
const days = { from: '2025-12-01', to: '2025-12-31' };

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  await pulledSoFar(device.db, { cursor: '1', others_from: '2026-02-01' });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function answer(name: EndpointName, { query = {} }: { query?: Record<string, string> } = {}) {
  if (name === 'session.sum') return { sessions: 4, minutes: 120, pending: 1 };
  if (name !== 'session.list') return [];
  const isLast = query.after !== undefined;
  return { sessions: isLast ? OLDEST : NEWEST, next: isLast ? null : '2025-12-04_09:00' };
}

const open = (start: Record<string, string> = {}) =>
  openReport(device, sessionReport, answer, { start: { ...days, ...start } });

function shownDays(table: HTMLElement): string[] {
  return within(table)
    .getAllByRole('row')
    .flatMap(({ textContent }) => /12\/0\d\/2025/.exec(textContent ?? '')?.[0] ?? []);
}

test('sessions of months that are not on the device come page by page, with the totals of all of them', async () => {
  const { user, office } = open();
  const table = await screen.findByRole('grid', { name: 'Sessions' });
  await waitFor(() => expect(shownDays(table)).toEqual(['12/05/2025', '12/04/2025']));
  expect(await screen.findByText(/2 of 4 sessions/)).toBeDefined();
  expect((await screen.findByLabelText('Totals')).textContent).toContain('Sessions4');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(shownDays(table)).toHaveLength(4));
  expect(office.calls.filter(([name]) => name === 'session.sum')).toHaveLength(1);
});

test('the server narrows them and puts the oldest first', async () => {
  const { office } = open({ sort: 'date', state: 'logged', search: 'mia' });
  await waitFor(() => expect(office.calls.map(([name]) => name)).toContain('session.sum'));
  const narrowed = { start_date: days.from, end_date: days.to, state: 'logged', search: 'mia' };
  const asked = (wanted: EndpointName) => office.calls.find(([name]) => name === wanted)?.[1].query;
  expect(asked('session.list')).toMatchObject({ ...narrowed, order: 'oldest' });
  expect(asked('session.sum')).toEqual(narrowed);
});

test('a change that waits here is laid over the page, and the totals say that they lack it', async () => {
  const [changed] = NEWEST;
  if (changed === undefined) throw new Error('There is no session.');
  await queueWrite(device.workspace, {
    endpoint: 'session.update',
    ...{ id: changed.id, lane: changed.id, opened: changed, borrowed: changed },
    body: { session_date: '2025-12-06' },
  });
  open();
  const table = await screen.findByRole('grid', { name: 'Sessions' });
  await waitFor(() => expect(shownDays(table)).toEqual(['12/06/2025', '12/04/2025']));
  expect(
    await screen.findByText(/2 of 4 sessions, the totals don't include 1 unsynced change/),
  ).toBeDefined();
});

test('a file has them all, although one page is shown', async () => {
  const keep = vi.fn<(file: Blob) => string>().mockReturnValue('blob:x');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: keep, revokeObjectURL() {} }));
  const { user } = open();
  const table = await screen.findByRole('grid', { name: 'Sessions' });
  await waitFor(() => expect(shownDays(table)).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => expect(keep).toHaveBeenCalled());
  const rows = ((await keep.mock.calls[0]?.[0].text()) ?? '').trim().split('\r\n');
  expect(rows.slice(1).map((line) => /2025-12-0\d|12\/0\d\/2025/.exec(line)?.[0])).toHaveLength(4);
});

test('offline, all pages that were loaded are there again', async () => {
  const { user } = open();
  const table = await screen.findByRole('grid', { name: 'Sessions' });
  await waitFor(() => expect(shownDays(table)).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(shownDays(table)).toHaveLength(4));
  await waitFor(async () => expect(await device.db.drafts.count()).toBe(3));
  cleanup();
  openReport(
    device,
    sessionReport,
    () => {
      throw new NoAnswer();
    },
    { start: days },
  );
  const again = await screen.findByRole('grid', { name: 'Sessions' });
  await waitFor(() => expect(shownDays(again)).toHaveLength(4));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('of months on the device the server is not asked', async () => {
  const { office } = openReport(device, sessionReport, answer, {
    start: { from: '2026-02-01', to: '2026-02-28' },
  });
  expect(await screen.findByText('No sessions')).toBeDefined();
  expect(office.calls.filter(([name]) => name.startsWith('session.'))).toEqual([]);
});
