import { assign, fromPromise, setup } from 'xstate';

/** How often the office is asked (specification, 9). */
export const COUNT_REFRESH_MS = 300_000;

/**
 * How many lunch cards wait for an acknowledgement, asked for at once, then every
 * five minutes and after every acknowledgement of one's own. A failure counts as none (specification, 8).
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
  // An answer that is still under way may be from before it.
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
