import type { DeviceDatabase } from '#db/device-database.ts';
import { wrappedAnew } from '#db/vault.ts';
import type { Sender } from '../outbox/transport.ts';
import { registerDevice } from './device-registration.ts';
import { readSignIn, storeSignIn } from './stored-sign-in.ts';
import { SIGN_IN_LOCK } from './stored-tokens.ts';

/** The server has the new password; this device could not store its wrap and still unlocks with the old one. */
export class UnlockUnchanged extends Error {
  constructor(cause: unknown) {
    super(
      "Your password is changed, but this device couldn't store it. Until you log in here online, unlock it with your old password.",
      { cause },
    );
    this.name = 'UnlockUnchanged';
  }
}

/**
 * Changes the person's password on the server, then wraps this device's data key with it, so that the new
 * password unlocks the device offline. The data key stays the same: nothing is encrypted again.
 *
 * The new wrap is made before the request: only one write lies between the server's answer and a device that
 * unlocks with the new password. If that write never happens, the old password still unlocks the device, and
 * the next login online wraps the key that is in escrow.
 *
 * @param sender with the person's own sign-in
 * @returns when the password was changed
 * @throws ApiError, NoAnswer, UnlockUnchanged
 */
export async function changePassword(
  sender: Sender,
  devices: DeviceDatabase,
  body: { current_password: string; new_password: string },
): Promise<string> {
  const { name, dataKey } = sender.db;
  if (dataKey === null) throw new Error('Only an unlocked device changes its password.');
  const wrap = await wrappedAnew(name, dataKey, body.new_password);
  const { last_password_update } = await sender.api.call('auth.update-password', { body });
  try {
    await devices.vaults.update(name, wrap);
  } catch (problem) {
    throw new UnlockUnchanged(problem);
  }
  // The password is changed: the rest is made up for by the next login and the next regular contact.
  await Promise.allSettled([
    navigator.locks.request(SIGN_IN_LOCK, async () => {
      const stored = await readSignIn(devices, name, dataKey);
      if (stored !== null) await storeSignIn(devices, name, dataKey, { ...stored, last_password_update });
    }),
    // The upload token, which a locked device needs, ended with the old password.
    registerDevice(sender.api, { ...sender, dataKey, discards: [] }).then((renewed) =>
      devices.vaults.update(name, renewed),
    ),
  ]);
  return last_password_update;
}
