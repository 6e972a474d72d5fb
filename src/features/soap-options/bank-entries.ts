import type { Service } from '#contract/catalog.ts';
import { searchFor } from '#domain/text/search-words.ts';
import { namesById } from '#screens/device/record-names.ts';
import type { BankSearch } from './bank-search.ts';

interface Entry {
  service: string | null;
  archived: boolean;
}

/** The entries that the filters leave. An entry of all services is of each. */
export function filteredEntries<Row extends Entry>(
  rows: readonly Row[],
  { search = '', service, archived }: BankSearch,
  textOf: (row: Row) => string,
): Row[] {
  const isFound = searchFor(search);
  return rows.filter(
    (row) =>
      (archived === true || !row.archived) &&
      (service === undefined || row.service === null || row.service === service) &&
      isFound(textOf(row)),
  );
}

/** Which service an entry is for. */
export function serviceColumn(services: readonly Service[]) {
  const names = namesById(services);
  return {
    id: 'service',
    width: '10.5rem',
    value: ({ service }: Entry) => (service === null ? 'All' : (names.get(service) ?? 'Unknown service')),
  } as const;
}

/** What to do where a list shows nothing. */
export function emptyWords(all: readonly unknown[], first: string): string {
  return all.length === 0 ? first : 'Clear the filters to see all.';
}
