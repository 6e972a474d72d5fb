import type { DayPart } from './day-columns.ts';

/** People with nothing in the wanted part of the day, in the order in which they are given. */
export function whoIsFree<Person extends { busy: readonly DayPart[] }>(
  people: readonly Person[],
  wanted: DayPart,
): Person[] {
  return people.filter(({ busy }) =>
    busy.every((part) => part.end <= wanted.start || part.start >= wanted.end),
  );
}
