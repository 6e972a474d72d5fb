import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Derives a secret for one purpose, so that a token for one purpose is invalid for any other. */
export function derivedSecret(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(`caseload|${purpose}`).digest();
}

/** A random 256-bit string. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a random token: enough to recognize it, not to use it. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
