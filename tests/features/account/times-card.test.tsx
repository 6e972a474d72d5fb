import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DeviceDatabase } from '#db/device-database.ts';
import { keepVault } from '#db/vault.ts';
import { showTimesAs } from '#domain/time/time-format.ts';
import { TimesCard } from '#features/account/times-card.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { readSignIn, type StoredSignIn, storeSignIn } from '#sync/sign-in/stored-sign-in.ts';
import { lockQueue, openDevice, type TestDevice } from '#tests/support/device.ts';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

let devices: DeviceDatabase;
let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  Object.defineProperty(navigator, 'locks', { value: { request: lockQueue() }, configurable: true });
  devices = new DeviceDatabase();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  showTimesAs('12h');
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'locks');
  await device.close();
  await devices.delete();
});

/** The vault has the name of the database, as on a real device. */
async function show(answer: () => Promise<unknown>) {
  const { user_id } = device.workspace;
  const { vault } = await keepVault(devices, {
    ...{ user_id, logins: ['sam'], password: 'correct horse battery', dataKey: device.key },
  });
  await device.close();
  device = await openDevice({ user_id, name: vault.name, key: device.key });
  const stored = { user_id, username: 'sam', grants: [], services: [] } as unknown as StoredSignIn;
  await storeSignIn(devices, vault.name, device.key, stored);
  const call = vi.fn(answer);
  const engine = { sender: { db: device.db, api: { call } } };
  render(
    <SignedInContext value={{ workspace: device.workspace, engine } as unknown as SignedInDevice}>
      <TimesCard />
    </SignedInContext>,
  );
  const keptFormat = async () => (await readSignIn(devices, vault.name, device.key))?.time_format;
  return { call, keptFormat, user: userEvent.setup() };
}

test('the chosen format is shown at once, sent to the server, and kept for offline use', async () => {
  const { call, keptFormat, user } = await show(async () => undefined);
  expect(screen.getByText(/is 2:30 PM\.$/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: '24-hour' }));
  expect(await screen.findByText(/is 14:30\.$/)).toBeTruthy();
  expect(call).toHaveBeenCalledExactlyOnceWith('auth.set-time-format', { body: { time_format: '24h' } });
  await vi.waitFor(async () => expect(await keptFormat()).toBe('24h'));
});

test('without an answer nothing changes, and it says so', async () => {
  const { keptFormat, user } = await show(async () => {
    throw new NoAnswer();
  });
  await user.click(screen.getByRole('radio', { name: '24-hour' }));
  expect((await screen.findByRole('alert')).textContent).toContain("Can't reach the server.");
  expect(screen.getByText(/is 2:30 PM\.$/)).toBeTruthy();
  expect(screen.getByRole('radio', { name: '12-hour' }).getAttribute('aria-checked')).toBe('true');
  expect(await keptFormat()).toBeUndefined();
});
