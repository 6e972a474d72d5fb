/** The lists of the screen, as the address names them. */
export const LISTS = ['goals', 'plans', 'dx', 'cpt'] as const;
export type ListName = (typeof LISTS)[number];

/** What stands in the address. */
export interface BankSearch {
  list?: ListName;
  search?: string;
  service?: string;
  archived?: true;
}

/** Only what is set stays in the address; the first list is not named. */
export function bankSearch({ list, search, service, archived }: Record<string, unknown>): BankSearch {
  const known = LISTS.find((one) => one === list && one !== 'goals');
  return {
    ...(known === undefined ? {} : { list: known }),
    ...(typeof search === 'string' && search !== '' ? { search } : {}),
    ...(typeof service === 'string' && service !== '' ? { service } : {}),
    ...(archived === true ? { archived } : {}),
  };
}

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
  const wanted = search.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (archived === true || !row.archived) &&
      (service === undefined || row.service === null || row.service === service) &&
      textOf(row).toLowerCase().includes(wanted),
  );
}
