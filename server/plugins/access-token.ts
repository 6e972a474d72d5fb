import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { derivedSecret, isSameText } from './tokens.ts';

/** How long an access token lasts. */
export const ACCESS_TOKEN_MS = 15 * 60_000;

/** Whom an access token names: the user and the sign-in. */
export interface AccessClaims {
  sub: string;
  sid: string;
}

export interface AccessTokens {
  sign(claims: AccessClaims, now: Date): string;
  /** The claims of a token that we signed and that has not run out; nothing otherwise. */
  verify(token: string, now: Date): AccessClaims | null;
}

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
const Payload = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });

/**
 * JSON Web Tokens with HMAC-SHA-256 (RFC 7519) and nothing else: the header is
 * compared as a whole, so no token can choose its own algorithm.
 */
export function createAccessTokens(secret: string): AccessTokens {
  const key = derivedSecret(secret, 'access token');
  const signatureOf = (signed: string) => createHmac('sha256', key).update(signed).digest('base64url');
  return {
    sign(claims, now) {
      const seconds = Math.floor(now.getTime() / 1_000);
      const payload = { ...claims, iat: seconds, exp: seconds + ACCESS_TOKEN_MS / 1_000 };
      const signed = `${HEADER}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
      return `${signed}.${signatureOf(signed)}`;
    },
    verify(token, now) {
      const [header, payload, signature, ...rest] = token.split('.');
      if (header !== HEADER || payload === undefined || signature === undefined || rest.length > 0)
        return null;
      if (!isSameText(signature, signatureOf(`${header}.${payload}`))) return null;
      const claims = Payload.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
      if (!claims.success || claims.data.exp * 1_000 <= now.getTime()) return null;
      return { sub: claims.data.sub, sid: claims.data.sid };
    },
  };
}
