import { useMemo } from 'react';
import type { Provider } from '#contract/catalog.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';

/** Names by id of everyone this device knows: providers and the user, who may be office staff. */
export function useNamesOfPeople(
  providers: ReadonlyMap<string, Provider> | undefined,
): ReadonlyMap<string, string> {
  const { user_id, username } = useSignedIn().profile;
  return useMemo(() => {
    const names = new Map([[user_id, username]]);
    for (const [id, provider] of providers ?? []) names.set(id, providerName(provider));
    return names;
  }, [providers, user_id, username]);
}
