// In its own file: the URL is parsed before the reports are loaded.
export const HOURS_FILTERS = { period: 'period' } as const;
