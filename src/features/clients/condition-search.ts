import { CONDITION_TYPES } from '#domain/money/condition-types.ts';
import { reportAddress } from '#screens/report/address.ts';

// In its own file: the URL is parsed before the list is loaded.
export const CONDITION_FILTERS = {
  search: 'words',
  type: CONDITION_TYPES,
  show: ['current', 'archived', 'all'],
} as const;
export const conditionListSearch = reportAddress(CONDITION_FILTERS);
