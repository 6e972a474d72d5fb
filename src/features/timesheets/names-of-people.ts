import { useMemo } from 'react';
import type { Provider } from '#contract/catalog.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { ownName } from '#screens/device/own-name.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';

/** Names by id of everyone this device knows: providers and the user, who may be office staff. */
export function useNamesOfPeople(
  providers: ReadonlyMap<string, Provider> | undefined,
): ReadonlyMap<string, string> {
  const { profile } = useSignedIn();
  return useMemo(() => {
    const names = new Map([[profile.user_id, ownName(profile)]]);
    for (const [id, provider] of providers ?? []) names.set(id, providerName(provider));
    return names;
  }, [providers, profile]);
}
