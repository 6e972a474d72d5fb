import { assign, fromPromise, setup } from 'xstate';

/** How often the app sends `clock.tick`, and how long nobody may have been active before one counts. */
export const STATUS_CHECK_MS = 60_000;

/** A check without an answer by then is given up; the next trigger asks afresh. */
export const STATUS_ANSWER_LIMIT_MS = 30_000;

/**
 * What came of asking for the session status.
 *
 * Only what bears our marker is an answer. A time-out, a broken connection and
 * a captive portal's page are none: the device is offline, not signed out.
 */
export type StatusAnswer = { kind: 'answer'; ok: boolean; loggedOut: boolean } | { kind: 'none' };

/** `at` is in milliseconds since the epoch. */
export type StatusCheckEvent =
  /** A mouse move, press, click, scroll, key or touch. */
  | { type: 'user.active'; at: number }
  | { type: 'clock.tick'; at: number }
  | { type: 'page.shown' }
  | { type: 'window.focused' };

interface StatusCheckContext {
  lastActiveAt: number;
  /** The page was shown or focused while a check was under way. */
  askAgain: boolean;
  /** Whether the last check had an answer; null before the first one. */
  online: boolean | null;
  /** Why it ends, if it does. */
  reason: 'expired' | 'forced';
}

/**
 * Asks the server whether this sign-in still stands (specification, 4).
 *
 * Shown and focused pages ask at once; the timer asks only when more than a
 * minute has passed since the last activity. One check runs at a time. Output:
 * the reason for leaving, `forced` when the office ended the sign-in, `expired`
 * for any other answer that is not ok.
 *
 * Provided: `askStatus`, which refreshes the token first where a 401 asks for
 * it. A rejection counts as no answer.
 */
export const statusCheckMachine = setup({
  types: {
    context: {} as StatusCheckContext,
    input: {} as { now: number },
    events: {} as StatusCheckEvent,
    output: {} as Pick<StatusCheckContext, 'reason'>,
  },
  actors: {
    askStatus: fromPromise<StatusAnswer>(() => Promise.reject(new Error('askStatus is not provided'))),
  },
  delays: { answerLimit: STATUS_ANSWER_LIMIT_MS },
  guards: {
    quietForLong: ({ context, event }) =>
      event.type === 'clock.tick' && event.at - context.lastActiveAt > STATUS_CHECK_MS,
    askedAgain: ({ context }) => context.askAgain,
  },
  actions: {
    noteActivity: assign({
      lastActiveAt: ({ context, event }) => ('at' in event ? event.at : context.lastActiveAt),
    }),
    askAgainLater: assign({ askAgain: true }),
    startAsking: assign({ askAgain: false }),
    noteOnline: assign({ online: true }),
    noteOffline: assign({ online: false }),
    noteForced: assign({ reason: 'forced' }),
  },
}).createMachine({
  id: 'statusCheck',
  context: ({ input }) => ({ lastActiveAt: input.now, askAgain: false, online: null, reason: 'expired' }),
  initial: 'watching',
  on: { 'user.active': { actions: 'noteActivity' } },
  states: {
    watching: {
      always: { guard: 'askedAgain', target: 'checking' },
      on: {
        'clock.tick': { guard: 'quietForLong', target: 'checking' },
        'page.shown': 'checking',
        'window.focused': 'checking',
      },
    },
    checking: {
      entry: 'startAsking',
      on: {
        'page.shown': { actions: 'askAgainLater' },
        'window.focused': { actions: 'askAgainLater' },
      },
      invoke: {
        src: 'askStatus',
        onDone: [
          { guard: ({ event }) => event.output.kind === 'none', target: 'watching', actions: 'noteOffline' },
          {
            guard: ({ event }) => event.output.kind === 'answer' && event.output.loggedOut,
            target: 'ended',
            actions: ['noteOnline', 'noteForced'],
          },
          {
            guard: ({ event }) => event.output.kind === 'answer' && !event.output.ok,
            target: 'ended',
            actions: 'noteOnline',
          },
          { target: 'watching', actions: 'noteOnline' },
        ],
        onError: { target: 'watching', actions: 'noteOffline' },
      },
      after: { answerLimit: { target: 'watching', actions: 'noteOffline' } },
    },
    ended: { type: 'final' },
  },
  output: ({ context }) => ({ reason: context.reason }),
});
