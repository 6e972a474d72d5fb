import { useMemo } from 'react';
import type { Location, Provider, Service } from '#contract/catalog.ts';
import type { Student, StudentName } from '#contract/student.ts';
import { locationsByName, servicesByName } from '#db/catalog.ts';
import { providersById, studentsById } from '#db/people.ts';
import { type ById, usePeopleById } from './people-by-id.ts';
import { useLocal } from './signed-in.ts';
import { useStudentNames } from './student-names.ts';

/** What names everything on this device that a session or an event can reference. */
export interface Lookups {
  /** Including archived ones: old records still reference them. */
  students: ById<Student>;
  /** Also those who have left this device: their sessions still name them. */
  studentNames: ById<StudentName>;
  services: readonly Service[];
  locations: readonly Location[];
  providers: ById<Provider>;
}

/** Everyone on this device among them, for forms in which one is chosen. */
export interface Directory extends Lookups {
  students: ReadonlyMap<string, Student>;
  providers: ReadonlyMap<string, Provider>;
}

/** Undefined until services and locations are loaded; people are loaded as they are asked for. */
export function useLookups(): Lookups | undefined {
  const students = usePeopleById('student');
  const studentNames = useStudentNames();
  const providers = usePeopleById('provider');
  const services = useLocal(servicesByName, []);
  const locations = useLocal(locationsByName, []);
  // A stable object while nothing in it changes: much is computed from it.
  return useMemo(() => {
    if (!services || !locations) return undefined;
    return { students, studentNames, services, locations, providers };
  }, [students, studentNames, services, locations, providers]);
}

/** All providers, only where one is chosen or all are listed. Undefined until loaded. */
export function useAllProviders(): ReadonlyMap<string, Provider> | undefined {
  return useLocal(providersById, []);
}

/** Only where somebody is chosen: it opens every student and provider. Undefined until loaded. */
export function useDirectory(): Directory | undefined {
  const named = useLookups();
  const students = useLocal(studentsById, []);
  const providers = useAllProviders();
  return useMemo(() => {
    if (!named || !students || !providers) return undefined;
    const studentNames: ById<StudentName> = {
      get: (id) => students.get(id) ?? named.studentNames.get(id),
    };
    return { ...named, students, studentNames, providers };
  }, [named, students, providers]);
}
