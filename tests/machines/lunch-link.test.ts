import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { LunchOnCalendar, WishOf } from '#domain/lunch/calendar-wish.ts';
import { type LinkFailure, lunchLinkMachine } from '#machines/lunch-link.ts';
import { askedActor } from './asked-actor.ts';

const FRESH = '0195c9a0-0000-7000-8000-00000000f4e5';
const LINKED = '0195c9a0-0000-7000-8000-0000000011ed';

function lunch(changes: Partial<LunchOnCalendar> = {}): LunchOnCalendar {
  return {
    id: 'lunch-1',
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

function begin(changes: Partial<LunchOnCalendar> = {}, deleted = false) {
  const put = askedActor<void, WishOf<'put'> & { lunchId: string }>();
  const note = askedActor<void, WishOf<'note-waiver'>>();
  const removal = askedActor<void, WishOf<'remove'>>();
  const failures: LinkFailure[] = [];
  const actor = createActor(
    lunchLinkMachine.provide({
      actors: { putEvent: put.logic, noteWaiver: note.logic, removeEvent: removal.logic },
      actions: { logFailure: (_, failure) => void failures.push(failure) },
    }),
    { input: { lunch: lunch(changes), freshEventId: FRESH, deleted } },
  ).start();
  return {
    actor,
    put,
    note,
    removal,
    failures,
    state: () => actor.getSnapshot().value,
    settled: () => actor.getSnapshot().hasTag('settled'),
    link: () => actor.getSnapshot().context.lunch.calendar_event_id,
  };
}

describe('a lunch break saved without a waiver', () => {
  test('is linked to a new event', async () => {
    const { put, state, settled, link } = begin();
    expect(state()).toBe('linking');
    expect(settled()).toBe(false);
    expect(put.last().input).toMatchObject({
      lunchId: 'lunch-1',
      eventId: FRESH,
      fields: { event_title: 'Lunch Break', event_start_time: '12:00', event_end_time: '12:30' },
    });
    await put.last().answer();
    expect(state()).toBe('linked');
    expect(settled()).toBe(true);
    expect(link()).toBe(FRESH);
  });

  test('keeps the event it has when it moves', async () => {
    const { actor, put, state, link } = begin(linked);
    await put.last().answer();
    actor.send({
      type: 'lunch.saved',
      lunch: lunch({ ...linked, lunch_start_time: '2026-03-02T21:00:00.000Z' }),
    });
    expect(put.last().input).toMatchObject({ eventId: LINKED, fields: { event_start_time: '13:00' } });
    await put.last().answer();
    expect(state()).toBe('linked');
    expect(link()).toBe(LINKED);
  });

  test('keeps the event made here when the form did not know of it yet', async () => {
    const { actor, put, link } = begin();
    await put.last().answer();
    actor.send({ type: 'lunch.saved', lunch: lunch({ lunch_duration: 45 }) });
    expect(put.last().input).toMatchObject({ eventId: FRESH, fields: { duration: 45 } });
    await put.last().answer();
    expect(link()).toBe(FRESH);
  });
});

describe('a failure of the event', () => {
  test('is logged and leaves the lunch break as it was saved', async () => {
    const { actor, put, failures, state, settled } = begin();
    const error = new Error('calendar closed');
    await put.last().fail(error);
    expect(state()).toBe('unlinked');
    expect(settled()).toBe(true);
    expect(failures).toEqual([{ lunchId: 'lunch-1', wanted: 'put', error }]);
    expect(actor.getSnapshot().status).toBe('active');
    expect(actor.getSnapshot().context.lunch).toEqual(lunch());
  });

  test('is made good by a retry, with the same event id', async () => {
    const { actor, put, failures, state, link } = begin();
    await put.last().fail(new Error('calendar closed'));
    actor.send({ type: 'link.retried' });
    expect(put.last().input.eventId).toBe(FRESH);
    await put.last().answer();
    expect(state()).toBe('linked');
    expect(link()).toBe(FRESH);
    expect(failures).toHaveLength(1);
  });

  test('is made good by the next save', async () => {
    const { actor, put, state } = begin();
    await put.last().fail(new Error('calendar closed'));
    actor.send({ type: 'lunch.saved', lunch: lunch({ lunch_duration: 60 }) });
    expect(put.last().input.fields.duration).toBe(60);
    await put.last().answer();
    expect(state()).toBe('linked');
  });

  test('may be repeated, and is logged each time', async () => {
    const { actor, put, failures, state } = begin();
    await put.last().fail(new Error('calendar closed'));
    actor.send({ type: 'link.retried' });
    await put.last().fail(new Error('still closed'));
    expect(state()).toBe('unlinked');
    expect(failures).toHaveLength(2);
  });

  test('needs no removal when the lunch break is deleted', async () => {
    const { actor, put, removal, state } = begin();
    await put.last().fail(new Error('calendar closed'));
    actor.send({ type: 'lunch.deleted' });
    expect(state()).toEqual({ deleted: 'removed' });
    expect(removal.asked).toHaveLength(0);
  });
});

describe('a retry without need', () => {
  test('writes nothing', async () => {
    const { actor, put } = begin();
    actor.send({ type: 'link.retried' });
    await put.last().answer();
    actor.send({ type: 'link.retried' });
    expect(put.asked).toHaveLength(1);
  });
});

describe('a waived lunch break', () => {
  test('makes no event', () => {
    const { actor, put, note, state, settled } = begin(waived);
    expect(state()).toEqual({ waived: 'noted' });
    expect(settled()).toBe(true);
    actor.send({ type: 'link.retried' });
    expect(put.asked).toHaveLength(0);
    expect(note.asked).toHaveLength(0);
  });

  test('leaves its event in place and names the waiver there', async () => {
    const { note, put, removal, state, settled, link } = begin({ ...waived, ...linked });
    expect(settled()).toBe(false);
    expect(note.last().input).toMatchObject({
      eventId: LINKED,
      meeting_notes: expect.stringContaining('second_meal_12h'),
    });
    await note.last().answer();
    expect(state()).toEqual({ waived: 'noted' });
    expect(link()).toBe(LINKED);
    expect(put.asked.length + removal.asked.length).toBe(0);
  });

  test('names the waiver at an event that was made here', async () => {
    const { actor, put, note } = begin();
    await put.last().answer();
    actor.send({ type: 'lunch.saved', lunch: lunch(waived) });
    expect(note.last().input.eventId).toBe(FRESH);
  });

  test('logs a failure of the note and writes it on a retry', async () => {
    const { actor, note, failures, state, settled } = begin({ ...waived, ...linked });
    const error = new Error('calendar closed');
    await note.last().fail(error);
    expect(state()).toEqual({ waived: 'owing' });
    expect(settled()).toBe(true);
    expect(failures).toEqual([{ lunchId: 'lunch-1', wanted: 'note-waiver', error }]);
    actor.send({ type: 'link.retried' });
    await note.last().answer();
    expect(state()).toEqual({ waived: 'noted' });
  });

  test('gets its event when the waiver is withdrawn', async () => {
    const { actor, put, state } = begin(waived);
    actor.send({ type: 'lunch.saved', lunch: lunch() });
    expect(put.last().input.eventId).toBe(FRESH);
    await put.last().answer();
    expect(state()).toBe('linked');
  });

  test('without an event is deleted with nothing to remove', () => {
    const { actor, removal, state } = begin(waived);
    actor.send({ type: 'lunch.deleted' });
    expect(state()).toEqual({ deleted: 'removed' });
    expect(removal.asked).toHaveLength(0);
  });
});

describe('a deleted lunch break', () => {
  test('takes its event with it', async () => {
    const { actor, put, removal, state, settled } = begin();
    await put.last().answer();
    actor.send({ type: 'lunch.deleted' });
    expect(settled()).toBe(false);
    expect(removal.last().input).toEqual({ kind: 'remove', eventId: FRESH });
    await removal.last().answer();
    expect(state()).toEqual({ deleted: 'removed' });
    expect(settled()).toBe(true);
  });

  test('takes an event with it that was linked long ago', () => {
    const { put, removal } = begin(linked, true);
    expect(removal.last().input.eventId).toBe(LINKED);
    expect(put.asked).toHaveLength(0);
  });

  test('takes the event of a waived lunch break with it', async () => {
    const { actor, note, removal } = begin({ ...waived, ...linked });
    await note.last().answer();
    actor.send({ type: 'lunch.deleted' });
    expect(removal.last().input.eventId).toBe(LINKED);
  });

  test('stays deleted when the event cannot be removed, which is logged and retried', async () => {
    const { actor, removal, failures, state, settled } = begin(linked, true);
    const error = new Error('calendar closed');
    await removal.last().fail(error);
    expect(state()).toEqual({ deleted: 'owing' });
    expect(settled()).toBe(true);
    expect(failures).toEqual([{ lunchId: 'lunch-1', wanted: 'remove', error }]);
    actor.send({ type: 'link.retried' });
    await removal.last().answer();
    expect(state()).toEqual({ deleted: 'removed' });
  });

  test('is not revived by a save that comes late', async () => {
    const { actor, put, removal, state } = begin(linked, true);
    actor.send({ type: 'lunch.saved', lunch: lunch(linked) });
    await removal.last().answer();
    actor.send({ type: 'lunch.saved', lunch: lunch(linked) });
    expect(state()).toEqual({ deleted: 'removed' });
    expect(put.asked).toHaveLength(0);
  });
});

describe('a change while the calendar is written', () => {
  test('is carried out afterwards, one write at a time', async () => {
    const { actor, put, state } = begin();
    actor.send({ type: 'lunch.saved', lunch: lunch({ lunch_duration: 45 }) });
    actor.send({ type: 'lunch.saved', lunch: lunch({ lunch_duration: 60 }) });
    expect(put.asked).toHaveLength(1);
    await put.last().answer();
    expect(put.asked).toHaveLength(2);
    expect(put.last().input).toMatchObject({ eventId: FRESH, fields: { duration: 60 } });
    await put.last().answer();
    expect(state()).toBe('linked');
    expect(put.asked).toHaveLength(2);
  });

  test('is carried out although the first write failed', async () => {
    const { actor, put, failures, state } = begin();
    actor.send({ type: 'lunch.saved', lunch: lunch({ lunch_duration: 45 }) });
    await put.last().fail(new Error('calendar closed'));
    expect(failures).toHaveLength(1);
    expect(put.last().input.fields.duration).toBe(45);
    await put.last().answer();
    expect(state()).toBe('linked');
  });

  test('may be a waiver: the event that was being made stays, with the note', async () => {
    const { actor, put, note, state } = begin();
    actor.send({ type: 'lunch.saved', lunch: lunch(waived) });
    await put.last().answer();
    expect(note.last().input.eventId).toBe(FRESH);
    await note.last().answer();
    expect(state()).toEqual({ waived: 'noted' });
  });

  test('may be a deletion: the event that was being made goes', async () => {
    const { actor, put, removal, state } = begin();
    actor.send({ type: 'lunch.deleted' });
    actor.send({ type: 'lunch.saved', lunch: lunch() });
    expect(removal.asked).toHaveLength(0);
    await put.last().answer();
    expect(removal.last().input.eventId).toBe(FRESH);
    await removal.last().answer();
    expect(state()).toEqual({ deleted: 'removed' });
  });

  test.each([
    ['was written', true],
    ['failed', false],
  ])('may withdraw the waiver before its note %s', async (_, written) => {
    const { actor, note, put, state } = begin({ ...waived, ...linked });
    actor.send({ type: 'lunch.saved', lunch: lunch(linked) });
    expect(put.asked).toHaveLength(0);
    await (written ? note.last().answer() : note.last().fail(new Error('calendar closed')));
    expect(put.last().input).toMatchObject({ eventId: LINKED, fields: { meeting_notes: '' } });
    await put.last().answer();
    expect(state()).toBe('linked');
  });

  test('may be a deletion before the note of the waiver was written', async () => {
    const { actor, note, removal } = begin({ ...waived, ...linked });
    actor.send({ type: 'lunch.deleted' });
    await note.last().answer();
    expect(removal.last().input.eventId).toBe(LINKED);
  });
});
