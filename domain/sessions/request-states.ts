// By themselves, because an address names them before anything of the sessions is loaded.
export const REQUEST_STATES = ['pending', 'approved', 'refused'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
