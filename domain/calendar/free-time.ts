import type { DayPart } from './day-columns.ts';

/** People who are free in the given part of the day, in the given order. */
export function whoIsFree<Person extends { busy: readonly DayPart[] }>(
  people: readonly Person[],
  wanted: DayPart,
): Person[] {
  return people.filter(({ busy }) =>
    busy.every((part) => part.end <= wanted.start || part.start >= wanted.end),
  );
}
