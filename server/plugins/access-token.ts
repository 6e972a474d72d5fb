import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { derivedSecret } from './tokens.ts';

/** Lifetime of an access token. */
export const ACCESS_TOKEN_MS = 15 * 60_000;

/** The claims of an access token: user and sign-in. */
export interface AccessClaims {
  sub: string;
  sid: string;
}

export interface AccessTokens {
  sign(claims: AccessClaims, now: Date): Promise<string>;
  /** The claims of a valid token that we signed; null otherwise. */
  verify(token: string, now: Date): Promise<AccessClaims | null>;
}

const ALGORITHM = 'HS256';
const Claims = z.object({ sub: z.uuid(), sid: z.uuid() });

/** JSON Web Tokens with HMAC-SHA-256 only: no token can choose its own algorithm. */
export function createAccessTokens(secret: string): AccessTokens {
  const key = derivedSecret(secret, 'access token');
  return {
    sign({ sub, sid }, now) {
      const seconds = Math.floor(now.getTime() / 1_000);
      return new SignJWT({ sid })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(sub)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + ACCESS_TOKEN_MS / 1_000)
        .sign(key);
    },
    async verify(token, now) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          currentDate: now,
          requiredClaims: ['exp'],
        });
        return Claims.safeParse(payload).data ?? null;
      } catch (problem) {
        if (problem instanceof errors.JOSEError) return null;
        throw problem;
      }
    },
  };
}
