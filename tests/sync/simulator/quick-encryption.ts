import { createCipheriv, createDecipheriv, KeyObject } from 'node:crypto';

const TAG_BYTES = 16;
const keys = new WeakMap<object, KeyObject>();

function keyOf(key: CryptoKey): KeyObject {
  const known = keys.get(key) ?? KeyObject.from(key as Parameters<typeof KeyObject.from>[0]);
  keys.set(key, known);
  return known;
}

function bytesOf(data: BufferSource): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

/**
 * AES-GCM without the thread pool, whose order no seed controls. Only for processes that run nothing but the
 * simulator.
 */
export function encryptWithoutThreads(): void {
  const encrypt = async ({ iv, additionalData }: AesGcmParams, key: CryptoKey, data: BufferSource) => {
    const cipher = createCipheriv('aes-256-gcm', keyOf(key), bytesOf(iv));
    if (additionalData !== undefined) cipher.setAAD(bytesOf(additionalData));
    const sealed = [cipher.update(bytesOf(data)), cipher.final(), cipher.getAuthTag()];
    return new Uint8Array(Buffer.concat(sealed)).buffer;
  };
  const decrypt = async ({ iv, additionalData }: AesGcmParams, key: CryptoKey, data: BufferSource) => {
    const bytes = bytesOf(data);
    const cipher = createDecipheriv('aes-256-gcm', keyOf(key), bytesOf(iv));
    if (additionalData !== undefined) cipher.setAAD(bytesOf(additionalData));
    cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const opened = [cipher.update(bytes.subarray(0, -TAG_BYTES)), cipher.final()];
    return new Uint8Array(Buffer.concat(opened)).buffer;
  };
  Object.defineProperties(crypto.subtle, { encrypt: { value: encrypt }, decrypt: { value: decrypt } });
}
