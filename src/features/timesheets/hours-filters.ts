// By itself, because the address is read before anything of the reports is loaded.
export const HOURS_FILTERS = { period: 'period' } as const;
