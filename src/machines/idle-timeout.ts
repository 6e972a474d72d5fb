import { assign, setup } from 'xstate';

/** One hour (specification, 9). */
export const IDLE_LIMIT_MS = 3_600_000;

/** How far behind the newest reading a clock may be before it counts as set back. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** All readings are milliseconds since the epoch, by this device's clock. */
export type IdleTimeoutEvent =
  /**
   * A click, move, scroll, or key press here, or one reported by another tab. Tabs report only activity that
   * their own machine has accepted.
   */
  | { type: 'user.active'; at: number; elsewhere?: boolean }
  /** A timer, the page becoming visible, focus, resume. */
  | { type: 'clock.tick'; at: number };

interface IdleTimeoutContext {
  lastActiveAt: number;
  newestReadingAt: number;
  /** Why it expired, if it did. */
  reason: 'idle' | 'device-locked';
}

/**
 * Ends the session after an hour without activity.
 *
 * It compares clock readings instead of using one long timer: a timer pauses while a laptop sleeps, which
 * would leave the user signed in after waking up.
 *
 * A reading more than a minute before the newest one means that the clock was set back, possibly to gain
 * time: the device is locked immediately. Reports from other tabs skip both checks: they may arrive late,
 * from a frozen page's queue, and the other tab has already checked them.
 *
 * Output: the reason for leaving, `idle` or `device-locked`.
 */
export const idleTimeoutMachine = setup({
  types: {
    context: {} as IdleTimeoutContext,
    /** `lastActiveAt`: what other tabs know if this one opens later. */
    input: {} as { now: number; lastActiveAt?: number },
    events: {} as IdleTimeoutEvent,
    output: {} as Pick<IdleTimeoutContext, 'reason'>,
  },
  guards: {
    heardElsewhere: ({ event }) => event.type === 'user.active' && event.elsewhere === true,
    clockSetBack: ({ context, event }) => context.newestReadingAt - event.at > CLOCK_TOLERANCE_MS,
    // Negated, so that NaN ends the session too.
    idleTooLong: ({ context, event }) => !(event.at - context.lastActiveAt < IDLE_LIMIT_MS),
    idleFromTheStart: ({ context }) => !(context.newestReadingAt - context.lastActiveAt < IDLE_LIMIT_MS),
    aheadFromTheStart: ({ context }) => context.lastActiveAt - context.newestReadingAt > CLOCK_TOLERANCE_MS,
  },
  actions: {
    noteReading: assign({
      newestReadingAt: ({ context, event }) => Math.max(context.newestReadingAt, event.at),
    }),
    noteActivity: assign({
      lastActiveAt: ({ context, event }) => Math.max(context.lastActiveAt, event.at),
      newestReadingAt: ({ context, event }) => Math.max(context.newestReadingAt, event.at),
    }),
    noteSetBack: assign({ reason: 'device-locked' }),
  },
}).createMachine({
  id: 'idleTimeout',
  context: ({ input }) => ({
    lastActiveAt: input.lastActiveAt ?? input.now,
    newestReadingAt: input.now,
    reason: 'idle',
  }),
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'aheadFromTheStart', target: 'expired', actions: 'noteSetBack' },
        { guard: 'idleFromTheStart', target: 'expired' },
        { target: 'active' },
      ],
    },
    active: {
      on: {
        'user.active': [
          { guard: 'heardElsewhere', actions: 'noteActivity' },
          { guard: 'clockSetBack', target: 'expired', actions: 'noteSetBack' },
          // A first mouse move after the limit is too late.
          { guard: 'idleTooLong', target: 'expired' },
          { actions: 'noteActivity' },
        ],
        'clock.tick': [
          { guard: 'clockSetBack', target: 'expired', actions: 'noteSetBack' },
          { guard: 'idleTooLong', target: 'expired' },
          { actions: 'noteReading' },
        ],
      },
    },
    expired: { type: 'final' },
  },
  output: ({ context }) => ({ reason: context.reason }),
});
