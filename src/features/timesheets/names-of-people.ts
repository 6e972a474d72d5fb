import { useMemo } from 'react';
import { providerName, withCredentials } from '#domain/providers/provider-name.ts';
import { ownName } from '#screens/device/own-name.ts';
import { type ById, usePeopleById } from '#screens/device/people-by-id.ts';
import { firstKnown, namedBy } from '#screens/device/record-names.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';

/** Names by id of everyone this device knows: providers and the user, who may be office staff. */
export function useNamesOfPeople(): ById<string> {
  const { profile } = useSignedIn();
  const providers = usePeopleById('provider');
  return useMemo(
    () => firstKnown(namedBy(providers, providerName), new Map([[profile.user_id, ownName(profile)]])),
    [providers, profile],
  );
}

/** The same people as they sign: "Saanvi Silva, M.S., CCC-SLP". */
export function useSignersOfPeople(): ById<string> {
  const names = useNamesOfPeople();
  const providers = usePeopleById('provider');
  return useMemo(
    () =>
      firstKnown(
        namedBy(providers, (one) => withCredentials(providerName(one), one.credentials)),
        names,
      ),
    [providers, names],
  );
}
