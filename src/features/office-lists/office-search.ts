import { type Address, addressOf } from '#screens/address.ts';
import { OFFICE_FILTERS } from '#screens/list/office-filters.ts';
import { type ReportAddress, reportAddress } from '#screens/report/address.ts';

// In its own file: the URL is parsed before the screen is loaded.
const LIST = { list: 'words' } as const;
const listOf = addressOf(LIST);
const filtersOf = reportAddress(OFFICE_FILTERS);

/** The list that is open, and its filters. */
export type OfficeSearch = Address<typeof LIST> & ReportAddress<typeof OFFICE_FILTERS>;

export function officeSearch(search: Record<string, unknown>): OfficeSearch {
  return { ...listOf(search), ...filtersOf(search) };
}
