import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedSecret } from './tokens.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Where a value belongs: a moved one can't be decrypted. */
export interface Place {
  /** The server's own secret. */
  secret: string;
  /** What is encrypted; each purpose has its own key. */
  purpose: string;
  /** Such as `escrow|<device>|<user>`. */
  row: string;
}

/** Encrypts bytes under the server's own secret (AES-256-GCM), bound to their place. In Base64. */
export function encryptAtRest({ secret, purpose, row }: Place, bytes: Uint8Array): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derivedSecret(secret, purpose), iv).setAAD(Buffer.from(row));
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, encrypted, cipher.getAuthTag()]).toString('base64');
}

/** The bytes. Throws if the secret has changed or the value was moved. */
export function decryptAtRest({ secret, purpose, row }: Place, encrypted: string): Buffer {
  const bytes = Buffer.from(encrypted, 'base64');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    derivedSecret(secret, purpose),
    bytes.subarray(0, IV_BYTES),
  )
    .setAAD(Buffer.from(row))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}
