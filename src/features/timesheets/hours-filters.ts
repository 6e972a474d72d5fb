// A file of its own: the URL is parsed before the reports is loaded.
export const HOURS_FILTERS = { period: 'period' } as const;
