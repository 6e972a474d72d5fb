import { assign, fromPromise, setup } from 'xstate';

/** How often the office is asked (specification, 9). */
export const COUNT_REFRESH_MS = 300_000;

/**
 * How many lunch cards wait for an acknowledgement, asked for at once and then every
 * five minutes. A failure counts as none (specification, 8).
 *
 * Provided: `askCount`.
 */
export const acknowledgmentCountMachine = setup({
  types: { context: {} as { count: number } },
  actors: { askCount: fromPromise<number>(() => Promise.reject(new Error('askCount is not provided'))) },
  delays: { refresh: COUNT_REFRESH_MS },
}).createMachine({
  id: 'acknowledgmentCount',
  context: { count: 0 },
  initial: 'asking',
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
