import { setup } from 'xstate';

/** How long the loading-error page waits before it reloads by itself (specification, 9). */
export const RELOAD_AFTER_MS = 10_000;

/**
 * What follows when a part of the app could not be loaded: one reload, by itself
 * after ten seconds or at once when it is asked for.
 *
 * Provided: `reload`, which loads the whole page anew.
 */
export const loadingFailureMachine = setup({
  types: { events: {} as { type: 'reload.asked' } },
  actions: {
    reload: () => {
      throw new Error('reload is not provided');
    },
  },
  delays: { patience: RELOAD_AFTER_MS },
}).createMachine({
  id: 'loadingFailure',
  initial: 'waiting',
  states: {
    waiting: {
      on: { 'reload.asked': 'reloading' },
      after: { patience: 'reloading' },
    },
    reloading: { type: 'final', entry: 'reload' },
  },
});
