import { useMemo } from 'react';
import { providerName } from '#domain/providers/provider-name.ts';
import { type ById, usePeopleById } from '#screens/device/people-by-id.ts';
import { firstKnown, namedBy } from '#screens/device/record-names.ts';
import { useSignedIn } from '#screens/device/signed-in.ts';

/** Names by id of everyone this device knows: providers and the user, who may be office staff. */
export function useNamesOfPeople(): ById<string> {
  const { user_id, username } = useSignedIn().profile;
  const providers = usePeopleById('provider');
  return useMemo(
    () => firstKnown(namedBy(providers, providerName), new Map([[user_id, username]])),
    [providers, user_id, username],
  );
}
