import Dexie from 'dexie';
import { decrypt, encrypt } from '#contract/encryption.ts';
import { type DeviceDatabase, type KeyDerivation, thisDevice, type VaultRow } from './device-database.ts';
import { LocalDatabase } from './local-database.ts';
import { isStored } from './open-storage.ts';
import { unsentCount } from './outbox.ts';

export const DERIVATION_ROUNDS = 600_000;

/** The password doesn't open this vault. Nothing was changed. */
export class WrongPassword extends Error {
  constructor() {
    super('Wrong password.');
    this.name = 'WrongPassword';
  }
}

const encoder = new TextEncoder();

function freshDerivation(): KeyDerivation {
  return {
    name: 'PBKDF2',
    hash: 'SHA-256',
    iterations: DERIVATION_ROUNDS,
    salt: crypto.getRandomValues(new Uint8Array(16)),
  };
}

async function wrappingKey(password: string, derivation: KeyDerivation): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, [
    'deriveKey',
  ]);
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

/**
 * Imports 32 random or escrowed bytes (Base64) as a key; extractable, because it gets wrapped and put into
 * escrow.
 */
export function importDataKey(base64: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', true, ['encrypt', 'decrypt']);
}

export async function exportDataKey(dataKey: CryptoKey): Promise<string> {
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('raw', dataKey))));
}

async function wrap(dataKey: CryptoKey, password: string, name: string) {
  const derivation = freshDerivation();
  const key = await wrappingKey(password, derivation);
  return { derivation, wrapped_key: await encrypt(key, `vaults|${name}`, await exportDataKey(dataKey)) };
}

/** A salted hash in hexadecimal; the salt differs by device. */
async function saltedHash(devices: DeviceDatabase, text: string): Promise<string> {
  const { salt } = await thisDevice(devices);
  const bytes = encoder.encode(text);
  const salted = new Uint8Array(salt.length + bytes.length);
  salted.set(salt);
  salted.set(bytes, salt.length);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', salted));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function loginText(login: string): string {
  return `login|${login.trim().toLowerCase()}`;
}

/** This device's vault for an email address or user name, if there is one. */
export async function vaultOfLogin(devices: DeviceDatabase, login: string): Promise<VaultRow | null> {
  const hash = await saltedHash(devices, loginText(login));
  return (await devices.vaults.where('login_hashes').equals(hash).first()) ?? null;
}

export async function vaultOfUser(devices: DeviceDatabase, userId: string): Promise<VaultRow | null> {
  return (await devices.vaults.where('user_id').equals(userId).first()) ?? null;
}

/** The data key of a vault. @throws WrongPassword */
export async function openVault(vault: VaultRow, password: string): Promise<CryptoKey> {
  const key = await wrappingKey(password, vault.derivation);
  const exported = await decrypt(key, `vaults|${vault.name}`, vault.wrapped_key).catch(() => {
    throw new WrongPassword();
  });
  return importDataKey(String(exported));
}

/**
 * Creates the user's vault on this device, or wraps the key of an existing one with a new password. If
 * another tab creates it at the same moment, both get the same key, so that each can decrypt the other's
 * data.
 * @throws WrongPassword if this password doesn't open the other tab's vault
 */
export async function keepVault(
  devices: DeviceDatabase,
  user: { user_id: string; logins: readonly string[]; password: string; dataKey: CryptoKey | null },
): Promise<{ vault: VaultRow; dataKey: CryptoKey }> {
  const known = await vaultOfUser(devices, user.user_id);
  const dataKey =
    user.dataKey ??
    (await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']));
  const name = known?.name ?? `caseload-${await saltedHash(devices, `user|${user.user_id}`)}`;
  const hashes = await Promise.all(user.logins.map((login) => saltedHash(devices, loginText(login))));
  const vault: VaultRow = {
    ...keptOf(known ?? undefined),
    name,
    user_id: user.user_id,
    login_hashes: [...new Set(hashes)],
    ...(await wrap(dataKey, user.password, name)),
  };
  const before = await devices.transaction('rw', devices.vaults, async () => {
    const current = await devices.vaults.get(name);
    if (user.dataKey === null && current !== undefined) return current;
    await devices.vaults.put({ ...vault, ...keptOf(current) });
    return null;
  });
  if (before === null) return { vault, dataKey };
  return keepVault(devices, { ...user, dataKey: await openVault(before, user.password) });
}

/** A vault's data key, wrapped with a new password, to be stored in the vault. */
export async function wrappedAnew(
  name: string,
  dataKey: CryptoKey,
  password: string,
): Promise<Pick<VaultRow, 'derivation' | 'wrapped_key'>> {
  return wrap(dataKey, password, name);
}

/** What a new wrap keeps. */
function keptOf(vault: VaultRow | undefined) {
  const { is_escrowed = 0, upload_token = null, wipe_proof = null, sealed_sign_in = null } = vault ?? {};
  return { is_escrowed, upload_token, wipe_proof, sealed_sign_in } as const;
}

/** Whether any vault on this device holds unsynced changes. Reveals neither whose nor how many. */
export async function deviceHoldsUnsentWork(devices: DeviceDatabase): Promise<boolean> {
  for (const vault of await devices.vaults.toArray()) {
    if (!(await isStored(vault.name))) continue;
    const db = new LocalDatabase(vault.name, null);
    const unsent = await unsentCount(db);
    db.close();
    if (unsent > 0) return true;
  }
  return false;
}

/**
 * Deletes a user's database and vault from this device. Only if nothing is unsynced, or the person confirmed
 * it.
 */
export async function destroyVault(devices: DeviceDatabase, vault: VaultRow): Promise<void> {
  await devices.vaults.delete(vault.name);
  await Dexie.delete(vault.name);
}
