import { useCallback } from 'react';
import { HINT_SEPARATOR } from '#domain/students/namesakes.ts';
import { groupedBy } from '#domain/text/grouped.ts';
import { useNamesakeHints } from '#screens/device/namesake-hints.ts';

interface Named {
  id: string;
  name: string;
}

/** What a list calls each of these students: their name, and what tells them from others of that name in the list. */
export function useToldApart(students: readonly Named[]): (student: Named) => string {
  // Only those who share a name are looked up: a renewal can have thousands of students.
  const hints = useNamesakeHints(namesakesAmong(students));
  return useCallback(({ id, name }) => [name, ...(hints.get(id) ?? [])].join(HINT_SEPARATOR), [hints]);
}

function namesakesAmong(students: readonly Named[]): string[] {
  // A student can have several lines.
  const names = new Map(students.map(({ id, name }) => [id, name]));
  const own = [...groupedBy(names, ([, name]) => name).values()];
  return own.flatMap((alike) => (alike.length > 1 ? alike.map(([id]) => id) : []));
}
