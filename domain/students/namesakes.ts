import { groupedBy } from '../text/grouped.ts';
import { fullName } from './student-name.ts';

/** What is known of a student that may tell them from another one of the same name. */
export interface Namesake {
  id: string;
  first_name: string;
  last_name: string;
  grade: string;
  location: string | null;
  client: string | null;
}

interface Named {
  id: string;
  name: string;
}

/** Between the parts of a hint. */
export const HINT_SEPARATOR = ' · ';

/**
 * What tells students of one name apart, by id: grade, school, and client, as far as it takes and is known. No
 * entry for those who share their name with nobody.
 */
export function namesakeHints(
  students: readonly Namesake[],
  { schools, clients }: { schools: readonly Named[]; clients: readonly Named[] },
): ReadonlyMap<string, readonly string[]> {
  const shared = [...groupedBy(students, fullName).values()].filter((own) => own.length > 1);
  if (shared.length === 0) return new Map();
  const [schoolNames, clientNames] = [schools, clients].map(
    (list) => new Map<string | null, string>(list.map(({ id, name }) => [id, name])),
  );
  const factsOf = ({ grade, location, client }: Namesake) => [
    grade === '' ? '' : `Grade ${grade}`,
    schoolNames?.get(location) ?? '',
    clientNames?.get(client) ?? '',
  ];
  return new Map(
    shared.flatMap((own) => {
      const facts = own.map(factsOf);
      const telling: number[] = [];
      const hints = () => facts.map((one) => telling.flatMap((at) => one[at] || []));
      const kinds = () => new Set(hints().map((one) => one.join(HINT_SEPARATOR))).size;
      for (const at of [0, 1, 2]) {
        const before = kinds();
        telling.push(at);
        if (kinds() === before) telling.pop();
      }
      return own.map(({ id }, nth) => {
        const hint = hints()[nth] ?? [];
        return [id, hint.length > 0 ? hint : (facts[nth] ?? []).filter((fact) => fact !== '')] as const;
      });
    }),
  );
}
