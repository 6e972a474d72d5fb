import type { DeviceDatabase } from '#db/device-database.ts';
import type { ApiClient } from '../api-client.ts';
import { readSignIn, type StoredSignIn, storedToken, storeSignIn } from './stored-sign-in.ts';
import { SIGN_IN_LOCK } from './stored-tokens.ts';

/**
 * Updates the stored permissions from the server, after an offline login or a reload.
 * @returns the sign-in as stored now; null if it has ended in the meantime
 * @throws ApiError, NoAnswer
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
      name: current.name,
      email: current.email,
      auth: current.role,
      emp: current.emp,
      provider_id: current.profile_id,
      grants: current.grants,
      services: current.services,
      time_format: current.time_format,
    };
    if (JSON.stringify(confirmed) !== JSON.stringify(stored)) {
      await storeSignIn(devices, vaultName, key, confirmed);
    }
    return confirmed;
  });
}
