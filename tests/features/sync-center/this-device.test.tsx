import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RescueFile } from '#contract/quarantine.ts';
import { catchDownloads } from '#tests/support/caught-downloads.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { enterSession, mayaComes, openCenter } from './sync-center-screen.tsx';

let device: TestDevice;
let isPersisted: boolean;
let agrees: boolean;

beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  isPersisted = false;
  agrees = true;
  const storage = {
    persisted: async () => isPersisted,
    estimate: async () => ({ usage: 5 * 1_048_576, quota: 900 * 1_048_576 }),
    persist: async () => {
      isPersisted = agrees;
      return agrees;
    },
  };
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
  device = await openDevice();
  await mayaComes(device);
});
afterEach(async () => {
  cleanup();
  Reflect.deleteProperty(navigator, 'storage');
  vi.unstubAllGlobals();
  await device.close();
});

async function fact(name: string): Promise<string> {
  const term = await screen.findByText(name, { selector: 'dt' });
  return term.nextElementSibling?.textContent ?? '';
}

describe('the details about this device', () => {
  test('show the oldest unsynced change, the storage used, and the version', async () => {
    await enterSession(device);
    openCenter(device);
    expect(await fact('Oldest unsynced change')).toBe('03/10/2026 11:00 AM');
    await waitFor(async () => expect(await fact('Storage used')).toBe('5 MB of 900 MB'));
    expect(await fact('Installed as an app')).toBe('no');
    expect(await fact('App version')).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('show the last error', async () => {
    openCenter(device, { status: { fault: 'It broke.' } });
    expect(await screen.findByText('Last error: It broke.')).toBeDefined();
  });

  test('ask the browser to protect the data, which it does', async () => {
    const { user } = openCenter(device);
    await user.click(await screen.findByText('Ask the browser to protect it'));
    await waitFor(async () => expect(await fact('Protected storage')).toBe('yes'));
  });

  test('say when the browser declines', async () => {
    agrees = false;
    const { user } = openCenter(device);
    await user.click(await screen.findByText('Ask the browser to protect it'));
    expect(await screen.findByText(/The browser declined/)).toBeDefined();
    expect(await fact('Protected storage')).toContain('No – may be cleared if space runs low');
  });
});

describe('an export', () => {
  test('is a rescue file of all unsynced changes, which stay here', async () => {
    await enterSession(device, { notes: 'Two-word sentences' });
    const files = catchDownloads();
    const { user } = openCenter(device);
    await user.click(await screen.findByText('Export a rescue file'));
    await waitFor(() => expect(files).toHaveLength(1));
    const text = (await files[0]?.text()) ?? '';
    expect(RescueFile.parse(JSON.parse(text)).writes).toHaveLength(1);
    expect(files[0]?.name).toMatch(/^caseload-rescue-[0-9a-f]{8}-2026-03-10\.json$/);
    expect(text).not.toContain('sentences');
    expect(await device.db.outbox.count()).toBe(1);
  });

  test("isn't offered without unsynced changes", async () => {
    openCenter(device);
    expect(await screen.findByText('Save a diagnostic copy')).toBeDefined();
    expect(screen.queryByText('Export a rescue file')).toBeNull();
  });

  test('is a diagnostic copy without any typed text', async () => {
    await enterSession(device, { notes: 'Two-word sentences' });
    const files = catchDownloads();
    const { user } = openCenter(device);
    await user.click(await screen.findByText('Save a diagnostic copy'));
    await waitFor(() => expect(files).toHaveLength(1));
    const text = (await files[0]?.text()) ?? '';
    expect(JSON.parse(text)).toMatchObject({
      outbox: [{ state: 'waiting' }],
      browser: { is_persisted: false },
    });
    expect(text).not.toMatch(/sentences|Maya|Rivera/);
  });

  test('can be copied as text for support', async () => {
    const { user } = openCenter(device);
    await user.click(await screen.findByText('Copy diagnostics'));
    await waitFor(async () =>
      expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({
        app_version: expect.any(String),
      }),
    );
  });
});
