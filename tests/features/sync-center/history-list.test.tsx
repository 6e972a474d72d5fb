import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { encrypt } from '#contract/encryption.ts';
import type { HistoryRow } from '#db/local-database.ts';
import { overwrittenPlace } from '#db/overwritten.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { openDevice, scriptedServer, type TestDevice } from '#tests/support/device.ts';
import { sessionRow } from '#tests/support/device-entries.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { enterSession, mayaComes, openCenter } from './sync-center-screen.tsx';

let device: TestDevice;

beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

/** Something that left the device so many minutes after eleven o'clock. */
async function left(outcome: HistoryRow['outcome'], minute: number, rest: Partial<HistoryRow> = {}) {
  await device.db.history.put({
    write_id: uuidv7(),
    entity: 'lunch',
    entity_id: uuidv7(),
    effect: 'create',
    outcome,
    captured_at: '2026-03-10T17:00:00.000Z',
    finished_at: new Date(Date.parse('2026-03-10T18:00:00.000Z') + minute * 60_000).toISOString(),
    ...rest,
  });
}

/** What the history says; it is opened where it is not yet. */
async function entries(): Promise<string[]> {
  const title = await screen.findByText('History', { selector: 'summary' });
  if (!(title.parentElement as HTMLDetailsElement).open) fireEvent.click(title);
  const list = await screen.findByRole('list', { name: 'History' });
  return [...list.children].map((entry) => entry.textContent ?? '');
}

describe('the history', () => {
  test('says what synced, when it was entered, and when it was sent', async () => {
    await mayaComes(device);
    const id = await enterSession(device);
    const [write] = await device.db.outbox.toArray();
    device.clock.pass(300_000);
    const student_ids = write?.about ?? [];
    const row = sessionRow(device.workspace.user_id, 1, { id, student_ids });
    const { transport } = scriptedServer(() => ({ version: 1, row }));
    await drainBatch(device.db, transport, device.clock, device.lock);
    openCenter(device);
    expect(await entries()).toEqual([
      'New session03/10/2026, 9:00 AM, Maya R.Entered 03/10/2026 11:00 AM · Synced 03/10/2026 11:05 AMSynced',
    ]);
  });

  test('is newest first, and names only the kind if the record is no longer here', async () => {
    await left('quarantined', 1);
    await left('cancelled', 2);
    openCenter(device);
    const texts = await entries();
    expect(texts[0]).toContain('Canceled before it was sent');
    expect(texts[1]).toBe(
      'New lunch breakEntered 03/10/2026 10:00 AM · Received 03/10/2026 11:01 AMHeld for review',
    );
  });

  test('can be filtered by outcome', async () => {
    await left('sent', 1);
    await left('discarded', 2);
    const { user } = openCenter(device);
    expect(await entries()).toHaveLength(2);
    const filter = screen.getByLabelText('Show in the history');
    await user.selectOptions(filter, 'Discarded');
    await waitFor(async () => expect(await entries()).toHaveLength(1));
    expect((await entries())[0]).toContain('Discarded');
    await user.selectOptions(filter, 'Handed over');
    expect(await screen.findByText(/Nothing matches/)).toBeDefined();
  });

  test('loads in pages of fifty after the first few', async () => {
    for (let minute = 0; minute < 65; minute += 1) await left('sent', minute);
    const { user } = openCenter(device);
    expect(await entries()).toHaveLength(10);
    await user.click(screen.getByText('Show 50 more'));
    await waitFor(async () => expect(await entries()).toHaveLength(60));
    await user.click(screen.getByText('Show 50 more'));
    await waitFor(async () => expect(await entries()).toHaveLength(65));
    expect(screen.queryByText('Show 50 more')).toBeNull();
  });

  test('shows what a change replaced, except links between records', async () => {
    const entity_id = uuidv7();
    const values = { event_title: 'Team meeting', remind_me: true, calendar_event_id: uuidv7() };
    const overwritten = await encrypt(device.key, overwrittenPlace(entity_id), values);
    await left('sent', 1, { entity: 'calendar_event', effect: 'update', entity_id, overwritten });
    openCenter(device);
    expect((await entries())[0]).toContain(
      "Replaced a colleague's entry – Title: Team meeting; Reminder: yes",
    );
  });
});
