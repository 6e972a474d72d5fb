import { COMPLIANCE_FILTERS } from '#domain/lunch/card-filters.ts';

// In its own file because the URL is parsed before the list is loaded.
export const CARD_FILTERS = { days: 'days', provider: 'words', compliance: COMPLIANCE_FILTERS } as const;
