// In its own file: the URL is parsed before the list is loaded.
export const BULK_CHANGE_FILTERS = { kind: 'words', status: ['open', 'undone'], search: 'words' } as const;
