import { useMemo } from 'react';
import type { Location, Provider, Service } from '#contract/catalogue.ts';
import type { Student } from '#contract/student.ts';
import { locationsByName, servicesByName } from '#db/catalogue.ts';
import { providersById, studentsById } from '#db/people.ts';
import { useLocal } from './signed-in.ts';

/** Everything on this device that a session or an event can name. */
export interface NamedRecords {
  /** Archived ones too: old records still name them. */
  students: ReadonlyMap<string, Student>;
  services: readonly Service[];
  locations: readonly Location[];
  providers: ReadonlyMap<string, Provider>;
}

/** Nothing until this device has answered. */
export function useNamedRecords(): NamedRecords | undefined {
  const students = useLocal(studentsById, []);
  const services = useLocal(servicesByName, []);
  const locations = useLocal(locationsByName, []);
  const providers = useLocal(providersById, []);
  // The same as long as nothing of it changes: much is reckoned from it.
  return useMemo(() => {
    if (!students || !services || !locations || !providers) return undefined;
    return { students, services, locations, providers };
  }, [students, services, locations, providers]);
}
