import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { type DesiredEvent, type LunchOnCalendar, lunchEventId } from '#domain/lunch/desired-event.ts';
import { type LinkFailure, lunchLinkMachine } from '#machines/lunch-link.ts';
import { deferredActor } from './deferred-actor.ts';

const LINKED = '0195c9a0-0000-7000-8000-0000000011ed';
const LUNCH = '0195c9a0-0000-7000-8000-000000000001';

function lunch(changes: Partial<LunchOnCalendar> = {}): LunchOnCalendar {
  return {
    id: LUNCH,
    provider: 'provider-7',
    lunch_start_time: '2026-03-02T20:00:00.000Z',
    lunch_duration: 30,
    waiver_type: '',
    calendar_event_id: null,
    ...changes,
  };
}

const waived = { waiver_type: 'second_meal_12h' } as const;
const linked = { calendar_event_id: LINKED };

/** @param stored the stored break; null for a new one */
function begin(stored: LunchOnCalendar | null) {
  const write = deferredActor<void, { desired: DesiredEvent; isEventOwed: boolean }>();
  const failures: LinkFailure[] = [];
  const actor = createActor(
    lunchLinkMachine.provide({
      actors: { write: write.logic },
      actions: { logFailure: (_, failure) => void failures.push(failure) },
    }),
    { input: { lunch: stored } },
  ).start();
  return {
    actor,
    write,
    failures,
    state: () => actor.getSnapshot().value,
    save: (changes: Partial<LunchOnCalendar> = {}) =>
      actor.send({ type: 'lunch.saved', lunch: lunch(changes) }),
  };
}

test.each([
  ['a new break', null, 'none'],
  ['one without an event', lunch(waived), 'none'],
  ['one with its event', lunch(linked), 'linked'],
  ['one that was waived after it had its event', lunch({ ...linked, ...waived }), 'waived'],
])('%s starts in the state derived from the stored break', (_, stored, state) => {
  expect(begin(stored).state()).toBe(state);
});

describe('a lunch break saved without a waiver', () => {
  test('is written with its own event', async () => {
    const { write, state, save } = begin(null);
    save();
    expect(state()).toBe('linking');
    expect(write.last().input).toMatchObject({
      desired: {
        kind: 'put',
        eventId: lunchEventId(LUNCH),
        fields: { event_title: 'Lunch Break', event_start_time: '12:00', event_end_time: '12:30' },
      },
      isEventOwed: false,
    });
    await write.last().answer();
    expect(state()).toBe('linked');
  });

  test('keeps its event when it moves', async () => {
    const { write, state, save } = begin(lunch(linked));
    save({ ...linked, lunch_start_time: '2026-03-02T21:00:00.000Z' });
    expect(write.last().input.desired).toMatchObject({
      eventId: LINKED,
      fields: { event_start_time: '13:00' },
    });
    await write.last().answer();
    expect(state()).toBe('linked');
  });

  test('gets an event when its waiver is withdrawn', async () => {
    const { write, state, save } = begin(lunch(waived));
    save();
    await write.last().answer();
    expect(state()).toBe('linked');
  });
});

describe('a waived lunch break', () => {
  test('is written without an event', async () => {
    const { write, state, save } = begin(null);
    save(waived);
    expect(write.last().input.desired).toEqual({ kind: 'none' });
    await write.last().answer();
    expect(state()).toBe('none');
  });

  test('keeps its event, whose note names the waiver', async () => {
    const { write, state, save } = begin(lunch(linked));
    save({ ...linked, ...waived });
    expect(write.last().input.desired).toMatchObject({
      kind: 'note-waiver',
      eventId: LINKED,
      meeting_notes: expect.stringContaining('second_meal_12h'),
    });
    await write.last().answer();
    expect(state()).toBe('waived');
  });
});

describe('a deleted lunch break', () => {
  test.each([
    ['linked', lunch(linked)],
    ['waived', lunch({ ...linked, ...waived })],
  ])('deletes its event when it is %s', async (_, stored) => {
    const { actor, write, state } = begin(stored);
    actor.send({ type: 'lunch.deleted' });
    expect(write.last().input.desired).toEqual({ kind: 'remove', eventId: LINKED });
    await write.last().answer();
    expect(state()).toBe('none');
  });

  test('does nothing without an event', async () => {
    const { actor, write, state } = begin(lunch(waived));
    actor.send({ type: 'lunch.deleted' });
    expect(write.last().input.desired).toEqual({ kind: 'none' });
    await write.last().answer();
    expect(state()).toBe('none');
  });
});

describe("an event that can't be written", () => {
  test('is logged, and written when the link is retried', async () => {
    const { actor, write, failures, state, save } = begin(null);
    save();
    actor.send({ type: 'link.failed', error: new Error('The disk is full.') });
    expect(state()).toBe('failed');
    expect(failures).toMatchObject([
      { lunchId: LUNCH, wanted: 'put', error: { message: 'The disk is full.' } },
    ]);
    actor.send({ type: 'link.retried' });
    expect(state()).toBe('linking');
    expect(write.last().input).toMatchObject({ desired: { kind: 'put' }, isEventOwed: true });
    await write.last().answer();
    expect(state()).toBe('linked');
  });

  test('is written with the next save', async () => {
    const { actor, write, state, save } = begin(null);
    save();
    actor.send({ type: 'link.failed', error: new Error('The disk is full.') });
    save({ lunch_duration: 45 });
    expect(write.last().input).toMatchObject({ desired: { fields: { duration: 45 } }, isEventOwed: false });
    await write.last().answer();
    expect(state()).toBe('linked');
  });
});

test('a break that could not be stored owes no event', async () => {
  const { actor, write, state, failures, save } = begin(null);
  save();
  await write.last().fail(new Error('The disk is full.'));
  expect(state()).toBe('failed');
  expect(failures).toEqual([]);
  actor.send({ type: 'link.retried' });
  expect(state()).toBe('failed');
});
