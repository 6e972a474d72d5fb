import { useMemo } from 'react';
import type { Location, Provider, Service } from '#contract/catalog.ts';
import type { Student } from '#contract/student.ts';
import { locationsByName, servicesByName } from '#db/catalog.ts';
import { providersById, studentsById } from '#db/people.ts';
import { useLocal } from './signed-in.ts';

/** Everything on this device that a session or an event can reference. */
export interface Lookups {
  /** Including archived ones: old records still reference them. */
  students: ReadonlyMap<string, Student>;
  services: readonly Service[];
  locations: readonly Location[];
  providers: ReadonlyMap<string, Provider>;
}

/** Undefined until loaded. */
export function useLookups(): Lookups | undefined {
  const students = useLocal(studentsById, []);
  const services = useLocal(servicesByName, []);
  const locations = useLocal(locationsByName, []);
  const providers = useLocal(providersById, []);
  // A stable object while nothing in it changes: much is computed from it.
  return useMemo(() => {
    if (!students || !services || !locations || !providers) return undefined;
    return { students, services, locations, providers };
  }, [students, services, locations, providers]);
}
