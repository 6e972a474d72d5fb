import { assign, fromPromise, setup } from 'xstate';
import {
  type DesiredEvent,
  desiredEventOnDelete,
  desiredEventOnSave,
  type LunchOnCalendar,
} from '#domain/lunch/desired-event.ts';

/** For the log: which lunch break, the desired calendar effect, and why it failed. */
export interface LinkFailure {
  lunchId: string;
  wanted: DesiredEvent['kind'];
  error: unknown;
}

export type LunchLinkEvent =
  | { type: 'lunch.saved'; lunch: LunchOnCalendar }
  | { type: 'lunch.deleted' }
  /** The break itself is saved or deleted, but its event is not. */
  | { type: 'link.failed'; error: unknown }
  | { type: 'link.retried' };

interface LunchLinkContext {
  /** As last saved; null before it is created and after it is deleted. */
  lunch: LunchOnCalendar | null;
  isDeleted: boolean;
  /** The desired effect of this save or deletion on its event. */
  desired: DesiredEvent;
  /** The break is stored, but its event still has to be written. */
  isEventOwed: boolean;
}

/**
 * A lunch break and its 'Lunch Break' event. It starts in the state derived from the stored break, and
 * decides how a save or deletion affects the event.
 *
 * Rows are written only in `linking`: `write` stores the break and its event in one transaction. If the event
 * can't be written, it stores the break alone and sends `link.failed`, which is logged and never fails the
 * break. `failed` still owes the event: `link.retried` writes it.
 *
 * Provided: `write`, and the action `logFailure`.
 */
export const lunchLinkMachine = setup({
  types: {
    context: {} as LunchLinkContext,
    input: {} as { lunch: LunchOnCalendar | null },
    events: {} as LunchLinkEvent,
  },
  actors: {
    write: fromPromise<void, Pick<LunchLinkContext, 'desired' | 'isEventOwed'>>(() =>
      Promise.reject(new Error('write is not provided')),
    ),
  },
  guards: {
    hasEvent: ({ context: { lunch, isDeleted } }) =>
      !isDeleted && lunch !== null && lunch.waiver_type === '' && lunch.calendar_event_id !== null,
    hasNotedEvent: ({ context: { lunch, isDeleted } }) =>
      !isDeleted && lunch !== null && lunch.waiver_type !== '' && lunch.calendar_event_id !== null,
  },
  actions: {
    logFailure: (_, _failure: LinkFailure): void => {
      throw new Error('logFailure is not provided');
    },
    noteSave: assign(({ event }) => {
      if (event.type !== 'lunch.saved') return {};
      const desired = desiredEventOnSave(event.lunch);
      const calendar_event_id = desired.kind === 'none' ? null : desired.eventId;
      return { lunch: { ...event.lunch, calendar_event_id }, desired, isDeleted: false, isEventOwed: false };
    }),
    noteDeletion: assign(({ context: { lunch } }) => ({
      desired: lunch === null ? ({ kind: 'none' } as const) : desiredEventOnDelete(lunch),
      isDeleted: true,
      isEventOwed: false,
    })),
    noteDebt: assign({ isEventOwed: true }),
  },
}).createMachine({
  id: 'lunchLink',
  context: ({ input }) => ({
    lunch: input.lunch,
    isDeleted: false,
    desired: { kind: 'none' },
    isEventOwed: false,
  }),
  initial: 'none',
  on: {
    'lunch.saved': { target: '.linking', actions: 'noteSave' },
    'lunch.deleted': { target: '.linking', actions: 'noteDeletion' },
  },
  states: {
    none: {
      always: [
        { guard: 'hasEvent', target: 'linked' },
        { guard: 'hasNotedEvent', target: 'waived' },
      ],
    },
    linking: {
      invoke: {
        src: 'write',
        input: ({ context: { desired, isEventOwed } }) => ({ desired, isEventOwed }),
        onDone: [
          { guard: 'hasEvent', target: 'linked' },
          { guard: 'hasNotedEvent', target: 'waived' },
          { target: 'none' },
        ],
        onError: 'failed',
      },
      on: {
        'link.failed': {
          target: 'failed',
          actions: [
            'noteDebt',
            {
              type: 'logFailure',
              params: ({ context: { lunch, desired }, event }) => ({
                lunchId: lunch?.id ?? '',
                wanted: desired.kind,
                error: event.error,
              }),
            },
          ],
        },
      },
    },
    linked: {},
    waived: {},
    failed: { on: { 'link.retried': { guard: ({ context }) => context.isEventOwed, target: 'linking' } } },
  },
});
