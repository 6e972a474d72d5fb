interface Named {
  first_name: string;
  last_name: string;
}

/** "Maya Rivera" */
export function fullName({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`.trim();
}

/** "Maya R.", where space is limited or others may see the screen. */
export function shortName({ first_name, last_name }: Named): string {
  return last_name === '' ? first_name : `${first_name} ${last_name.slice(0, 1)}.`;
}

/** In place of the name of a student whom the device doesn't know, within a sentence or as a value. */
export const ABSENT_STUDENT = 'a student not on this device';

/** The name; of a student whom the device doesn't know, that it doesn't. */
export function nameIfKnown(student: Named | undefined, said: (student: Named) => string = fullName): string {
  return student === undefined ? `A${ABSENT_STUDENT.slice(1)}` : said(student);
}

/** "M. R.", for data that leaves the organization. */
function initials({ first_name, last_name }: Named): string {
  return [first_name, last_name]
    .filter((name) => name !== '')
    .map((name) => `${name.slice(0, 1)}.`)
    .join(' ');
}

/**
 * Replaces student names in a text by initials: full and short names, and each single name of the students
 * that the text is about.
 */
export function withInitials(text: string, students: readonly Named[], about: Named | null): string {
  const whole = [...students, ...(about === null ? [] : [about])].flatMap((student) => {
    const { first_name, last_name } = student;
    return [fullName(student), `${last_name}, ${first_name}`, shortName(student)].map(
      (name): [string, string] => [name, initials(student)],
    );
  });
  const parts = about === null ? [] : [about.first_name, about.last_name];
  return [...whole, ...parts.map((name): [string, string] => [name, `${name.slice(0, 1)}.`])]
    .filter(([name]) => name.trim().length > 1)
    .sort(([a], [b]) => b.length - a.length)
    .reduce((said, [name, short]) => replaceName(said, name, short), text);
}

/** Only whole words. */
function replaceName(text: string, name: string, short: string): string {
  if (!text.includes(name)) return text;
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'gu'), short);
}
