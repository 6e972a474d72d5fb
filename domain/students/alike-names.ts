import { doubleMetaphone } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';
import { LIKENESSES, type Likeness } from './student-file.ts';

interface Named {
  first_name: string;
  last_name: string;
}

/** Shorter names are too easily one letter apart. */
const SHORTEST_WITH_SLIP = 4;
const SHORTEST_WITH_TWO_SLIPS = 8;

/**
 * Whether two people may be the same, judged by their names alone; null if they are not alike. Accents, case,
 * and the order of first and last name don't matter. It is a hint for a person, never a decision.
 */
export function likeness(one: Named, other: Named): Likeness | null {
  const [first, last] = [letters(one.first_name), letters(one.last_name)];
  const [otherFirst, otherLast] = [letters(other.first_name), letters(other.last_name)];
  if (first === '' || last === '') return null;
  return (
    weaker(nameLikeness(first, otherFirst), nameLikeness(last, otherLast)) ??
    (first === otherLast && last === otherFirst ? 'same' : null)
  );
}

function weaker(one: Likeness | null, other: Likeness | null): Likeness | null {
  if (one === null || other === null) return null;
  return LIKENESSES.indexOf(one) > LIKENESSES.indexOf(other) ? one : other;
}

function nameLikeness(one: string, other: string): Likeness | null {
  if (one === other) return 'same';
  if (one === '' || other === '') return null;
  if (soundAlike(one, other)) return 'sound';
  return slippedFrom(one, other) ? 'typing' : null;
}

/** Of one sound, such as "Lee" and "Lua", only names that are a letter apart count. */
function soundAlike(one: string, other: string): boolean {
  const shared = doubleMetaphone(one).filter((code) => doubleMetaphone(other).includes(code));
  return shared.some((code) => code.length > 1 || (code.length === 1 && distance(one, other) <= 1));
}

/** One letter wrong, missing, or too many; two in a long name; or two neighbors swapped. */
function slippedFrom(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < SHORTEST_WITH_SLIP) return false;
  const apart = distance(one, other);
  return apart === 1 || (apart === 2 && (shorter >= SHORTEST_WITH_TWO_SLIPS || isSwapped(one, other)));
}

function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const swapped = `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at] ?? ''}${one.slice(at + 2)}`;
  return swapped === other;
}

/** Lowercase letters without accents, hyphens, and spaces. */
function letters(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
}
