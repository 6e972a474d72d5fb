import type { Location, Provider, Service } from '#contract/catalogue.ts';
import type { Student } from '#contract/student.ts';
import { locationsByName, servicesByName } from '#db/catalogue.ts';
import { providersById, studentsById } from '#db/people.ts';
import { seesWholeOrganisation } from '#domain/access/permissions.ts';
import { ROLES } from '#domain/access/roles.ts';
import { type Actor, mayChangeSession } from '#domain/access/row-rules.ts';
import { type SignedInDevice, useLocal, useSignedIn } from '#sync/signed-in.ts';

type Profile = SignedInDevice['profile'];

/** Everything on this device that a session can name. */
export interface SessionChoices {
  /** Archived ones too: old sessions still name them. */
  students: ReadonlyMap<string, Student>;
  services: readonly Service[];
  locations: readonly Location[];
  providers: ReadonlyMap<string, Provider>;
  /** Services of the person who is signed in. */
  ownServices: readonly string[];
  /** Providers whom the person may record for; one where there is no choice. */
  recordableProviders: readonly Provider[];
}

/** Nothing until this device has answered. */
export function useSessionChoices(): SessionChoices | undefined {
  const { profile } = useSignedIn();
  const students = useLocal(studentsById, []);
  const services = useLocal(servicesByName, []);
  const locations = useLocal(locationsByName, []);
  const providers = useLocal(providersById, []);
  if (
    students === undefined ||
    services === undefined ||
    locations === undefined ||
    providers === undefined
  ) {
    return undefined;
  }
  return {
    students,
    services,
    locations,
    providers,
    ownServices: profile.services,
    recordableProviders: recordableProviders(profile, [...providers.values()]),
  };
}

/** The office records for everyone, a lead for providers of led services, others for themselves. */
function recordableProviders(profile: Profile, providers: readonly Provider[]): Provider[] {
  const isRecordable = (provider: Provider) =>
    provider.id === profile.provider_id ||
    seesWholeOrganisation({ role: profile.auth, grants: profile.grants }) ||
    (profile.auth === ROLES.serviceLead && provider.services.some((id) => profile.services.includes(id)));
  return providers
    .filter((provider) => !provider.archived && isRecordable(provider))
    .sort(
      (a, b) =>
        a.provider_last.localeCompare(b.provider_last) || a.provider_first.localeCompare(b.provider_first),
    );
}

export function providerName(provider: Provider): string {
  return `${provider.provider_first} ${provider.provider_last}`;
}

/** Whether the person may change this session, by the rule that the server asks. */
export function mayEditSession(profile: Profile, session: { provider: string; service: string }): boolean {
  const actor: Actor = {
    role: profile.auth,
    grants: profile.grants,
    user_id: profile.user_id,
    provider_id: profile.provider_id,
    service_ids: new Set(profile.services),
    // The rule of sessions asks for neither.
    student_ids: new Set(),
    supervisee_ids: new Set(),
  };
  return mayChangeSession(actor, session);
}
