import type { Provider } from '#contract/catalog.ts';
import type { DayPart } from '#domain/calendar/day-columns.ts';
import { whoIsFree } from '#domain/calendar/free-time.ts';
import { type Availability, type DaySpan, unavailableWords } from '#domain/providers/weekly-hours.ts';
import { minutesOfDay } from '#domain/time/pacific.ts';
import type { Lookups } from '#screens/device/lookups.ts';
import type { Entry } from '../calendar-entries.ts';
import type { MasterSearch } from './master-search.ts';

/** What names everything in a calendar, with every provider. */
export interface MasterLookups extends Lookups {
  providers: ReadonlyMap<string, Provider>;
}

type Filter = Pick<MasterSearch, 'provider' | 'service' | 'client'>;

/** Active providers that match the filter, by last name. */
export function shownProviders(
  providers: Iterable<Provider>,
  filter: Filter,
  entries: readonly Entry[],
): Provider[] {
  const withEntry = new Set(entries.map(({ provider }) => provider));
  return [...providers]
    .filter(
      ({ id, archived, services }) =>
        !archived &&
        (filter.provider === undefined || id === filter.provider) &&
        (filter.service === undefined || services.includes(filter.service)) &&
        (filter.client === undefined || withEntry.has(id)),
    )
    .sort(
      (a, b) =>
        a.provider_last.localeCompare(b.provider_last) || a.provider_first.localeCompare(b.provider_first),
    );
}

/** Entries that match the filter; for a client those with its students or at its schools. */
export function shownEntries(entries: readonly Entry[], filter: Filter, lookups: Lookups): Entry[] {
  const schools = new Map(lookups.locations.map(({ id, client }) => [id, client]));
  const clientsOf = (entry: Entry) => [
    lookups.students.get(entry.student ?? '')?.client,
    schools.get(entry.occurrence?.event.location ?? ''),
  ];
  return entries.filter(
    (entry) =>
      (filter.provider === undefined || entry.provider === filter.provider) &&
      (filter.service === undefined || entry.service === filter.service) &&
      (filter.client === undefined || clientsOf(entry).includes(filter.client)),
  );
}

/** Providers with nothing planned, and those of them who aren't available then, each with why. */
export function availableProviders(
  free: readonly Provider[],
  availabilities: ReadonlyMap<string, Availability>,
  span: DaySpan,
): { available: Provider[]; away: { provider: Provider; words: string }[] } {
  const away = free.flatMap((provider) => {
    const own = availabilities.get(provider.id);
    const words = own === undefined ? null : unavailableWords(own, span);
    return words === null ? [] : [{ provider, words }];
  });
  return { available: free.filter((one) => !away.some(({ provider }) => provider === one)), away };
}

/** Providers with nothing on their calendar in a part of a day; an invitation counts as something. */
export function freeProviders(
  providers: readonly Provider[],
  entries: readonly Entry[],
  day: string,
  from: string,
  to: string,
): Provider[] {
  const busy = new Map<string, DayPart[]>(providers.map(({ id }) => [id, []]));
  for (const entry of entries) {
    if (entry.day !== day || entry.skipped !== null) continue;
    for (const id of [entry.provider, ...(entry.occurrence?.event.invites ?? [])]) busy.get(id)?.push(entry);
  }
  const people = providers.map((provider) => ({ provider, busy: busy.get(provider.id) ?? [] }));
  return whoIsFree(people, { start: minutesOfDay(from), end: minutesOfDay(to) }).map(
    ({ provider }) => provider,
  );
}
