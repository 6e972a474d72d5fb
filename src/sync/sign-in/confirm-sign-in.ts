import type { DeviceDatabase } from '#db/device-database.ts';
import type { ApiClient } from '../api-client.ts';
import { readSignIn, type StoredSignIn, storedToken, storeSignIn } from './stored-sign-in.ts';
import { SIGN_IN_LOCK } from './stored-tokens.ts';

/**
 * Brings the rights that this device has stored up to what the server says now:
 * after a sign-in that the vault opened alone, or one that a reload went on with.
 *
 * @returns the sign-in as stored now; nothing where it has ended meanwhile
 * @throws Refusal, NoAnswer
 */
export async function confirmSignIn(
  api: ApiClient,
  devices: DeviceDatabase,
  vaultName: string,
  key: CryptoKey,
): Promise<StoredSignIn | null> {
  const current = await api.call('auth.current-user');
  return navigator.locks.request(SIGN_IN_LOCK, async () => {
    const stored = await readSignIn(devices, vaultName, key);
    if (stored === null || (await storedToken(key)) === null) return null;
    const confirmed: StoredSignIn = {
      ...stored,
      username: current.username,
      email: current.email,
      auth: current.role,
      emp: current.emp,
      provider_id: current.profile_id,
      grants: current.grants,
      services: current.services,
    };
    await storeSignIn(devices, vaultName, key, confirmed);
    return confirmed;
  });
}
