// In its own file: the URL is parsed before the lists are loaded.
export const OFFICE_FILTERS = { search: 'words', show: ['current', 'archived', 'all'] } as const;
