import { useMemo } from 'react';
import type { Provider } from '#contract/catalog.ts';
import { seesWholeOrganization } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { mayChangeSession } from '#domain/access/row-rules.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { type Directory, type Lookups, useDirectory, useLookups } from '#screens/device/lookups.ts';
import { ownActor } from '#screens/device/own-actor.ts';
import { ownName } from '#screens/device/own-name.ts';
import { type SignedInDevice, useSignedIn } from '#screens/device/signed-in.ts';

type Profile = SignedInDevice['profile'];

/** What names everything in a session. */
export interface SessionLookups extends Lookups {
  /** The user. Office staff are not among the providers. */
  self: { id: string; name: string };
  /** The user's services. */
  ownServices: readonly string[];
}

/** Everyone who can be chosen in a session's form. */
export interface SessionChoices extends SessionLookups, Directory {
  students: Directory['students'];
  providers: Directory['providers'];
  /** Providers whom the user may record for; only one if there is no choice. */
  recordableProviders: readonly Provider[];
}

/** Undefined until loaded. */
export function useSessionLookups(): SessionLookups | undefined {
  const { profile } = useSignedIn();
  const named = useLookups();
  return useMemo(() => named && { ...named, ...selfOf(profile) }, [named, profile]);
}

/** For an open form; undefined until loaded. */
export function useSessionChoices(): SessionChoices | undefined {
  const { profile } = useSignedIn();
  const directory = useDirectory();
  return useMemo(
    () =>
      directory && {
        ...directory,
        ...selfOf(profile),
        recordableProviders: recordableProviders(profile, [...directory.providers.values()]),
      },
    [directory, profile],
  );
}

function selfOf(profile: Profile): Pick<SessionLookups, 'self' | 'ownServices'> {
  return { self: { id: profile.user_id, name: ownName(profile) }, ownServices: profile.services };
}

/** The office records for everyone, a lead for providers of led services, others for themselves. */
function recordableProviders(profile: Profile, providers: readonly Provider[]): Provider[] {
  const isRecordable = (provider: Provider) =>
    provider.id === profile.provider_id ||
    seesWholeOrganization({ role: profile.auth, grants: profile.grants }) ||
    (profile.auth === ROLES.serviceLead && provider.services.some((id) => profile.services.includes(id)));
  return providers
    .filter((provider) => !provider.archived && isRecordable(provider))
    .sort(
      (a, b) =>
        a.provider_last.localeCompare(b.provider_last) || a.provider_first.localeCompare(b.provider_first),
    );
}

/** A person's name, as far as this device knows it: providers and the user. */
export function nameOfPerson(
  id: string,
  { providers, self }: Pick<SessionLookups, 'providers' | 'self'>,
): string {
  const provider = providers.get(id);
  if (provider !== undefined) return providerName(provider);
  return id === self.id ? self.name : 'someone at your office';
}

/** Whether the person may change this session, by the rule that the server asks. */
export function mayEditSession(profile: Profile, session: { provider: string; service: string }): boolean {
  return mayChangeSession(ownActor(profile), session);
}
