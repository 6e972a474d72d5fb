/**
 * Encryption on the device and on the server: AES-GCM, a new 96-bit IV before the ciphertext, and `table|id`
 * as additional data, so that no ciphertext can be moved to another row.
 *
 * Both sides use WebCrypto. Decryption throws if the key or the location is wrong.
 */
const IV_BYTES = 12;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encrypt(key: CryptoKey, place: string, value: unknown): Promise<Uint8Array<ArrayBuffer>> {
  return encryptBytes(key, place, encoder.encode(JSON.stringify(value)));
}

export async function decrypt(
  key: CryptoKey,
  place: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<unknown> {
  return JSON.parse(decoder.decode(await decryptBytes(key, place, bytes)));
}

/** Encrypts bytes as they are; `encrypt` takes any JSON. */
export async function encryptBytes(
  key: CryptoKey,
  place: string,
  open: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: encoder.encode(place) },
    key,
    open,
  );
  const bytes = new Uint8Array(IV_BYTES + sealed.byteLength);
  bytes.set(iv);
  bytes.set(new Uint8Array(sealed), IV_BYTES);
  return bytes;
}

export async function decryptBytes(
  key: CryptoKey,
  place: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const opened = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData: encoder.encode(place) },
    key,
    bytes.subarray(IV_BYTES),
  );
  return new Uint8Array(opened);
}

/** The location of an outbox write: its ciphertext can't be decrypted at any other. */
export function writePlace(writeId: string): string {
  return `outbox|${writeId}`;
}

/** Associated data of a wipe proof, which encrypts the device's upload token. */
export function wipePlace(deviceId: string): string {
  return `wipe|${deviceId}`;
}

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8_192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}

export function fromBase64(encoded: string): Uint8Array<ArrayBuffer> {
  const binary = atob(encoded);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
