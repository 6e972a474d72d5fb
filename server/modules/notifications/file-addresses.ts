import { createHmac } from 'node:crypto';
import { FILE_ADDRESS_MS } from '#domain/notifications/message-files.ts';
import { derivedSecret, isSameText } from '#server/plugins/tokens.ts';

/** A token that opens one file until an instant: `key.expires.signature`. */
export function fileToken(secret: string, key: string, now: Date): string {
  const subject = `${key}.${now.getTime() + FILE_ADDRESS_MS}`;
  return `${subject}.${signatureOf(secret, subject)}`;
}

/** The key of the file that a token opens; null if it is wrong or too old. */
export function keyOfToken(secret: string, token: string, now: Date): string | null {
  const [key = '', expires = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isSameText(signatureOf(secret, `${key}.${expires}`), signature)) return null;
  return Number(expires) > now.getTime() ? key : null;
}

function signatureOf(secret: string, subject: string): string {
  return createHmac('sha256', derivedSecret(secret, 'message-file')).update(subject).digest('base64url');
}
