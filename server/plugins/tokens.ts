import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret for one purpose alone, so that no token made for one thing opens another. */
export function derivedSecret(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(`caseload|${purpose}`).digest();
}

/** A random text of 256 bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a random token: enough to know it again, not to use it. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
