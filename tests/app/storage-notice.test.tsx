import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDeviceSession } from '#app/device-session.ts';
import { ErasureNotice, StorageNotice } from '#app/shell/storage-notice.tsx';
import { endStorageTrouble, noteStorageTrouble } from '#db/storage-trouble.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { restoreImage } from '#tests/support/database-image.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { goldenDeviceDatabases } from '#tests/support/golden-files.ts';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

test('an erasure is reported until the person dismisses it', async () => {
  const signedIn = { profile: {}, workspace: device.workspace } as unknown as SignedInDevice;
  await device.db.meta.put({ key: 'erased' });
  render(
    <SignedInContext value={signedIn}>
      <ErasureNotice />
    </SignedInContext>,
  );
  await screen.findByText(/Changes that hadn't synced are lost/);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
  expect(await device.db.meta.get('erased')).toBeUndefined();
});

test('a storage problem is announced while it lasts', () => {
  render(<StorageNotice />);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe('');
  act(() => noteStorageTrouble('full'));
  expect(alert.textContent).toMatch(/out of space/);
  act(() => noteStorageTrouble('broken'));
  expect(alert.textContent).toMatch(/can't save anything right now/);
  act(() => endStorageTrouble('broken'));
  expect(alert.textContent).toBe('');
});

test('an outdated tab keeps saying so, and offers to reload', () => {
  render(<StorageNotice />);
  act(() => noteStorageTrouble('superseded'));
  act(() => endStorageTrouble('full', 'broken', 'blocked'));
  expect(screen.getByRole('alert').textContent).toMatch(/A newer version of Caseload is open in another tab/);
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
});

test("a device used by a newer version isn't opened, and the login page says what to do", async () => {
  const [newest] = goldenDeviceDatabases().slice(-1);
  if (newest === undefined) throw new Error('There is no golden device.');
  await restoreImage({ ...newest, version: newest.version + 10 });
  const events = { tokenRenewed: vi.fn(), signInRefused: vi.fn(), confirmed: vi.fn() };
  const outcome = await openDeviceSession({ email: 'paula@golden.example', password: 'any' }, events);
  expect(outcome).toMatchObject({
    kind: 'storage',
    message: expect.stringMatching(/^A newer version .* Everything you saved is safe\.$/),
  });
});
