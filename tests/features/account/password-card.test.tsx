import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { DeviceDatabase } from '#db/device-database.ts';
import { keepVault, openVault } from '#db/vault.ts';
import { PasswordCard } from '#features/account/password-card.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { lockQueue, openDevice, type TestDevice } from '#tests/support/device.ts';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const OLD = 'correct horse battery';
const NEW = 'staple and a horse';

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
  Reflect.deleteProperty(navigator, 'locks');
  await device.close();
  await devices.delete();
});

/** The vault has the name of the database, as on a real device. */
async function show(answer: () => Promise<unknown>) {
  const { user_id } = device.workspace;
  const { vault } = await keepVault(devices, {
    user_id,
    logins: ['sam'],
    password: OLD,
    dataKey: device.key,
  });
  await device.close();
  device = await openDevice({ user_id, name: vault.name, key: device.key });
  const call = vi.fn(answer);
  const { db } = device;
  const engine = { sender: { db, api: { call }, device_id: 'd', app_version: '1', clock: device.clock } };
  const profile = { user_id, username: 'sam', email: 'sam@test.example' };
  const onChanged = vi.fn();
  render(
    <SignedInContext value={{ profile, workspace: device.workspace, engine } as unknown as SignedInDevice}>
      <PasswordCard onChanged={onChanged} />
    </SignedInContext>,
  );
  const unlocks = async (password: string) => {
    const kept = await devices.vaults.get(vault.name);
    return kept !== undefined && openVault(kept, password).then(Boolean, () => false);
  };
  return { call, onChanged, unlocks, user: userEvent.setup() };
}

async function fill(user: ReturnType<typeof userEvent.setup>, current: string, next: string) {
  await user.type(screen.getByLabelText('Current password'), current);
  await user.type(screen.getByLabelText('New password'), next);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
}

describe('changing the password', () => {
  test('re-wraps this device, says that the others are logged out, and empties the form', async () => {
    const { call, onChanged, unlocks, user } = await show(async () => ({
      last_password_update: '2026-03-10T18:00:00.000Z',
    }));
    await fill(user, OLD, NEW);
    await screen.findByText('Password changed. Your other devices are logged out.');
    expect(call).toHaveBeenCalledWith('auth.update-password', {
      body: { current_password: OLD, new_password: NEW },
    });
    expect(onChanged).toHaveBeenCalledOnce();
    expect([await unlocks(OLD), await unlocks(NEW)]).toEqual([false, true]);
    expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe('');
  });

  test('says at its field that the current one is wrong, and keeps what was typed', async () => {
    const words = "That isn't your current password.";
    const { unlocks, user } = await show(async () => {
      throw new ApiError('request.invalid', { message: words, fields: { current_password: words } });
    });
    await fill(user, 'not the password', NEW);
    const field = screen.getByLabelText('Current password');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText(words)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe(NEW);
    expect(await unlocks(OLD)).toBe(true);
  });

  test.each([
    ['too short', 'short', 'Use at least 12 characters.'],
    ['the current one', OLD, "Choose a password that's different from your current one."],
    ['easy to guess', 'sam, the therapist', "Choose a password that's harder to guess."],
  ])('refuses one that is %s without asking the server', async (_, next, words) => {
    const { call, user } = await show(async () => undefined);
    await fill(user, OLD, next);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(call).not.toHaveBeenCalled();
  });

  test('needs a connection, and says so', async () => {
    const { unlocks, user } = await show(async () => {
      throw new NoAnswer();
    });
    await fill(user, OLD, NEW);
    expect((await screen.findByRole('alert')).textContent).toContain("Can't reach the server.");
    expect([await unlocks(OLD), await unlocks(NEW)]).toEqual([true, false]);
  });

  test('tells its rules where the new one is typed', async () => {
    await show(async () => undefined);
    const describedBy = screen.getByLabelText('New password').getAttribute('aria-describedby');
    expect(document.getElementById(describedBy ?? '')?.textContent).toBe(
      'At least 12 characters, without your user name or email.',
    );
  });
});
