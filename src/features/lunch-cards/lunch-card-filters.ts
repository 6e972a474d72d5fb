import { COMPLIANCE_FILTERS } from '#domain/lunch/card-filters.ts';

// By itself, because the address is read before anything of the list is loaded.
export const CARD_FILTERS = { days: 'days', provider: 'words', compliance: COMPLIANCE_FILTERS } as const;
