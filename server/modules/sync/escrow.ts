import { createHmac, webcrypto } from 'node:crypto';
import { decrypt, fromBase64, wipePlace } from '#contract/encryption.ts';
import { decryptAtRest, encryptAtRest, type Place } from '#server/plugins/encrypted-at-rest.ts';
import { derivedSecret, isSameText } from '#server/plugins/tokens.ts';

export interface DeviceOfUser {
  device_id: string;
  user_id: string;
}

/** A device of one user with its encrypted data key. */
export interface EscrowedDevice {
  id: string;
  user_id: string;
  sealed_data_key: string;
}

function placeOf(secret: string, { device_id, user_id }: DeviceOfUser): Place {
  return { secret, purpose: 'escrow', row: `escrow|${device_id}|${user_id}` };
}

/** Encrypts a device's data key (Base64), bound to the device and its user: a stolen table reveals nothing. */
export function encryptDataKey(secret: string, of: DeviceOfUser, dataKey: string): string {
  return encryptAtRest(placeOf(secret, of), Buffer.from(dataKey, 'base64'));
}

/** The data key in Base64. Throws if the secret has changed or the row was moved. */
export function openDataKey(secret: string, of: DeviceOfUser, sealed: string): string {
  return decryptAtRest(placeOf(secret, of), sealed).toString('base64');
}

/**
 * The append-only token of a device and its user: it can upload encrypted writes and nothing else. It stays
 * the same within a generation, so that a lost answer costs nothing.
 */
export function uploadTokenOf(
  secret: string,
  { device_id, user_id }: DeviceOfUser,
  generation: number,
): string {
  const first = `${device_id}|${user_id}`;
  return createHmac('sha256', derivedSecret(secret, 'upload'))
    .update(generation === 0 ? first : `${first}|${generation}`)
    .digest('base64url');
}

/** The data key of a device, to decrypt its writes. */
export async function readDataKey(
  secret: string,
  { id, user_id, sealed_data_key }: EscrowedDevice,
): Promise<webcrypto.CryptoKey> {
  const dataKey = openDataKey(secret, { device_id: id, user_id }, sealed_data_key);
  return webcrypto.subtle.importKey('raw', fromBase64(dataKey), 'AES-GCM', false, ['decrypt']);
}

/** Whether a wipe proof is this device's upload token, encrypted with its data key. */
export async function isWipeProof(
  secret: string,
  device: EscrowedDevice,
  proof: string,
  uploadToken: string,
): Promise<boolean> {
  const key = await readDataKey(secret, device);
  const sealed = await decrypt(key, wipePlace(device.id), fromBase64(proof)).catch(() => null);
  return typeof sealed === 'string' && isSameText(sealed, uploadToken);
}
