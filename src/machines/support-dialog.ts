import { assign, fromPromise, setup } from 'xstate';
import {
  NO_CATEGORY,
  supportProblems,
  TICKET_FAILED,
  type TicketCategory,
  ticketSentWords,
} from '#domain/tickets/ticket.ts';

/** What the person entered. */
export interface SupportEntry {
  /** The id of the ticket, from when it was begun. */
  id: string;
  category: TicketCategory | null;
  title: string;
  details: string;
  /** A diagnostic copy of this device as JSON, to be attached; empty without consent. */
  diagnostics: string;
}

/** The outcome of a submission; anything else rejects. */
export type SupportOutcome =
  | { kind: 'sent' }
  /** Stored on this device: it is sent once the server can be reached. */
  | { kind: 'waiting' }
  | { kind: 'refused'; problems: Partial<Record<string, string>> };

export type SupportEvent =
  | { type: 'support.opened' }
  | { type: 'support.closed' }
  | { type: 'support.changed'; changes: Partial<Omit<SupportEntry, 'id'>> }
  /** A draft of an earlier page was found. */
  | { type: 'support.restored'; entry: SupportEntry }
  | { type: 'support.cleared'; id: string }
  | { type: 'support.submitted' };

export interface SupportContext {
  entry: SupportEntry;
  /** By field. */
  problems: Partial<Record<string, string>>;
  /** Why nothing was sent. */
  alert: string | null;
  /** What was said of the last submission. */
  done: string | null;
}

/** What is said of a ticket that waits on this device. */
const TICKET_WAITING = "Support ticket saved on this device. It's sent as soon as you're back online.";

const emptyEntry = (id: string): SupportEntry => ({
  ...{ id, category: null, title: '', details: '', diagnostics: '' },
});

/**
 * The support dialog: closed → open → submitting → submitted (specification, 4).
 *
 * Nothing is sent without a category. A submission that fails returns to `open` with everything that was
 * entered and the same id, so that submitting again makes no second ticket. On submission the fields and the
 * category reset. A closed dialog keeps what was entered.
 *
 * Provided: `submit`; `newId`; `showTickets`, which goes to the open tickets and says `done`.
 */
export const supportDialogMachine = setup({
  types: {
    context: {} as SupportContext,
    input: {} as { id: string },
    events: {} as SupportEvent,
  },
  actors: {
    submit: fromPromise<SupportOutcome, SupportEntry>(() =>
      Promise.reject(new Error('submit is not provided')),
    ),
  },
  actions: {
    showTickets: (_, _params: { done: string }) => {
      throw new Error('showTickets is not provided');
    },
    renew: assign((_, params: { id: string }) => ({
      entry: emptyEntry(params.id),
      problems: {},
      alert: null,
    })),
  },
}).createMachine({
  id: 'supportDialog',
  context: ({ input }) => ({ entry: emptyEntry(input.id), problems: {}, alert: null, done: null }),
  initial: 'closed',
  on: {
    'support.restored': { actions: assign(({ event }) => ({ entry: event.entry })) },
  },
  states: {
    closed: { on: { 'support.opened': 'open' } },
    open: {
      on: {
        'support.closed': 'closed',
        'support.changed': {
          actions: assign(({ context, event }) => ({
            entry: { ...context.entry, ...event.changes },
            problems: Object.fromEntries(
              Object.entries(context.problems).filter(([field]) => !(field in event.changes)),
            ),
            alert: null,
          })),
        },
        'support.cleared': { actions: { type: 'renew', params: ({ event }) => ({ id: event.id }) } },
        'support.submitted': [
          {
            guard: ({ context }) => Object.keys(supportProblems(context.entry)).length === 0,
            target: 'submitting',
          },
          {
            actions: assign(({ context }) => {
              const problems: SupportContext['problems'] = supportProblems(context.entry);
              return { problems, alert: problems.category === undefined ? null : NO_CATEGORY };
            }),
          },
        ],
      },
    },
    submitting: {
      entry: assign({ problems: {}, alert: null }),
      invoke: {
        src: 'submit',
        input: ({ context }) => context.entry,
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'refused',
            target: 'open',
            actions: assign(({ event }) => ({
              problems: event.output.kind === 'refused' ? event.output.problems : {},
              alert: TICKET_FAILED,
            })),
          },
          {
            target: 'submitted',
            actions: assign(({ context, event }) => ({
              done:
                event.output.kind === 'waiting'
                  ? TICKET_WAITING
                  : ticketSentWords(context.entry.category ?? 1),
            })),
          },
        ],
        onError: { target: 'open', actions: assign({ alert: TICKET_FAILED }) },
      },
    },
    submitted: {
      entry: [
        { type: 'renew', params: () => ({ id: '' }) },
        { type: 'showTickets', params: ({ context }) => ({ done: context.done ?? '' }) },
      ],
      on: { 'support.opened': 'open' },
    },
  },
});
