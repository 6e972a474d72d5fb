import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows for the key. */
export function codeOf(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}
