import { setup } from 'xstate';

/** How long the loading-error page waits before it reloads automatically (specification, 9). */
export const RELOAD_AFTER_MS = 10_000;

/**
 * Handles a part of the app that could not be loaded: one reload, automatically after ten seconds or
 * immediately on request.
 *
 * Provided: `reload`, which reloads the whole page.
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
