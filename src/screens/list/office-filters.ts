// By itself, because the address is read before anything of the lists is loaded.
export const OFFICE_FILTERS = { search: 'words', show: ['current', 'archived', 'all'] } as const;
