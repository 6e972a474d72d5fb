import { ApiError } from '#contract/errors.ts';
import type { DeviceDatabase } from '#db/device-database.ts';
import { createApiClient, type Tokens } from '../api-client.ts';
import { readSignIn, storedToken, storeSignIn } from './stored-sign-in.ts';

/** Held by anyone who changes the stored sign-in, across all tabs, so that no newer token is lost. */
export const SIGN_IN_LOCK = 'caseload-refresh';

/**
 * The tokens of the person whose key this is. A rejection counts only for the token that is stored now; one
 * refresh runs at a time across all tabs.
 * @param onRenewed called with each new access token, so that the sign-in machine holds it too
 */
export function storedTokens(
  devices: DeviceDatabase,
  vaultName: string,
  key: CryptoKey,
  onRenewed: (token: string) => void,
): Tokens {
  const anonymous = createApiClient({ tokens: { current: async () => null, renew: async () => null } });
  return {
    current: () => storedToken(key),
    renew: (refused) =>
      navigator.locks.request(SIGN_IN_LOCK, async () => {
        const current = await storedToken(key);
        if (current === null) return null;
        if (current !== refused) return current;
        const signIn = await readSignIn(devices, vaultName, key);
        if (signIn === null) return null;
        try {
          const renewed = await anonymous.call('auth.refresh', { body: { refresh: signIn.refresh } });
          // Signed out during the request: store nothing.
          if ((await storedToken(key)) === null) return null;
          await storeSignIn(devices, vaultName, key, { ...signIn, ...renewed });
          onRenewed(renewed.token);
          return renewed.token;
        } catch (problem) {
          if (problem instanceof ApiError && problem.status === 401) return null;
          throw problem;
        }
      }),
  };
}
