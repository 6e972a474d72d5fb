import type { CurrentUser, SignedIn } from '#contract/auth.ts';
import { decrypt, encrypt, fromBase64, toBase64 } from '#contract/encryption.ts';
import type { DeviceDatabase } from '#db/device-database.ts';

/** The stored sign-in: the login's answer, and the person's permissions for offline use. */
export type StoredSignIn = SignedIn &
  Pick<CurrentUser, 'grants' | 'services'> &
  // Missing until the device has asked the server since they exist.
  Partial<Pick<CurrentUser, 'time_format' | 'name'>>;

/** The specification's names of the stored session values. */
const STORED_NAMES = [
  'username',
  'auth',
  'email',
  'token',
  'refresh',
  'last_password_update',
  'emp',
] as const;

/**
 * Stores the session values in local storage under the specification's names, each encrypted with the data
 * key, so that the disk reveals nothing. The vault, which is crash-safe and survives a lock, has the whole
 * sign-in too, also encrypted.
 */
export async function storeSignIn(
  devices: DeviceDatabase,
  vaultName: string,
  key: CryptoKey,
  signIn: StoredSignIn,
) {
  const sealed_sign_in = await encrypt(key, `sign-in|${vaultName}`, signIn);
  await devices.vaults.update(vaultName, { sealed_sign_in });
  for (const name of STORED_NAMES) {
    localStorage.setItem(name, toBase64(await encrypt(key, `stored|${name}`, signIn[name])));
  }
}

/** Whether this device counts as signed in: a token is stored. It can't be read without the key. */
export function isTokenStored(): boolean {
  return localStorage.getItem('token') !== null;
}

/**
 * The access token currently stored by this or another tab; null when signed out or encrypted with another
 * key.
 */
export async function storedToken(key: CryptoKey): Promise<string | null> {
  const sealed = localStorage.getItem('token');
  if (sealed === null) return null;
  return decrypt(key, 'stored|token', fromBase64(sealed)).then(String, () => null);
}

/** The encrypted sign-in of a vault, decrypted; null if there is none or the key is a different one. */
export async function readSignIn(
  devices: DeviceDatabase,
  vaultName: string,
  key: CryptoKey,
): Promise<StoredSignIn | null> {
  const vault = await devices.vaults.get(vaultName);
  if (vault?.sealed_sign_in == null) return null;
  return decrypt(key, `sign-in|${vaultName}`, vault.sealed_sign_in).then(
    (signIn) => signIn as StoredSignIn,
    () => null,
  );
}

/** Clears all stored session values. The encrypted sign-in in the vault stays for the next unlock. */
export function clearStoredValues(): void {
  for (const name of STORED_NAMES) localStorage.removeItem(name);
}
