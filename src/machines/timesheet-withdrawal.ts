import { assign, fromPromise, setup } from 'xstate';
import type { TimesheetStatus } from '#domain/timesheets/timesheet.ts';

/** What this device knows of a timesheet and its withdrawal. */
export interface WithdrawalFacts {
  /** As last confirmed by the server. */
  status: TimesheetStatus;
  /** The state of the withdrawal in the outbox. */
  write: 'none' | 'waiting' | 'refused';
  /** Why it was refused, in the server's words. */
  reason: string | null;
}

export type WithdrawalEvent =
  | { type: 'withdrawal.asked'; notes: string }
  /** The device's facts changed, or were read for the first time. */
  | { type: 'facts.seen'; facts: WithdrawalFacts };

interface WithdrawalContext {
  facts: WithdrawalFacts;
  notes: string;
  /** Why nothing was stored. */
  problem: string | null;
}

/**
 * The withdrawal of a submitted timesheet by its owner: submitted → withdrawing → withdrawn.
 *
 * It stays `withdrawing` until the server has confirmed it, however long that takes and across reloads,
 * because it follows the facts. If the office has approved the timesheet in the meantime it is `refused`,
 * with the reason. `unsaved`: the device could not store it, and nothing was sent.
 *
 * Provided: `queueWithdrawal`, which resolves once the withdrawal is durably stored.
 */
export const timesheetWithdrawalMachine = setup({
  types: {
    context: {} as WithdrawalContext,
    input: {} as { facts: WithdrawalFacts },
    events: {} as WithdrawalEvent,
  },
  actors: {
    queueWithdrawal: fromPromise<void, { notes: string }>(() =>
      Promise.reject(new Error('queueWithdrawal is not provided')),
    ),
  },
  guards: {
    isRefused: ({ context }) => context.facts.write === 'refused',
    isWaiting: ({ context }) => context.facts.write === 'waiting',
    isWithdrawn: ({ context }) => context.facts.status === 'withdrawn',
    isSubmitted: ({ context }) => context.facts.status === 'submitted',
    /** Still submitted without a write: read before the withdrawal was stored. */
    tellsNothingNew: ({ event }) =>
      event.type === 'facts.seen' && event.facts.status === 'submitted' && event.facts.write === 'none',
  },
  actions: {
    noteFacts: assign(({ event }) => (event.type === 'facts.seen' ? { facts: event.facts } : {})),
    noteNotes: assign(({ event }) =>
      event.type === 'withdrawal.asked' ? { notes: event.notes, problem: null } : {},
    ),
    noteProblem: assign((_, problem: string) => ({ problem })),
  },
}).createMachine({
  id: 'timesheetWithdrawal',
  context: ({ input }) => ({ facts: input.facts, notes: '', problem: null }),
  initial: 'following',
  on: { 'facts.seen': { target: '.following', actions: 'noteFacts' } },
  states: {
    /** Transient state that routes by the facts. */
    following: {
      always: [
        { guard: 'isWithdrawn', target: 'withdrawn' },
        { guard: 'isRefused', target: 'refused' },
        { guard: 'isWaiting', target: 'withdrawing' },
        { guard: 'isSubmitted', target: 'submitted' },
        { target: 'closed' },
      ],
    },
    submitted: { on: { 'withdrawal.asked': { target: 'storing', actions: 'noteNotes' } } },
    storing: {
      // Facts from before the withdrawal was stored say nothing about it.
      on: { 'facts.seen': { actions: 'noteFacts' } },
      invoke: {
        src: 'queueWithdrawal',
        input: ({ context }) => ({ notes: context.notes }),
        onDone: 'withdrawing',
        onError: {
          target: 'unsaved',
          actions: {
            type: 'noteProblem',
            params: ({ event }) => (event.error instanceof Error ? event.error.message : String(event.error)),
          },
        },
      },
    },
    unsaved: { on: { 'withdrawal.asked': { target: 'storing', actions: 'noteNotes' } } },
    withdrawing: {
      on: {
        'facts.seen': [
          // The first facts after storing may be older than the stored write.
          { guard: 'tellsNothingNew', actions: 'noteFacts' },
          { target: 'following', actions: 'noteFacts' },
        ],
      },
    },
    withdrawn: {},
    refused: {},
    /** Decided, or never submitted: there is nothing to withdraw. */
    closed: {},
  },
});
