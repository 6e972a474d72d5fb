import { assign, fromPromise, setup } from 'xstate';

/** Polling interval (specification, 9). */
export const COUNT_REFRESH_MS = 300_000;

/**
 * The number of lunch cards to acknowledge: fetched immediately, every five minutes, and after each
 * acknowledgment by this person. A failure counts as none (specification, 8).
 *
 * Provided: `askCount`.
 */
export const acknowledgmentCountMachine = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'card.acknowledged' } },
  actors: { askCount: fromPromise<number>(() => Promise.reject(new Error('askCount is not provided'))) },
  delays: { refresh: COUNT_REFRESH_MS },
}).createMachine({
  id: 'acknowledgmentCount',
  context: { count: 0 },
  initial: 'asking',
  // A response still in flight may predate it.
  on: { 'card.acknowledged': { target: '.asking', reenter: true } },
  states: {
    asking: {
      invoke: {
        src: 'askCount',
        onDone: { target: 'told', actions: assign({ count: ({ event }) => event.output }) },
        onError: { target: 'told', actions: assign({ count: 0 }) },
      },
    },
    told: { after: { refresh: 'asking' } },
  },
});
