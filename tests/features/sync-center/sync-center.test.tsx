import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endStorageTrouble, noteStorageTrouble } from '#db/storage-trouble.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { catchDownloads } from '#tests/support/caught-downloads.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { enterLunch, enterSession, mayaComes, openCenter, stand } from './sync-center-screen.tsx';

let device: TestDevice;

beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  await mayaComes(device);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

async function entriesOf(name: string): Promise<HTMLElement[]> {
  return within(await screen.findByRole('list', { name })).getAllByRole('listitem');
}

async function waitingTexts(): Promise<string[]> {
  return (await entriesOf('Waiting')).map((entry) => entry.textContent ?? '');
}

test('never says that everything synced while storage is broken', async () => {
  openCenter(device);
  await screen.findByText('All changes synced');
  act(() => noteStorageTrouble('broken'));
  expect(screen.getByText("Can't save on this device")).toBeDefined();
  expect(screen.getByText(/^New changes are not being saved/)).toBeDefined();
  expect(screen.queryByText('All changes synced')).toBeNull();
  act(() => endStorageTrouble('broken'));
  expect(screen.getByText('All changes synced')).toBeDefined();
});

test('is one line with the time of the last sync while all is well', async () => {
  openCenter(device);
  await screen.findByText('All changes synced');
  expect(screen.getByText('Last sync 11:00 AM')).toBeDefined();
  expect(screen.queryByText('Export unsynced changes')).toBeNull();
  expect(screen.queryByRole('list', { name: 'Waiting' })).toBeNull();
  expect([...document.querySelectorAll('details')].map(({ open }) => open)).toEqual([false, false]);
  expect([...document.querySelectorAll('summary')].map(({ textContent }) => textContent)).toEqual([
    ...['About this device', 'History'],
  ]);
});

describe('the list of waiting changes', () => {
  test('has one entry per record, oldest first, with what it is and when it was entered', async () => {
    const id = await enterSession(device, { start_time: '09:00' });
    await stand(device, id, { attempts: 1 });
    device.clock.pass(60_000);
    await enterLunch(device);
    await queueWrite(device.workspace, {
      endpoint: 'session.update',
      opened: null,
      id,
      body: { notes: 'more' },
      lane: `session:${id}`,
    });
    openCenter(device);
    const texts = await waitingTexts();
    expect(texts).toHaveLength(2);
    expect(screen.getByText(/3 changes to 2 records/)).toBeDefined();
    expect(texts[0]).toContain('New session, 2 changes03/10/2026, 9:00 AM, Maya R.');
    expect(texts[0]).toContain('Entered 03/10/2026 11:00 AM');
    expect(texts[1]).toContain('New lunch break03/10/2026, 12:00 PM, 30 minutes');
    expect(texts[1]).toContain('Entered 03/10/2026 11:01 AM');
  });

  test('uses the singular for one minute', async () => {
    await enterLunch(device, { lunch_duration: 1 });
    openCenter(device);
    expect((await waitingTexts())[0]).toMatch(/12:00 PM, 1 minute(?!s)/);
  });

  test('shows the sync state of each record', async () => {
    const sent = await enterSession(device, { start_time: '08:00' });
    const refused = await enterSession(device, { start_time: '09:00' });
    const [, second] = await device.db.outbox.orderBy('seq').toArray();
    const building = await enterSession(device, { start_time: '10:00' }, [second?.write_id ?? '']);
    const after = await enterSession(device, { start_time: '11:00' }, [
      (await device.db.outbox.orderBy('seq').first())?.write_id ?? '',
    ]);
    await stand(device, sent, { state: 'sending' });
    await stand(device, refused, { state: 'parked', problem: { code: 'period.locked', message: 'Locked.' } });
    await stand(device, building, { state: 'blocked' });
    openCenter(device);
    const texts = await waitingTexts();
    expect(texts.map((text) => / (\d+:00) AM/.exec(text)?.[1])).toEqual(['8:00', '10:00', '11:00']);
    expect(texts[0]).toContain('Sending');
    expect(texts[1]).toContain(
      'Waiting for a change that needs attention: New session, 03/10/2026, 9:00 AM, Maya R.',
    );
    expect(texts[2]).toContain('will be sent after: New session, 03/10/2026, 8:00 AM, Maya R.');
    expect(await device.db.outbox.where('entity_id').equals(after).count()).toBe(1);
  });

  test('says why everything is held', async () => {
    const id = await enterSession(device);
    await stand(device, id, { state: 'held' });
    await device.db.meta.put({ key: 'pause', reason: 'outdated' });
    openCenter(device);
    expect((await waitingTexts())[0]).toContain('Held until the app is updated');
  });

  test('shows the first fifty of a long queue, and all of it on request', async () => {
    for (let at = 0; at < 60; at += 1) await enterSession(device);
    const { user } = openCenter(device);
    const list = await screen.findByRole('list', { name: 'Waiting' });
    expect(list.children).toHaveLength(50);
    await user.click(screen.getByText('Show all 60'));
    await waitFor(() => expect(list.children).toHaveLength(60));
    expect(screen.queryByText(/Show all/)).toBeNull();
  });

  test('says that the page must stay open where the browser does not send in the background', async () => {
    await enterSession(device);
    openCenter(device);
    expect(await screen.findByText(/Keep this page open until everything has synced/)).toBeDefined();
  });
});

describe('a rejected change', () => {
  async function refuseOne(): Promise<string> {
    const id = await enterSession(device);
    const problem = { code: 'request.invalid', message: 'Some fields need your attention.' } as const;
    await stand(device, id, { state: 'parked', problem: { ...problem, fields: { notes: 'Too long.' } } });
    return id;
  }

  test('is listed separately with the reason, and corrected in its form', async () => {
    const id = await refuseOne();
    const { user, onEdit } = openCenter(device);
    const [entry] = await entriesOf('Needs attention');
    expect(entry?.textContent).toContain('Maya R.');
    expect(entry?.textContent).toContain('Some fields need your attention.');
    expect(entry?.textContent).toContain('Too long.');
    await user.click(screen.getByRole('button', { name: 'Edit and send' }));
    expect(onEdit).toHaveBeenCalledWith(expect.objectContaining({ entity_id: id }));
    expect(screen.queryByRole('list', { name: 'Waiting' })).toBeNull();
  });

  test('is exported with what was entered', async () => {
    const id = await refuseOne();
    const files = catchDownloads();
    const { user } = openCenter(device);
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    const text = await files[0]?.text();
    expect(text).toContain(id);
    expect(text).toContain('Some fields need your attention.');
  });

  test('is discarded only after its author confirms', async () => {
    await refuseOne();
    const { user } = openCenter(device);
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('alertdialog', { name: 'Confirmation - Discard' });
    expect(question.textContent).toContain('9:00 AM, Maya R. It will never be synced.');
    expect(await device.db.outbox.count()).toBe(1);
    await user.click(within(question).getByRole('button', { name: 'CONFIRM' }));
    await waitFor(async () => expect(await device.db.outbox.count()).toBe(0));
  });

  test('waits again when it is sent again', async () => {
    await refuseOne();
    const { user } = openCenter(device);
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect((await waitingTexts())[0]).toContain('Saved on this device, waiting to sync');
    expect(screen.queryByRole('list', { name: 'Needs attention' })).toBeNull();
  });
});

describe('the check against the server', () => {
  test('says that it is running, then its result', async () => {
    let finish: () => void = () => undefined;
    const { user } = openCenter(device, {
      verify: async () => {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        await device.db.meta.put({
          key: 'digest',
          checked_at: '2026-03-10T18:00:00.000Z',
          is_wanted: false,
          unrepaired: [],
          repairs: 1,
        });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('Comparing with the server…')).toBeDefined();
    await waitFor(() => finish());
    finish();
    expect(
      await screen.findByText(
        '1 difference was repaired. In sync with the server, checked 03/10/2026 11:00 AM.',
      ),
    ).toBeDefined();
  });
});

test('the Sync center shows what the route adds to it', async () => {
  openCenter(device, { handedToYou: <p>Work of others</p> });
  expect(await screen.findByText('Work of others')).toBeDefined();
});
