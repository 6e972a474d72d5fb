import { assign, fromPromise, setup } from 'xstate';
import {
  type CalendarWish,
  calendarWishOnDelete,
  calendarWishOnSave,
  type LunchOnCalendar,
  type WishOf,
} from '#domain/lunch/calendar-wish.ts';

/** Words for the log: which lunch break, what was wanted of the calendar, why it did not happen. */
export interface LinkFailure {
  lunchId: string;
  wanted: CalendarWish['kind'];
  error: unknown;
}

export type LunchLinkEvent =
  /** The lunch break as it was saved; its `calendar_event_id` may be older than the link made here. */
  { type: 'lunch.saved'; lunch: LunchOnCalendar } | { type: 'lunch.deleted' } | { type: 'link.retried' };

interface LunchLinkContext {
  lunch: LunchOnCalendar;
  /** The id that an event gets if it has to be made, the same at every attempt: two are never made. */
  freshEventId: string;
  deleted: boolean;
  /** Saved or deleted while the calendar was being written. */
  changed: boolean;
}

/**
 * Keeps the 'Lunch Break' event of a saved lunch break in step with it.
 *
 * It starts when the lunch break itself is safely saved or deleted, and nothing
 * that happens here reaches back to it: a failure of the event is logged. One
 * calendar write runs at a time; a lunch break that changes meanwhile is looked
 * at again afterwards, so that the last save decides. A deletion is for good.
 *
 * `saved` is the moment of deciding; work is at rest in the states tagged
 * `settled`. In `unlinked` the event is missing or out of date. It, `waived` and
 * `deleted` take `link.retried` where something is still owed.
 *
 * Provided: `putEvent` (the event and the lunch break's `calendar_event_id` in
 * one transaction, so that a failure leaves neither), `noteWaiver`,
 * `removeEvent`, and the action `logFailure`.
 */
export const lunchLinkMachine = setup({
  types: {
    context: {} as LunchLinkContext,
    input: {} as { lunch: LunchOnCalendar; freshEventId: string; deleted?: boolean },
    events: {} as LunchLinkEvent,
    tags: {} as 'settled',
  },
  actors: {
    putEvent: fromPromise<void, WishOf<'put'> & { lunchId: string }>(() =>
      Promise.reject(new Error('putEvent is not provided')),
    ),
    noteWaiver: fromPromise<void, WishOf<'note-waiver'>>(() =>
      Promise.reject(new Error('noteWaiver is not provided')),
    ),
    removeEvent: fromPromise<void, WishOf<'remove'>>(() =>
      Promise.reject(new Error('removeEvent is not provided')),
    ),
  },
  guards: {
    changedMeanwhile: ({ context }) => context.changed,
    wants: ({ context }, kind: CalendarWish['kind']) => wishOf(context).kind === kind,
    isDeleted: ({ context }) => context.deleted,
  },
  actions: {
    logFailure: (_, _failure: LinkFailure): void => {
      throw new Error('logFailure is not provided');
    },
    noteSave: assign(({ context, event }) =>
      event.type === 'lunch.saved' ? { changed: true, lunch: keepingLink(event.lunch, context.lunch) } : {},
    ),
    noteDeletion: assign({ changed: true, deleted: true }),
    startDeciding: assign({ changed: false }),
    noteLink: assign(({ context }) => ({
      lunch: { ...context.lunch, calendar_event_id: context.lunch.calendar_event_id ?? context.freshEventId },
    })),
    noteRemoval: assign(({ context }) => ({ lunch: { ...context.lunch, calendar_event_id: null } })),
  },
}).createMachine({
  id: 'lunchLink',
  context: ({ input }) => ({
    lunch: input.lunch,
    freshEventId: input.freshEventId,
    deleted: input.deleted ?? false,
    changed: false,
  }),
  initial: 'saved',
  on: {
    'lunch.saved': { target: '.saved', actions: 'noteSave' },
    'lunch.deleted': { target: '.saved', actions: 'noteDeletion' },
  },
  states: {
    saved: {
      entry: 'startDeciding',
      always: [
        { guard: { type: 'wants', params: 'remove' }, target: 'deleted' },
        { guard: 'isDeleted', target: 'deleted.removed' },
        { guard: { type: 'wants', params: 'put' }, target: 'linking' },
        { guard: { type: 'wants', params: 'note-waiver' }, target: 'waived' },
        { target: 'waived.noted' },
      ],
    },
    linking: {
      on: { 'lunch.saved': { actions: 'noteSave' }, 'lunch.deleted': { actions: 'noteDeletion' } },
      invoke: {
        src: 'putEvent',
        input: ({ context }) => ({ lunchId: context.lunch.id, ...wishOfKind(context, 'put') }),
        onDone: { target: 'linked', actions: 'noteLink' },
        onError: {
          target: 'unlinked',
          actions: {
            type: 'logFailure',
            params: ({ context, event }) => failure(context, 'put', event.error),
          },
        },
      },
    },
    linked: { tags: 'settled', always: { guard: 'changedMeanwhile', target: 'saved' } },
    unlinked: {
      tags: 'settled',
      always: { guard: 'changedMeanwhile', target: 'saved' },
      on: { 'link.retried': 'saved' },
    },
    waived: {
      initial: 'noting',
      states: {
        noting: {
          on: { 'lunch.saved': { actions: 'noteSave' }, 'lunch.deleted': { actions: 'noteDeletion' } },
          invoke: {
            src: 'noteWaiver',
            input: ({ context }) => wishOfKind(context, 'note-waiver'),
            onDone: 'noted',
            onError: {
              target: 'owing',
              actions: {
                type: 'logFailure',
                params: ({ context, event }) => failure(context, 'note-waiver', event.error),
              },
            },
          },
        },
        noted: { tags: 'settled', always: { guard: 'changedMeanwhile', target: '#lunchLink.saved' } },
        owing: {
          tags: 'settled',
          always: { guard: 'changedMeanwhile', target: '#lunchLink.saved' },
          on: { 'link.retried': '#lunchLink.saved' },
        },
      },
    },
    deleted: {
      initial: 'removing',
      on: { 'lunch.saved': {}, 'lunch.deleted': {} },
      states: {
        removing: {
          invoke: {
            src: 'removeEvent',
            input: ({ context }) => wishOfKind(context, 'remove'),
            onDone: { target: 'removed', actions: 'noteRemoval' },
            onError: {
              target: 'owing',
              actions: {
                type: 'logFailure',
                params: ({ context, event }) => failure(context, 'remove', event.error),
              },
            },
          },
        },
        removed: { tags: 'settled' },
        owing: { tags: 'settled', on: { 'link.retried': 'removing' } },
      },
    },
  },
});

function wishOf(context: LunchLinkContext): CalendarWish {
  return context.deleted
    ? calendarWishOnDelete(context.lunch)
    : calendarWishOnSave(context.lunch, context.freshEventId);
}

function wishOfKind<Kind extends CalendarWish['kind']>(context: LunchLinkContext, kind: Kind): WishOf<Kind> {
  const wish = wishOf(context);
  if (!isOfKind(wish, kind)) throw new Error(`The lunch break asks for ${wish.kind}, not for ${kind}`);
  return wish;
}

function isOfKind<Kind extends CalendarWish['kind']>(wish: CalendarWish, kind: Kind): wish is WishOf<Kind> {
  return wish.kind === kind;
}

/** A form that was opened before the link was made must not break it. */
function keepingLink(saved: LunchOnCalendar, known: LunchOnCalendar): LunchOnCalendar {
  return { ...saved, calendar_event_id: saved.calendar_event_id ?? known.calendar_event_id };
}

function failure(context: LunchLinkContext, wanted: LinkFailure['wanted'], error: unknown): LinkFailure {
  return { lunchId: context.lunch.id, wanted, error };
}
