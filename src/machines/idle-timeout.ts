import { assign, setup } from 'xstate';

/** One hour (specification, 9). */
export const IDLE_LIMIT_MS = 3_600_000;

/** How far behind the newest reading a clock may be before it counts as set back. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** All readings are milliseconds since the epoch, by this device's clock. */
export type IdleTimeoutEvent =
  /**
   * A click, move, scroll or key press here, or one that another tab has counted.
   * Tabs tell each other only of activity that their own machine has accepted.
   */
  | { type: 'user.active'; at: number; elsewhere?: boolean }
  /** A timer, the page becoming visible, focus, resume. */
  | { type: 'clock.tick'; at: number };

interface IdleTimeoutContext {
  lastActiveAt: number;
  newestReadingAt: number;
  /** Why it expires, if it does. */
  reason: 'idle' | 'device-locked';
}

/**
 * Ends the signed-in time after an hour without activity.
 *
 * It compares clock readings instead of arming one long timer: a timer stands
 * still while a laptop sleeps, and would wake up still signed in.
 *
 * A reading that lies more than a minute before the newest one means that the
 * clock was set back, perhaps to win time: that locks the device at once.
 * Word from other tabs is spared both tests. It may come late, out of a frozen
 * page's queue, and it can only tell of activity that was in time over there.
 *
 * Output: the reason for leaving, `idle` or `device-locked`.
 */
export const idleTimeoutMachine = setup({
  types: {
    context: {} as IdleTimeoutContext,
    /** `lastActiveAt`: what other tabs know of, when this one opens later. */
    input: {} as { now: number; lastActiveAt?: number },
    events: {} as IdleTimeoutEvent,
    output: {} as Pick<IdleTimeoutContext, 'reason'>,
  },
  guards: {
    heardElsewhere: ({ event }) => event.type === 'user.active' && event.elsewhere === true,
    clockSetBack: ({ context, event }) => context.newestReadingAt - event.at > CLOCK_TOLERANCE_MS,
    // Asked the other way round, so that a reading that is no number ends the signed-in time too.
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
          // Even a first mouse move after the limit is too late.
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
