import { assign, fromPromise, setup } from 'xstate';
import type { Punch } from '#domain/timecards/punch-rules.ts';
import { type TimecardState, type TimecardTimes, timecardState } from '#domain/timecards/timecard.ts';

/** How often the app sends `clock.tick`. */
export const TIMECARD_TICK_MS = 10_000;

/** One punch to record; they are recorded in order. Instants are ISO 8601. */
export type TimecardStep = { punch: 'start-day' | Punch; at: string };

/** The part of a card that the machine uses. */
export type ShownCard = TimecardTimes & { id: string };

export type TimecardEvent =
  /** Today's card on this device; null before the day begins. */
  | { type: 'card.changed'; card: ShownCard | null }
  /** `at` in milliseconds since the epoch. */
  | { type: 'clock.tick'; at: number }
  | { type: 'pressed'; punch: 'start-day' | Punch; at: string }
  /** When the lunch or pause ended that was still running at the end of the day. */
  | { type: 'break-end.entered'; at: string }
  | { type: 'break-end.given-up' };

interface TimecardContext {
  card: ShownCard | null;
  now: number;
  /** In progress, or failed and waiting for another press. */
  steps: TimecardStep[];
  /** The state of the day at the last press, until the card shows the result. */
  pressedFrom: TimecardState | null;
  problem: unknown;
}

/**
 * The workday on the screen: off → working ⇄ lunch, working ⇄ paused → ended.
 *
 * The card on this device determines the state; the machine follows it with `card.changed`. A press becomes
 * steps that are recorded one at a time; presses during that time, or before the card shows the result, are
 * ignored. Ending the day during lunch or a pause asks when that ended.
 *
 * Provided: `record`, which records the steps in order.
 */
export const timecardMachine = setup({
  types: {
    context: {} as TimecardContext,
    input: {} as { card: ShownCard | null; now: number },
    events: {} as TimecardEvent,
  },
  actors: {
    record: fromPromise<void, { card: ShownCard | null; steps: readonly TimecardStep[] }>(() =>
      Promise.reject(new Error('record is not provided')),
    ),
  },
  guards: {
    isAwaitingCard: ({ context }) => context.pressedFrom !== null,
    endsDuringBreak: ({ context, event }) =>
      event.type === 'pressed' && event.punch === 'end-day' && isBreak(timecardState(context.card)),
  },
  actions: {
    noteCard: assign(({ context: { pressedFrom }, event }) => {
      if (event.type !== 'card.changed') return {};
      const isShown = pressedFrom !== null && timecardState(event.card) !== pressedFrom;
      return { card: event.card, ...(isShown ? { pressedFrom: null } : {}) };
    }),
    // The buttons must not stay disabled, whatever happened to the card.
    noteClock: assign(({ event }) =>
      event.type === 'clock.tick' ? { now: event.at, pressedFrom: null } : {},
    ),
    notePress: assign(({ context, event }) =>
      event.type === 'pressed'
        ? {
            steps: [{ punch: event.punch, at: event.at }],
            pressedFrom: timecardState(context.card),
            problem: null,
          }
        : {},
    ),
    putBreakEndFirst: assign(({ context, event }) => {
      if (event.type !== 'break-end.entered') return {};
      const punch = timecardState(context.card) === 'lunch' ? ('end-lunch' as const) : ('unpause' as const);
      return { steps: [{ punch, at: event.at }, ...context.steps] };
    }),
    forget: assign({ steps: [] }),
    giveUp: assign({ steps: [], pressedFrom: null }),
  },
}).createMachine({
  id: 'timecard',
  context: ({ input }) => ({ card: input.card, now: input.now, steps: [], pressedFrom: null, problem: null }),
  initial: 'ready',
  on: { 'card.changed': { actions: 'noteCard' }, 'clock.tick': { actions: 'noteClock' } },
  states: {
    ready: {
      on: {
        pressed: [
          // A double tap that was recorded before the screen could show it.
          { guard: 'isAwaitingCard' },
          { guard: 'endsDuringBreak', target: 'askingBreakEnd', actions: 'notePress' },
          { target: 'recording', actions: 'notePress' },
        ],
      },
    },
    askingBreakEnd: {
      on: {
        'break-end.entered': { target: 'recording', actions: 'putBreakEndFirst' },
        'break-end.given-up': { target: 'ready', actions: 'giveUp' },
      },
    },
    recording: {
      invoke: {
        src: 'record',
        input: ({ context: { card, steps } }) => ({ card, steps }),
        onDone: { target: 'ready', actions: 'forget' },
        onError: { target: 'ready', actions: [assign(({ event }) => ({ problem: event.error })), 'giveUp'] },
      },
    },
  },
});

function isBreak(state: TimecardState): boolean {
  return state === 'lunch' || state === 'paused';
}
