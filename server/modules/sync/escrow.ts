import { createCipheriv, createDecipheriv, createHmac, randomBytes, webcrypto } from 'node:crypto';
import { decrypt, fromBase64, wipePlace } from '#contract/encryption.ts';
import { derivedSecret, isSameText } from '#server/plugins/tokens.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

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

function placeOf({ device_id, user_id }: DeviceOfUser): Buffer {
  return Buffer.from(`escrow|${device_id}|${user_id}`);
}

/**
 * Encrypts a device's data key under the server's own secret (AES-256-GCM), bound to the device and its user:
 * a stolen table reveals nothing, and a moved row can't be decrypted.
 */
export function encryptDataKey(secret: string, of: DeviceOfUser, dataKey: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derivedSecret(secret, 'escrow'), iv).setAAD(placeOf(of));
  const sealed = Buffer.concat([cipher.update(Buffer.from(dataKey, 'base64')), cipher.final()]);
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64');
}

/** The data key in Base64. Throws if the secret has changed or the row was moved. */
export function openDataKey(secret: string, of: DeviceOfUser, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    derivedSecret(secret, 'escrow'),
    bytes.subarray(0, IV_BYTES),
  )
    .setAAD(placeOf(of))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString(
    'base64',
  );
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
