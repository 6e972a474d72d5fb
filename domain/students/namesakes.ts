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
  date_of_birth: string | null;
}

interface Named {
  id: string;
  name: string;
}

/** Between the parts of a hint. */
export const HINT_SEPARATOR = ' · ';

/** The end of an id, by which a record is told from its namesakes if nothing else does. Its address ends alike. */
export function recordWords(id: string): string {
  return `Record ${id.slice(-4)}`;
}

/** @param date_of_birth YYYY-MM-DD */
export function bornWords(date_of_birth: string): string {
  return `Born ${date_of_birth.slice(0, 4)}`;
}

/**
 * What tells students of one name apart, by id: grade, school, client, and year of birth, as far as it takes and is
 * known, and the end of their record's id where all of that is the same. No entry for those who share their name
 * with nobody.
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
  const factsOf = ({ grade, location, client, date_of_birth }: Namesake) => [
    grade === '' ? '' : `Grade ${grade}`,
    schoolNames?.get(location) ?? '',
    clientNames?.get(client) ?? '',
    // Not the day: others may see the screen.
    date_of_birth ? bornWords(date_of_birth) : '',
  ];
  return new Map(
    shared.flatMap((own) => {
      const facts = own.map(factsOf);
      const telling: number[] = [];
      const hints = () => facts.map((one) => telling.flatMap((at) => one[at] || []));
      const kinds = () => new Set(joined(hints())).size;
      for (const at of [0, 1, 2, 3]) {
        const before = kinds();
        telling.push(at);
        if (kinds() === before) telling.pop();
      }
      const told = hints().map((hint, nth) =>
        hint.length > 0 ? hint : (facts[nth] ?? []).slice(0, 3).filter((fact) => fact !== ''),
      );
      const texts = joined(told);
      return own.map(({ id }, nth) => {
        const hint = told[nth] ?? [];
        const isAlike = texts.filter((text) => text === texts[nth]).length > 1;
        return [id, isAlike ? [...hint, recordWords(id)] : hint] as const;
      });
    }),
  );
}

function joined(hints: readonly (readonly string[])[]): string[] {
  return hints.map((hint) => hint.join(HINT_SEPARATOR));
}

/**
 * The hint of a choice: what its list says of every student, then what tells this one from namesakes.
 * @param hint of {@link namesakeHints}
 */
export function choiceHint(
  facts: readonly (string | false | undefined)[],
  hint: readonly string[] = [],
): { hint?: string } {
  const said = [...new Set([...facts, ...hint])].filter(
    (fact) => fact !== undefined && fact !== false && fact !== '',
  );
  return said.length === 0 ? {} : { hint: said.join(HINT_SEPARATOR) };
}
