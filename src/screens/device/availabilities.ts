import { useMemo } from 'react';
import type { Availability } from '#contract/availability.ts';
import { mayUse } from '#domain/access/permissions.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { type DaySpan, unavailableWords } from '#domain/providers/weekly-hours.ts';
import { useKeptAnswer } from '#screens/report/kept-answer.ts';
import type { ApiClient } from '#sync/api-client.ts';
import { useLookups } from './lookups.ts';
import { useSignedIn } from './signed-in.ts';

/**
 * When providers whom the person sees can be planned, by provider: everyone's for those who plan for others, your own
 * for a provider. As last answered while the server is unreachable; empty until it has answered once.
 */
export function useAvailabilities(): ReadonlyMap<string, Availability> {
  const { profile } = useSignedIn();
  const { provider_id: own } = profile;
  const seesOthers = mayUse({ role: profile.auth, grants: profile.grants }, 'provider.read');
  const ask = useMemo(
    () => async (api: ApiClient) => {
      if (seesOthers) return api.call('availability.list');
      return own === null ? [] : [await api.call('availability.read', { params: { id: own } })];
    },
    [seesOthers, own],
  );
  const { result } = useKeptAnswer('availabilities', JSON.stringify({ of: seesOthers ? 'all' : own }), ask);
  return useMemo(() => new Map(result?.map((one) => [one.id, one])), [result]);
}

/** Availability of a provider, and how a sentence about it begins: "You're", "Sam Cho is". Null until known. */
export function useAvailabilityOf(provider: string): { availability: Availability; who: string } | null {
  const { profile } = useSignedIn();
  const availability = useAvailabilities().get(provider);
  const person = useLookups()?.providers.get(provider);
  if (availability === undefined) return null;
  if (provider === profile.provider_id) return { availability, who: "You're" };
  return { availability, who: `${person === undefined ? 'The provider' : providerName(person)} is` };
}

/** A sentence if the provider isn't available then: "You're off on 11/20/2026 (vacation)." Never a reason to refuse. */
export function useUnavailableWords(provider: string, span: DaySpan): string | null {
  const known = useAvailabilityOf(provider);
  if (known === null || span.day === '' || span.from === '') return null;
  const words = unavailableWords(known.availability, span);
  return words === null ? null : `${known.who} ${words}.`;
}
