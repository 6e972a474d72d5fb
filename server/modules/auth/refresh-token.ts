import { createHmac } from 'node:crypto';
import { derivedSecret, isSameText, randomToken } from '#server/plugins/tokens.ts';

/**
 * A refresh token names its session, so that an old one differs from a made-up one: `<session>.<256 random
 * bits>.<our mark>`. Only the random part is secret, and only its hash is stored; the mark keeps strangers
 * from ending sessions by guessing.
 */
export function createRefreshTokens(secret: string) {
  const key = derivedSecret(secret, 'refresh token');
  const markOf = (signInId: string, random: string) =>
    createHmac('sha256', key).update(`${signInId}.${random}`).digest('base64url').slice(0, 22);
  return {
    make(signInId: string): string {
      const random = randomToken();
      return `${signInId}.${random}.${markOf(signInId, random)}`;
    },
    /**
     * The session that the token belongs to, if we issued it; whether it is still valid is checked elsewhere.
     */
    signInOf(token: string): string | null {
      const [signInId, random, mark, ...rest] = token.split('.');
      if (signInId === undefined || random === undefined || mark === undefined || rest.length > 0)
        return null;
      return isSameText(mark, markOf(signInId, random)) ? signInId : null;
    },
  };
}
