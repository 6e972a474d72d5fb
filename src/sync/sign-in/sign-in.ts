import { type DeviceDatabase, thisDevice, type VaultRow } from '#db/device-database.ts';
import { LocalDatabase } from '#db/local-database.ts';
import { isStored, openStorage } from '#db/open-storage.ts';
import {
  destroyVault,
  importDataKey,
  keepVault,
  openVault,
  vaultOfLogin,
  vaultOfUser,
  WrongPassword,
} from '#db/vault.ts';
import { type ApiClient, createApiClient } from '../api-client.ts';
import { noteServerTime } from '../clock.ts';
import { isMarked, markDevice, unmarkDevice } from './device-marker.ts';
import { registerDevice } from './device-registration.ts';
import { askForKey } from './key-sharing.ts';
import {
  clearStoredValues,
  isTokenStored,
  readSignIn,
  type StoredSignIn,
  storeSignIn,
} from './stored-sign-in.ts';

/** A device unlocked by its user: everything needed to read and write their database. */
export interface OpenDevice {
  devices: DeviceDatabase;
  /** The name of the user's local database. */
  vaultName: string;
  /** In memory only. */
  dataKey: CryptoKey;
  device_id: string;
  signIn: StoredSignIn;
  /** Whether the server took part; false if only the vault was opened. */
  isOnline: boolean;
}

interface Credentials {
  email: string;
  password: string;
  /** Of the second factor, once the server has asked for it. */
  code?: string;
}

/** A client with a fixed token. */
function clientFor(token: string | null): ApiClient {
  return createApiClient({
    tokens: { current: async () => token, renew: async () => null },
    onServerTime: noteServerTime,
  });
}

/**
 * Logs in at the server, creates or re-wraps the vault, and puts its key into escrow. Never creates a second
 * vault for a user: if the password was changed elsewhere, the key comes back from escrow.
 * @throws ApiError, NoAnswer, UnopenedStorage
 */
export async function signInOnline(
  devices: DeviceDatabase,
  credentials: Credentials,
  appVersion: string,
): Promise<OpenDevice> {
  const { email, password } = credentials;
  const login = await clientFor(null).call('auth.login', { body: credentials });
  const api = clientFor(login.token);
  const { device_id } = await thisDevice(devices);
  const known = await vaultOfUser(devices, login.user_id);
  const knownKey =
    known === null
      ? await keyInEscrow(api, device_id)
      : await keyOfKnownVault(devices, api, device_id, known, password);
  const { vault, dataKey } = await keepVault(devices, {
    user_id: login.user_id,
    logins: [email, login.email, login.username],
    password,
    dataKey: knownKey,
  });
  const wasKept = known?.is_escrowed === 1 || (await isMarked(login.user_id));
  await prepareDatabase(vault.name, dataKey, wasKept);
  const discards = await devices.discards.where('user_id').equals(login.user_id).limit(100).toArray();
  const [current, registration] = await Promise.all([
    api.call('auth.current-user'),
    registerDevice(api, { device_id, dataKey, app_version: appVersion, discards }),
  ]);
  await devices.discards.bulkDelete(discards.map(({ id }) => id));
  await devices.vaults.update(vault.name, { is_escrowed: 1, ...registration });
  await markDevice(login.user_id);
  const { grants, services, time_format, name } = current;
  const signIn = { ...login, grants, services, time_format, name };
  await storeSignIn(devices, vault.name, dataKey, signIn);
  return { devices, vaultName: vault.name, dataKey, device_id, signIn, isOnline: true };
}

/**
 * Creates or upgrades the person's database. If the browser erased it, it starts over and records that.
 * @param wasKept whether this device kept data of this person before
 * @throws UnopenedStorage
 */
async function prepareDatabase(name: string, dataKey: CryptoKey, wasKept: boolean): Promise<void> {
  const wasErased = wasKept && !(await isStored(name));
  const db = new LocalDatabase(name, dataKey);
  try {
    await openStorage(db);
    if (wasErased) await db.meta.put({ key: 'erased' });
  } finally {
    db.close();
  }
}

async function keyOfKnownVault(
  devices: DeviceDatabase,
  api: ApiClient,
  deviceId: string,
  vault: VaultRow,
  password: string,
): Promise<CryptoKey | null> {
  try {
    return await openVault(vault, password);
  } catch (problem) {
    if (!(problem instanceof WrongPassword)) throw problem;
    const escrowed = await keyInEscrow(api, deviceId);
    // A vault whose key never reached escrow was never used to sign in.
    if (escrowed === null && vault.is_escrowed === 0) await devices.vaults.delete(vault.name);
    return escrowed;
  }
}

/**
 * The key that this device once put into escrow for the person. An erased vault is recreated with it: the
 * server never accepts a second key.
 */
async function keyInEscrow(api: ApiClient, deviceId: string): Promise<CryptoKey | null> {
  const { data_key } = await api.call('device.read-escrow', { params: { id: deviceId } });
  return data_key === null ? null : importDataKey(data_key);
}

/**
 * Opens this device's vault with the password, without the server.
 * @returns null if this device has no vault for the person, or one that was never put into escrow
 * @throws WrongPassword and changes nothing
 * @throws UnopenedStorage
 */
export async function signInOffline(
  devices: DeviceDatabase,
  { email, password }: Credentials,
): Promise<OpenDevice | null> {
  const vault = await vaultOfLogin(devices, email);
  if (vault === null || vault.is_escrowed === 0) return null;
  const dataKey = await openVault(vault, password);
  const signIn = await readSignIn(devices, vault.name, dataKey);
  if (signIn === null) return null;
  await prepareDatabase(vault.name, dataKey, true);
  await markDevice(signIn.user_id);
  const { device_id } = await thisDevice(devices);
  await storeSignIn(devices, vault.name, dataKey, signIn);
  return { devices, vaultName: vault.name, dataKey, device_id, signIn, isOnline: false };
}

/**
 * Resumes after a reload or in a new tab, if another tab or the worker still has the key. Read-only, except
 * for a database that is older than the app or was erased.
 * @throws UnopenedStorage
 */
export async function restoreSignIn(devices: DeviceDatabase): Promise<OpenDevice | 'locked' | 'signed-out'> {
  if (!isTokenStored()) return 'signed-out';
  const shared = await askForKey();
  if (shared === null) return 'locked';
  const signIn = await readSignIn(devices, shared.vaultName, shared.dataKey);
  if (signIn === null) return 'locked';
  await prepareDatabase(shared.vaultName, shared.dataKey, true);
  const { device_id } = await thisDevice(devices);
  return { devices, ...shared, device_id, signIn, isOnline: false };
}

/**
 * Ends the sign-in on this device: ciphertext, outbox, and the encrypted sign-in stay for the next unlock.
 */
export function clearSignIn(): void {
  clearStoredValues();
}

/**
 * Deletes the user's database and vault: on an explicit logout with nothing unsynced, or after a confirmed
 * discard, which is recorded and reported at the next login.
 */
export async function eraseDevice(
  open: OpenDevice,
  discard: { writes: number; discarded_at: string },
): Promise<void> {
  clearStoredValues();
  if (discard.writes > 0) await open.devices.discards.add({ user_id: open.signIn.user_id, ...discard });
  await unmarkDevice(open.signIn.user_id);
  const vault = await open.devices.vaults.get(open.vaultName);
  if (vault !== undefined) await destroyVault(open.devices, vault);
}

/**
 * Tells the server that the sign-in is over. Best effort: the device is locked in any case, and the request
 * outlives the page.
 */
export async function tellLogout(signIn: StoredSignIn): Promise<{ success: boolean; message?: string }> {
  const api = createApiClient({
    tokens: { current: async () => null, renew: async () => null },
    fetch: (address, init) => fetch(address, { ...init, keepalive: true }),
  });
  try {
    await api.call('auth.logout', { body: { token: signIn.refresh } });
    return { success: true };
  } catch (problem) {
    return { success: false, message: problem instanceof Error ? problem.message : String(problem) };
  }
}
