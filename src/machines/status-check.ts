import { assign, fromPromise, setup } from 'xstate';

/** How often the app sends `clock.tick`, and the inactivity required for it to count. */
export const STATUS_CHECK_MS = 60_000;

/** An unanswered check is aborted after this time; the next trigger starts a new one. */
export const STATUS_ANSWER_LIMIT_MS = 30_000;

/**
 * The result of asking for the session status.
 *
 * Only a response with our marker counts. After a timeout, a broken connection, or a captive portal's page
 * the device is offline, not signed out.
 */
export type StatusAnswer = { kind: 'answer'; ok: boolean; loggedOut: boolean } | { kind: 'none' };

/** `at` is in milliseconds since the epoch. */
export type StatusCheckEvent =
  /** A mouse move, press, click, scroll, key, or touch. */
  | { type: 'user.active'; at: number }
  | { type: 'clock.tick'; at: number }
  | { type: 'page.shown' }
  | { type: 'window.focused' };

interface StatusCheckContext {
  lastActiveAt: number;
  /** The page was shown or focused during a check. */
  askAgain: boolean;
  /** Whether the last check was answered; null before the first one. */
  online: boolean | null;
  /** Why the sign-in ends, if it does. */
  reason: 'expired' | 'forced';
}

/**
 * Asks the server whether this sign-in is still valid (specification, 4).
 *
 * A shown or focused page asks immediately; the timer asks only after more than a minute without activity.
 * One check runs at a time. Output: the reason for leaving: `forced` if an admin ended the sign-in, `expired`
 * for any other answer that is not ok.
 *
 * Provided: `askStatus`, which refreshes the token on a 401. A rejection counts as no answer.
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
