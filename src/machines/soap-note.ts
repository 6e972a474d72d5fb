import { assign, fromPromise, setup } from 'xstate';
import {
  BLANK_DRAFT,
  isSameDraft,
  rebasedDraft,
  type SoapDraft,
  storableDraft,
} from '#domain/notes/soap-draft.ts';

/** How long typing must pause before the text goes into the outbox. */
export const SAVE_PAUSE_MS = 1_200;

/** The state with which the editor opens. */
export interface OpenedNote {
  /** The note on this device. */
  base: SoapDraft;
  /** The editor contents from when it was last open, if they never became part of the note. */
  draft: SoapDraft;
  /** Whether the note can be edited. */
  isOpen: boolean;
}

export interface TypedNote {
  base: SoapDraft;
  draft: SoapDraft;
}

export type SoapNoteEvent =
  | { type: 'note.changed'; change: Partial<SoapDraft> }
  /** The note on this device changed: by this editor, or from elsewhere. */
  | { type: 'row.changed' }
  /** The person leaves, or may leave: save immediately. */
  | { type: 'flush.asked' }
  | { type: 'sign.asked' };

interface SoapNoteContext extends TypedNote {
  /** What is being saved; null otherwise. */
  sent: SoapDraft | null;
  /** The person signed while a save was in progress. */
  wantsSignature: boolean;
  /** The note changed while it was being read or written, so the result may be stale. */
  isStale: boolean;
  /** Why the last attempt failed. */
  problem: unknown;
}

/**
 * The editor of one note. `keepDraft` saves every keystroke immediately, separately from the note; when
 * typing pauses, or the person leaves, the draft becomes part of the note. Text typed during a save is kept,
 * and remote changes are merged with the editor's contents.
 *
 * Counts that the note can't store, such as 9 correct of 5, stay in the draft (`withheld`) until they are corrected.
 *
 * In `closed` the note is signed; later text stays in `draft`. A signed note that changes is read again
 * there, and reopens if its signature was withdrawn.
 *
 * Provided: `open`, `save` (returns the saved note), `sign`, and the actions `keepDraft` and `dropDraft`.
 */
export const soapNoteMachine = setup({
  types: {
    context: {} as SoapNoteContext,
    events: {} as SoapNoteEvent,
  },
  actors: {
    open: fromPromise<OpenedNote>(() => Promise.reject(new Error('open is not provided'))),
    save: fromPromise<SoapDraft, TypedNote>(() => Promise.reject(new Error('save is not provided'))),
    sign: fromPromise<SoapDraft, TypedNote>(() => Promise.reject(new Error('sign is not provided'))),
  },
  actions: {
    keepDraft: (_, _typed: TypedNote): void => {
      throw new Error('keepDraft is not provided');
    },
    dropDraft: (): void => {
      throw new Error('dropDraft is not provided');
    },
    noteChange: assign(({ context, event }) =>
      event.type === 'note.changed' ? { draft: { ...context.draft, ...event.change } } : {},
    ),
    noteProblem: assign((_, params: { problem: unknown }) => ({
      problem: params.problem,
      sent: null,
      wantsSignature: false,
    })),
    takeUp: assign((_, opened: OpenedNote) => ({
      ...{ base: opened.base, draft: opened.draft, sent: null },
      ...{ wantsSignature: false, problem: null },
    })),
    noteStale: assign({ isStale: true }),
    noteFresh: assign({ isStale: false }),
    noteSaved: assign(({ context }, params: { saved: SoapDraft }) => ({
      base: params.saved,
      // Impossible counts were not sent: they are still this editor's own.
      draft: rebasedDraft(
        storableDraft(context.sent ?? context.draft, context.base),
        context.draft,
        params.saved,
      ),
      sent: null,
      problem: null,
    })),
  },
  guards: {
    isOpen: (_, opened: OpenedNote) => opened.isOpen,
    wantsSignature: ({ context }) => context.wantsSignature,
    isStale: ({ context }) => context.isStale,
    isSettled: ({ context }) => isSameDraft(context.base, context.draft),
    isWithheld: ({ context }) => isSameDraft(context.base, storableDraft(context.draft, context.base)),
    isSigned: (_, params: { problem: unknown }) =>
      (params.problem as { code?: unknown } | null)?.code === 'soap-note.signed',
  },
  delays: { SAVE_PAUSE: SAVE_PAUSE_MS },
}).createMachine({
  id: 'soapNote',
  context: {
    ...{ base: BLANK_DRAFT, draft: BLANK_DRAFT, sent: null },
    ...{ wantsSignature: false, isStale: false, problem: null },
  },
  initial: 'opening',
  states: {
    opening: {
      entry: 'noteFresh',
      on: { 'row.changed': { actions: 'noteStale' } },
      invoke: {
        src: 'open',
        onDone: [
          {
            guard: { type: 'isOpen', params: ({ event }) => event.output },
            target: 'writing',
            actions: { type: 'takeUp', params: ({ event }) => event.output },
          },
          { target: 'closed', actions: { type: 'takeUp', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'unopened',
          actions: { type: 'noteProblem', params: ({ event }) => ({ problem: event.error }) },
        },
      },
    },
    unopened: { on: { 'row.changed': 'opening' } },
    writing: {
      initial: 'deciding',
      on: {
        'note.changed': {
          actions: ['noteChange', { type: 'keepDraft', params: ({ context }) => typedOf(context) }],
        },
      },
      states: {
        deciding: {
          always: [
            { guard: 'isStale', target: 'saving' },
            { guard: 'isSettled', target: 'settled', actions: 'dropDraft' },
            {
              guard: 'isWithheld',
              target: 'withheld',
              actions: { type: 'keepDraft', params: ({ context }) => typedOf(context) },
            },
            { target: 'unsaved' },
          ],
        },
        settled: {
          on: {
            'note.changed': {
              target: 'unsaved',
              actions: ['noteChange', { type: 'keepDraft', params: ({ context }) => typedOf(context) }],
            },
            'row.changed': 'saving',
            'sign.asked': 'signing',
          },
        },
        unsaved: {
          after: { SAVE_PAUSE: 'saving' },
          on: {
            // Each keystroke restarts the pause.
            'note.changed': {
              target: 'unsaved',
              reenter: true,
              actions: ['noteChange', { type: 'keepDraft', params: ({ context }) => typedOf(context) }],
            },
            'row.changed': 'saving',
            'flush.asked': 'saving',
            'sign.asked': 'signing',
          },
        },
        /** All that is left are counts that the note can't store. */
        withheld: {
          on: {
            'note.changed': {
              target: 'unsaved',
              actions: ['noteChange', { type: 'keepDraft', params: ({ context }) => typedOf(context) }],
            },
            'row.changed': 'saving',
          },
        },
        saving: {
          entry: [assign(({ context }) => ({ sent: context.draft })), 'noteFresh'],
          on: {
            'sign.asked': { actions: assign({ wantsSignature: true }) },
            'row.changed': { actions: 'noteStale' },
          },
          invoke: {
            src: 'save',
            input: ({ context }) => ({ base: context.base, draft: context.draft }),
            onDone: [
              {
                guard: 'wantsSignature',
                target: 'signing',
                actions: { type: 'noteSaved', params: ({ event }) => ({ saved: event.output }) },
              },
              {
                target: 'deciding',
                actions: { type: 'noteSaved', params: ({ event }) => ({ saved: event.output }) },
              },
            ],
            onError: [
              {
                guard: { type: 'isSigned', params: ({ event }) => ({ problem: event.error }) },
                target: '#soapNote.closed.reading',
              },
              {
                target: 'failed',
                actions: { type: 'noteProblem', params: ({ event }) => ({ problem: event.error }) },
              },
            ],
          },
        },
        /** Not stored in the note; the draft is kept, and the next keystroke or leave retries. */
        failed: {
          on: {
            'note.changed': {
              target: 'unsaved',
              actions: ['noteChange', { type: 'keepDraft', params: ({ context }) => typedOf(context) }],
            },
            'flush.asked': 'saving',
            'sign.asked': 'signing',
          },
        },
        signing: {
          entry: [assign(({ context }) => ({ sent: context.draft, wantsSignature: false })), 'noteFresh'],
          on: {
            // Text typed while signing is not part of the signed content.
            'note.changed': {},
            // The signature may be stored, and even withdrawn, before this event arrives.
            'row.changed': { actions: 'noteStale' },
          },
          invoke: {
            src: 'sign',
            input: ({ context }) => ({ base: context.base, draft: context.draft }),
            onDone: {
              target: '#soapNote.closed',
              actions: [{ type: 'noteSaved', params: ({ event }) => ({ saved: event.output }) }, 'dropDraft'],
            },
            onError: [
              {
                guard: { type: 'isSigned', params: ({ event }) => ({ problem: event.error }) },
                target: '#soapNote.closed.reading',
              },
              {
                target: 'failed',
                actions: { type: 'noteProblem', params: ({ event }) => ({ problem: event.error }) },
              },
            ],
          },
        },
      },
    },
    /** The screen stays as it is while the note is read again. */
    closed: {
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'isStale', target: 'reading' }, { target: 'settled' }] },
        settled: { on: { 'row.changed': 'reading' } },
        reading: {
          entry: 'noteFresh',
          on: { 'row.changed': { actions: 'noteStale' } },
          invoke: {
            src: 'open',
            onDone: [
              {
                guard: { type: 'isOpen', params: ({ event }) => event.output },
                target: '#soapNote.writing',
                actions: { type: 'takeUp', params: ({ event }) => event.output },
              },
              { target: 'deciding', actions: { type: 'takeUp', params: ({ event }) => event.output } },
            ],
            onError: {
              target: 'settled',
              actions: { type: 'noteProblem', params: ({ event }) => ({ problem: event.error }) },
            },
          },
        },
      },
    },
  },
});

function typedOf({ base, sent, draft }: SoapNoteContext): TypedNote {
  // After the save in progress, the note will contain what it carries.
  return { base: sent ?? base, draft };
}
