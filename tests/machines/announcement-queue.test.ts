import { afterEach, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import {
  ANNOUNCEMENT_REFRESH_MS,
  type AnnouncementAnswer,
  announcementQueueMachine,
  NEXT_ANNOUNCEMENT_MS,
  type QueuedAnnouncement,
} from '#machines/announcement-queue.ts';

const SIGNATURE = { image: 'data:image/png;base64,iVBORw0KGgo', name: '' };
let stop = () => {};
afterEach(() => stop());

function announcement(id: string, changes: Partial<QueuedAnnouncement> = {}): QueuedAnnouncement {
  return { id, content_hash: 'v1', requires_acknowledgment: false, requires_signature: false, ...changes };
}

function start(first: readonly QueuedAnnouncement[] | Error) {
  const office = { unviewed: first, fetched: 0, asked: 0, cannotStore: false };
  const answers: AnnouncementAnswer[] = [];
  const logged: unknown[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    announcementQueueMachine.provide({
      actors: {
        fetchUnviewed: fromPromise<QueuedAnnouncement[]>(async () => {
          office.fetched += 1;
          if (office.unviewed instanceof Error) throw office.unviewed;
          return [...office.unviewed];
        }),
        storeAnswer: fromPromise<void, AnnouncementAnswer | null>(async ({ input }) => {
          if (office.cannotStore) throw new Error('full');
          if (input !== null) answers.push(input);
        }),
      },
      actions: {
        logFailure: (_, { error }) => void logged.push(error),
        askServer: () => {
          office.asked += 1;
        },
      },
    }),
    { clock },
  );
  actor.start();
  stop = () => void actor.stop();
  const fetched = () => waitFor(actor, (state) => state.matches({ list: 'fetched' }));
  const shown = () => {
    const state = actor.getSnapshot();
    return state.matches({ popup: 'shown' }) ? (state.context.queue[0]?.id ?? null) : null;
  };
  const pausing = () => waitFor(actor, (state) => state.matches({ popup: 'pausing' }));
  return { actor, clock, office, answers, logged, fetched, shown, pausing };
}

test('fetches on entry and every 300,000 ms, and shows the first', async () => {
  const { clock, office, fetched, shown } = start([announcement('a'), announcement('b')]);
  await fetched();
  expect(shown()).toBe('a');
  expect(ANNOUNCEMENT_REFRESH_MS).toBe(300_000);
  clock.increment(299_999);
  expect(office.fetched).toBe(1);
  clock.increment(1);
  expect([office.fetched, office.asked]).toEqual([2, 1]);
  await fetched();
  expect(shown()).toBe('a');
});

test('shows the next one 500 ms after the first was closed, and nothing after the last', async () => {
  const { actor, clock, answers, fetched, shown, pausing } = start([announcement('a'), announcement('b')]);
  await fetched();
  actor.send({ type: 'announcement.closed' });
  await pausing();
  expect(answers).toMatchObject([{ announcement: { id: 'a' }, acknowledgment: null }]);
  expect(NEXT_ANNOUNCEMENT_MS).toBe(500);
  clock.increment(499);
  expect(shown()).toBeNull();
  clock.increment(1);
  expect(shown()).toBe('b');
  actor.send({ type: 'announcement.closed' });
  await pausing();
  clock.increment(500);
  expect(shown()).toBeNull();
});

test('one that requires an acknowledgment can only be acknowledged', async () => {
  const { actor, answers, fetched, shown, pausing } = start([
    announcement('a', { requires_acknowledgment: true }),
  ]);
  await fetched();
  actor.send({ type: 'announcement.closed' });
  expect(shown()).toBe('a');
  actor.send({ type: 'announcement.acknowledged', signature: null });
  await pausing();
  expect(answers).toMatchObject([{ acknowledgment: { signature: null } }]);
});

test('an empty signature pad blocks the acknowledgment until it is signed', async () => {
  const { actor, answers, fetched, shown, pausing } = start([
    announcement('a', { requires_signature: true }),
  ]);
  await fetched();
  actor.send({ type: 'announcement.closed' });
  actor.send({ type: 'announcement.acknowledged', signature: null });
  expect(actor.getSnapshot().context.problem).toBe('Signature is required before acknowledging');
  expect([shown(), answers]).toEqual(['a', []]);
  actor.send({ type: 'signature.drawn' });
  expect(actor.getSnapshot().context.problem).toBeNull();
  actor.send({ type: 'announcement.acknowledged', signature: SIGNATURE });
  await pausing();
  expect(answers).toMatchObject([{ acknowledgment: { signature: SIGNATURE } }]);
});

test('a failed fetch is only logged, and tried again five minutes later', async () => {
  const { clock, office, logged, fetched, shown } = start(new Error('Network response was not ok'));
  await fetched();
  expect([shown(), logged.length]).toEqual([null, 1]);
  office.unviewed = [announcement('a')];
  clock.increment(ANNOUNCEMENT_REFRESH_MS);
  await fetched();
  expect(shown()).toBe('a');
});

test('a failed acknowledgment is only logged: the next one follows, and the next fetch asks again', async () => {
  const { actor, clock, office, logged, fetched, shown, pausing } = start([
    announcement('a'),
    announcement('b'),
  ]);
  await fetched();
  office.cannotStore = true;
  actor.send({ type: 'announcement.closed' });
  await pausing();
  expect(logged).toHaveLength(1);
  clock.increment(500);
  expect(shown()).toBe('b');
  office.cannotStore = false;
  actor.send({ type: 'announcement.closed' });
  await pausing();
  office.unviewed = [announcement('a')];
  clock.increment(ANNOUNCEMENT_REFRESH_MS);
  await fetched();
  expect(shown()).toBe('a');
});

test('what was answered is not shown again by a fetch that is behind; its edited text is', async () => {
  const { actor, clock, office, fetched, shown, pausing } = start([announcement('a')]);
  await fetched();
  actor.send({ type: 'announcement.closed' });
  await pausing();
  clock.increment(500);
  actor.send({ type: 'announcements.changed' });
  await fetched();
  expect(shown()).toBeNull();
  office.unviewed = [announcement('a', { content_hash: 'v2' })];
  actor.send({ type: 'announcements.changed' });
  await fetched();
  expect(shown()).toBe('a');
});

test('news from the device leave the one on the screen, its problem, and the pause alone', async () => {
  const { actor, clock, fetched, shown, pausing } = start([
    announcement('a', { requires_signature: true }),
    announcement('b'),
  ]);
  await fetched();
  actor.send({ type: 'announcement.acknowledged', signature: null });
  actor.send({ type: 'announcements.changed' });
  await fetched();
  expect(actor.getSnapshot().context.problem).toBe('Signature is required before acknowledging');
  actor.send({ type: 'announcement.acknowledged', signature: SIGNATURE });
  actor.send({ type: 'announcements.changed' });
  await pausing();
  clock.increment(250);
  actor.send({ type: 'announcements.changed' });
  await fetched();
  clock.increment(249);
  expect(shown()).toBeNull();
  clock.increment(1);
  expect(shown()).toBe('b');
});

test('an edit replaces the text on the screen, and a recall closes it', async () => {
  const { actor, office, fetched, shown } = start([announcement('a'), announcement('b')]);
  await fetched();
  office.unviewed = [announcement('b'), announcement('a', { content_hash: 'v2' })];
  actor.send({ type: 'announcements.changed' });
  await fetched();
  expect(actor.getSnapshot().context.queue[0]).toMatchObject({ id: 'a', content_hash: 'v2' });
  office.unviewed = [];
  actor.send({ type: 'announcements.changed' });
  await fetched();
  expect(shown()).toBeNull();
});

test('is never shown over a form with unsaved changes', async () => {
  const { actor, fetched, shown } = start([announcement('a')]);
  actor.send({ type: 'form.changed', isUnsaved: true });
  await fetched();
  expect(shown()).toBeNull();
  actor.send({ type: 'form.changed', isUnsaved: false });
  expect(shown()).toBe('a');
});
