// By themselves, because an address names them before anything of the sessions is loaded.
export const REQUEST_STATES = ['pending', 'approved', 'refused'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
export const REQUEST_KINDS = ['duration', 'late-entry', 'edit', 'deletion'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Request kinds that a provider uses after the office has closed the session or locked its pay period. */
export const LOCK_KINDS = ['late-entry', 'edit', 'deletion'] as const satisfies readonly RequestKind[];
export type LockKind = (typeof LOCK_KINDS)[number];
