import type { Provider } from '#contract/catalog.ts';
import { providerName } from '#domain/providers/provider-name.ts';
import { choiceHint, namesakeHints } from '#domain/students/namesakes.ts';
import { fullName, shortName } from '#domain/students/student-name.ts';
import type { Directory, Lookups } from '#screens/device/lookups.ts';
import { namesById } from '#screens/device/record-names.ts';
import type { EventValues } from './event-values.ts';

/** The name of an event without its own title: "SLP – Maya R." */
export function eventName({ student, service }: EventValues, lookups: Lookups): string {
  const known = lookups.students.get(student);
  if (known === undefined) return '';
  const short = lookups.services.find(({ id }) => id === service)?.short_name;
  return short === undefined ? shortName(known) : `${short} – ${shortName(known)}`;
}

/** Active providers by name. */
export function providerOptions(providers: Iterable<Provider>) {
  return [...providers]
    .filter(({ archived }) => !archived)
    .sort(
      (a, b) =>
        a.provider_last.localeCompare(b.provider_last) || a.provider_first.localeCompare(b.provider_first),
    )
    .map((provider) => ({ value: provider.id, label: providerName(provider) }));
}

export function studentOptions(chosen: string, { students, locations }: Directory) {
  const schools = namesById(locations);
  const offered = [...students.values()].filter(({ id, archived }) => !archived || id === chosen);
  const hints = namesakeHints(offered, { schools: locations, clients: [] });
  return offered
    .sort((a, b) => a.first_name.localeCompare(b.first_name) || a.last_name.localeCompare(b.last_name))
    .map((student) => ({
      value: student.id,
      label: fullName(student),
      ...choiceHint([schools.get(student.location ?? '')], hints.get(student.id)),
    }));
}
