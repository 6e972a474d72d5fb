import { assign, fromPromise, setup } from 'xstate';
import { needsAcknowledgment, SIGNATURE_MISSING } from '#domain/notifications/announcement-rules.ts';

/** How often unviewed announcements are fetched (specification, 9). */
export const ANNOUNCEMENT_REFRESH_MS = 300_000;
/** The pause before the next announcement (specification, 9). */
export const NEXT_ANNOUNCEMENT_MS = 500;

/** What the queue knows of an announcement. */
export interface QueuedAnnouncement {
  id: string;
  content_hash: string;
  requires_acknowledgment: boolean;
  requires_signature: boolean;
}

export interface Signature {
  /** A PNG image as a data URL. */
  image: string;
  /** What was typed instead of drawn; empty if it was drawn. */
  name: string;
}

/** How a person answered an announcement; null for closing it. */
export interface AnnouncementAnswer {
  announcement: QueuedAnnouncement;
  acknowledgment: { signature: Signature | null } | null;
}

interface Context {
  /** The first one is shown. */
  queue: readonly QueuedAnnouncement[];
  /** Answered here, by id and content: a fetch that began before mustn't bring them back. */
  answered: readonly string[];
  answer: AnnouncementAnswer | null;
  /** A form on the screen has unsaved changes. */
  isCovered: boolean;
  problem: string | null;
}

type Events =
  | { type: 'announcements.changed' }
  | { type: 'announcement.closed' }
  | { type: 'announcement.acknowledged'; signature: Signature | null }
  | { type: 'signature.drawn' }
  | { type: 'form.changed'; isUnsaved: boolean };

const nameOf = ({ id, content_hash }: QueuedAnnouncement) => `${id} ${content_hash}`;

/**
 * Shows unviewed announcements one after the other. They are fetched on entry, every five minutes, and when
 * the device receives others; the first is shown until it is closed or acknowledged, the next 500 ms later.
 * None is shown over a form with unsaved changes. Failures are only logged (specification, 8): what could not
 * be stored is asked again with the next fetch.
 *
 * Provided: `fetchUnviewed`, `storeAnswer`, `logFailure`, `askServer`.
 */
export const announcementQueueMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: {
    fetchUnviewed: fromPromise<QueuedAnnouncement[]>(() =>
      Promise.reject(new Error('fetchUnviewed is not provided')),
    ),
    storeAnswer: fromPromise<void, AnnouncementAnswer | null>(() =>
      Promise.reject(new Error('storeAnswer is not provided')),
    ),
  },
  actions: {
    logFailure: (_, _failure: { error: unknown }) => undefined,
    /** Asks for what is new, without waiting for the answer. */
    askServer: () => undefined,
    dropShown: assign({
      queue: ({ context: { queue, answer } }) => queue.filter(({ id }) => id !== answer?.announcement.id),
      answer: null,
    }),
  },
  guards: {
    canShow: ({ context }) => context.queue.length > 0 && !context.isCovered,
    isGone: ({ context }) => context.queue.length === 0,
    mayClose: ({ context: { queue } }) => queue[0] !== undefined && !needsAcknowledgment(queue[0]),
    lacksSignature: ({ context: { queue }, event }) =>
      queue[0]?.requires_signature === true &&
      event.type === 'announcement.acknowledged' &&
      event.signature === null,
  },
  delays: { refresh: ANNOUNCEMENT_REFRESH_MS, next: NEXT_ANNOUNCEMENT_MS },
}).createMachine({
  id: 'announcementQueue',
  context: { queue: [], answered: [], answer: null, isCovered: false, problem: null },
  type: 'parallel',
  on: { 'form.changed': { actions: assign({ isCovered: ({ event }) => event.isUnsaved }) } },
  states: {
    list: {
      initial: 'fetching',
      states: {
        fetching: {
          // Here and not on `list`: entering that again would enter `popup` again too.
          on: { 'announcements.changed': { target: 'fetching', reenter: true } },
          invoke: {
            src: 'fetchUnviewed',
            onDone: {
              target: 'fetched',
              actions: assign({
                queue: ({ context, event }) => {
                  const waiting = event.output.filter((one) => !context.answered.includes(nameOf(one)));
                  const shown = context.queue[0]?.id;
                  // The one on the screen stays, with its newest text.
                  return [
                    ...waiting.filter(({ id }) => id === shown),
                    ...waiting.filter(({ id }) => id !== shown),
                  ];
                },
              }),
            },
            onError: {
              target: 'fetched',
              actions: { type: 'logFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        fetched: {
          on: { 'announcements.changed': 'fetching' },
          after: { refresh: { target: 'fetching', actions: 'askServer' } },
        },
      },
    },
    popup: {
      initial: 'closed',
      states: {
        closed: { always: { guard: 'canShow', target: 'shown' } },
        shown: {
          entry: assign({ problem: null }),
          // Recalled while it was on the screen.
          always: { guard: 'isGone', target: 'closed' },
          on: {
            'announcement.closed': {
              guard: 'mayClose',
              target: 'storing',
              actions: assign({
                answer: ({ context: { queue } }) => answerOf(queue[0], null),
              }),
            },
            'announcement.acknowledged': [
              { guard: 'lacksSignature', actions: assign({ problem: SIGNATURE_MISSING }) },
              {
                target: 'storing',
                actions: assign({
                  answer: ({ context: { queue }, event }) =>
                    answerOf(queue[0], { signature: event.signature }),
                }),
              },
            ],
            'signature.drawn': { actions: assign({ problem: null }) },
          },
        },
        storing: {
          invoke: {
            src: 'storeAnswer',
            input: ({ context }) => context.answer,
            onDone: {
              target: 'pausing',
              actions: [
                assign({
                  answered: ({ context: { answered, answer } }) =>
                    answer === null ? answered : [...answered, nameOf(answer.announcement)],
                }),
                'dropShown',
              ],
            },
            onError: {
              target: 'pausing',
              actions: [{ type: 'logFailure', params: ({ event }) => ({ error: event.error }) }, 'dropShown'],
            },
          },
        },
        pausing: { after: { next: 'closed' } },
      },
    },
  },
});

function answerOf(
  announcement: QueuedAnnouncement | undefined,
  acknowledgment: AnnouncementAnswer['acknowledgment'],
): AnnouncementAnswer | null {
  return announcement === undefined ? null : { announcement, acknowledgment };
}
