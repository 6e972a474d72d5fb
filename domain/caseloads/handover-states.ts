// In its own file: the page's first code needs only these.

/** What becomes of a hand-over, in the order in which it is offered. */
export const HANDOVER_STATES = ['upcoming', 'active', 'ended', 'handed-back', 'undone'] as const;
export type HandoverState = (typeof HANDOVER_STATES)[number];
