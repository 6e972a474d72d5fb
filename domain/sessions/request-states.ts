// By themselves, because an address names them before anything of the sessions is loaded.
export const REQUEST_STATES = ['pending', 'approved', 'refused'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
export const REQUEST_KINDS = ['duration', 'late-entry', 'edit', 'deletion'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
