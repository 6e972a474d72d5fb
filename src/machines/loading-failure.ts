import { setup } from 'xstate';

/** How long the loading-error page waits before it reloads automatically (specification, 9). */
export const RELOAD_AFTER_MS = 10_000;

/**
 * Handles a part of the app that could not be loaded: one reload, automatically after ten seconds or
 * immediately on request.
 *
 * It doesn't reload automatically while a form has unsaved changes or the device is offline, says so, and asks again
 * every ten seconds. If an automatic reload has just failed to help, it stops: only a person reloads then.
 *
 * Provided: `reload`, which reloads the whole page; `mustWait`; `hasJustReloaded`.
 */
export const loadingFailureMachine = setup({
  types: { events: {} as { type: 'reload.asked' } },
  actions: {
    reload: () => {
      throw new Error('reload is not provided');
    },
  },
  guards: {
    mustWait: (): boolean => {
      throw new Error('mustWait is not provided');
    },
    hasJustReloaded: (): boolean => {
      throw new Error('hasJustReloaded is not provided');
    },
  },
  delays: { patience: RELOAD_AFTER_MS },
}).createMachine({
  id: 'loadingFailure',
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'hasJustReloaded', target: 'stopped' },
        { guard: 'mustWait', target: 'held' },
        { target: 'counting' },
      ],
    },
    counting: {
      on: { 'reload.asked': 'reloading' },
      after: { patience: [{ guard: 'mustWait', target: 'held' }, { target: 'reloading' }] },
    },
    held: {
      on: { 'reload.asked': 'reloading' },
      after: {
        patience: [{ guard: 'mustWait', target: 'held', reenter: true }, { target: 'reloading' }],
      },
    },
    stopped: { on: { 'reload.asked': 'reloading' } },
    reloading: { type: 'final', entry: 'reload' },
  },
});
