// By themselves, because entities and addresses name them before anything of payroll is loaded.
/** `open`: being checked; `review`: waiting for approval; `approved`: to be paid; then exported and closed. */
export const RUN_STATES = ['open', 'review', 'approved', 'exported', 'closed'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** A first run of a period, or the corrections of one that is done. */
export const RUN_KINDS = ['regular', 'adjustment'] as const;
export type RunKind = (typeof RUN_KINDS)[number];
