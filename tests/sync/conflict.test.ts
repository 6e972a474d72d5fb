import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calendarEventById } from '#db/calendar-events.ts';
import { lunchBreakById } from '#db/lunch-breaks.ts';
import { openOverwritten } from '#db/overwritten.ts';
import { sessionById } from '#db/sessions.ts';
import { lunchEventId } from '#domain/lunch/desired-event.ts';
import {
  type Decision,
  decideConflict,
  type OpenConflict,
  openConflictOfRow,
  openConflictOfWrite,
} from '#sync/merge/conflict.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, outboxStates, type TestDevice } from '#tests/support/device.ts';
import {
  changeRow,
  deletedAnswer,
  deleteRow,
  drain,
  onlyWrite,
  type ServerRow,
  sentRow,
  staleAnswer,
} from '#tests/support/stale-rows.ts';

let device: TestDevice;

beforeEach(async () => {
  device = await openDevice();
});

afterEach(() => device.close());

async function openConflict(id: string): Promise<OpenConflict> {
  const found = await openConflictOfRow(device.db, id);
  if (found === null) throw new Error('Nothing is asked.');
  return found;
}

async function decide(id: string, decision: Decision) {
  return decideConflict(device.workspace, await openConflict(id), decision);
}

/** Pulls the row as someone else left it. */
async function pullRow(
  entity: 'session' | 'lunch' | 'student_note' | 'calendar_event',
  row: ServerRow | null,
  id: string,
): Promise<void> {
  const position = { ...(await syncPosition(device.db)), cursor: '1', is_refreshing: false };
  await device.db.meta.put(position);
  const isStored = await applyPage(device.db, position, {
    epoch: 'e',
    cursor: '2',
    more: false,
    server_time: '2026-03-10T18:00:00.000Z',
    is_fresh: false,
    scopes_added: [],
    scopes_removed: [],
    changes: [
      row === null
        ? { entity, id, scopes: [], left: [], row }
        : { entity, id, scopes: ['user:me'], left: [], row },
    ],
    done: [],
    total: null,
  });
  expect(isStored).toBe(true);
}

describe('a conflict about the same fields', () => {
  /** Mine: notes, duration. Theirs: notes, duration, waiver. */
  async function asked(): Promise<ServerRow> {
    const lunch = await sentRow(device, 'lunch', { notes: 'base', lunch_duration: 30 });
    await changeRow(device, 'lunch', lunch.id, { notes: 'mine', lunch_duration: 20 });
    const theirs = { notes: 'theirs', lunch_duration: 45, waiver_type: 'on_duty' };
    await drain(device, () => staleAnswer(lunch, theirs));
    return { ...lunch, ...theirs, version: 2 };
  }

  const cases: [what: string, choices: Record<string, 'mine' | 'theirs' | { text: string }>, body: object][] =
    [
      ['mine', { notes: 'mine', lunch_duration: 'mine' }, { notes: 'mine', lunch_duration: 20 }],
      ['mine of one', { notes: 'theirs', lunch_duration: 'mine' }, { lunch_duration: 20 }],
      [
        'a text of both',
        { notes: { text: 'mine\n\ntheirs' }, lunch_duration: 'theirs' },
        { notes: 'mine\n\ntheirs' },
      ],
    ];

  test.each(cases)('decided for %s is sent with their version under a new id', async (_, choices, body) => {
    const lunch = await asked();
    const before = await onlyWrite(device);
    expect(await decide(lunch.id, { kind: 'fields', choices })).toBe('decided');
    const write = await onlyWrite(device);
    expect(write).toMatchObject({ state: 'waiting', base_version: 2, merges: 0, problem: null });
    expect(write.write_id).not.toBe(before.write_id);
    expect(write.content.body).toEqual(body);
    expect(write.content.conflict).toBeUndefined();
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({
      waiver_type: 'on_duty',
      notes: 'theirs',
      lunch_duration: 45,
      ...body,
      record_state: 'waiting',
    });
  });

  test('decided for mine keeps their values in the history', async () => {
    const lunch = await asked();
    await decide(lunch.id, { kind: 'fields', choices: { notes: 'mine', lunch_duration: 'theirs' } });
    const { write_id } = await onlyWrite(device);
    await drain(device, () => ({ version: 3, row: { ...lunch, version: 3 } }));
    const history = await device.db.history.get(write_id);
    expect(await openOverwritten(device.db, history as never)).toEqual({ notes: 'theirs' });
  });

  test('decided for theirs leaves nothing to send, and is recorded', async () => {
    const lunch = await asked();
    const { write_id } = await onlyWrite(device);
    await decide(lunch.id, { kind: 'fields', choices: { notes: 'theirs', lunch_duration: 'theirs' } });
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.history.get(write_id)).toMatchObject({ outcome: 'discarded' });
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({
      notes: 'theirs',
      record_state: 'sent',
    });
  });

  test('decided for theirs lets a later change of the row merge with their version', async () => {
    const lunch = await sentRow(device, 'lunch', { notes: 'base' });
    await changeRow(device, 'lunch', lunch.id, { notes: 'mine' });
    let isAnswered = false;
    await drain(device, () => ({ status: 500, code: 'server.failed' }));
    await changeRow(device, 'lunch', lunch.id, { lunch_duration: 20 });
    device.clock.pass(600_000);
    await drain(device, () => {
      isAnswered = true;
      return staleAnswer(lunch, { notes: 'theirs' });
    });
    expect(isAnswered).toBe(true);
    expect(await outboxStates(device.db)).toEqual(['parked', 'blocked']);
    await decide(lunch.id, { kind: 'fields', choices: { notes: 'theirs' } });
    expect(await onlyWrite(device)).toMatchObject({ state: 'waiting', base_version: 1, depends_on: [] });
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ notes: 'theirs', lunch_duration: 20 });
  });

  test('keeps dependent writes behind it', async () => {
    const lunch = await asked();
    const { write_id } = await onlyWrite(device);
    const other = await sentRow(device, 'calendar');
    await queueWrite(device.workspace, {
      endpoint: 'calendar.update',
      opened: null,
      id: other.id,
      body: { event_title: 'Follows' },
      lane: 'day',
      depends_on: [write_id],
    });
    await decide(lunch.id, { kind: 'fields', choices: { notes: 'mine', lunch_duration: 'mine' } });
    const [first, second] = await device.db.outbox.orderBy('seq').toArray();
    expect(second).toMatchObject({ state: 'waiting', depends_on: [first?.write_id] });
  });

  test('reopens with their newest values if they changed the row again', async () => {
    const lunch = await asked();
    const seen = await openConflict(lunch.id);
    await pullRow('lunch', { ...lunch, notes: 'theirs again', version: 3 }, lunch.id);
    const choices = { notes: 'mine', lunch_duration: 'mine' } as const;
    expect(await decideConflict(device.workspace, seen, { kind: 'fields', choices })).toBe('conflict-again');
    expect(await outboxStates(device.db)).toEqual(['parked']);
    const now = await openConflict(lunch.id);
    expect(now.conflict).toMatchObject({ version: 3, fields: [{ theirs: 'theirs again' }, { theirs: 45 }] });
    expect(await decideConflict(device.workspace, now, { kind: 'fields', choices })).toBe('decided');
    expect(await onlyWrite(device)).toMatchObject({ base_version: 3 });
  });

  test('is decided as it is if they changed other fields', async () => {
    const lunch = await asked();
    const seen = await openConflict(lunch.id);
    await pullRow('lunch', { ...lunch, waiver_type: 'standing_6h', version: 3 }, lunch.id);
    const choices = { notes: 'mine', lunch_duration: 'mine' } as const;
    expect(await decideConflict(device.workspace, seen, { kind: 'fields', choices })).toBe('decided');
    expect(await onlyWrite(device)).toMatchObject({ base_version: 3 });
  });

  test('reopens on sending if they changed the row after the decision', async () => {
    const lunch = await asked();
    await decide(lunch.id, { kind: 'fields', choices: { notes: 'mine', lunch_duration: 'theirs' } });
    await drain(device, () => staleAnswer(lunch, { notes: 'theirs again' }));
    expect((await openConflict(lunch.id)).conflict).toMatchObject({
      version: 3,
      fields: [{ field: 'notes', base: 'theirs', mine: 'mine', theirs: 'theirs again' }],
    });
  });

  test('is gone once it was decided in another tab', async () => {
    const lunch = await asked();
    const seen = await openConflict(lunch.id);
    const decision: Decision = { kind: 'fields', choices: { notes: 'theirs', lunch_duration: 'theirs' } };
    expect(await decide(lunch.id, decision)).toBe('decided');
    expect(await decideConflict(device.workspace, seen, decision)).toBe('gone');
    expect(await openConflictOfWrite(device.db, seen.write.write_id)).toBeNull();
  });

  test('reopens if its author edits on without deciding', async () => {
    const lunch = await asked();
    await changeRow(device, 'lunch', lunch.id, { notes: 'written again', lunch_duration: 45 });
    expect(await openConflictOfRow(device.db, lunch.id)).toBeNull();
    expect(await onlyWrite(device)).toMatchObject({ state: 'waiting', base_version: 1 });
    await drain(device, () => staleAnswer(lunch, {}, 2));
    expect((await openConflict(lunch.id)).conflict.fields).toMatchObject([
      { field: 'notes', base: 'base', mine: 'written again', theirs: 'theirs' },
    ]);
  });

  test('about times is decided as one', async () => {
    const session = await sentRow(device, 'session');
    await changeRow(device, 'session', session.id, { start_time: '09:15', end_time: '09:45' });
    const theirs = { end_time: '09:45', actual_minutes: 45, direct_minutes: 45, duration_reason: 'ran long' };
    await drain(device, () => staleAnswer(session, theirs));
    await decide(session.id, { kind: 'fields', choices: { time: 'mine' } });
    expect((await onlyWrite(device)).content.body).toEqual({
      start_time: '09:15',
      actual_minutes: 30,
      direct_minutes: 30,
    });
    expect(await sessionById(device.db, session.id)).toMatchObject({
      start_time: '09:15',
      end_time: '09:45',
      actual_minutes: 30,
      duration_reason: 'ran long',
    });
  });

  test('without a decision for every field changes nothing', async () => {
    const lunch = await asked();
    await expect(decide(lunch.id, { kind: 'fields', choices: { notes: 'mine' } })).rejects.toThrow(TypeError);
    expect(await outboxStates(device.db)).toEqual(['parked']);
  });
});

describe('a change of a row deleted on the server', () => {
  async function asked(): Promise<ServerRow> {
    const session = await sentRow(device, 'session', { notes: 'base' });
    await changeRow(device, 'session', session.id, { notes: 'mine' });
    await drain(device, () => deletedAnswer);
    return session;
  }

  test('is a conflict, before and after a pull delivers the deletion', async () => {
    const session = await asked();
    const expected = {
      kind: 'deleted-there',
      fields: [{ field: 'notes', base: 'base', mine: 'mine', theirs: null }],
    };
    expect((await openConflict(session.id)).conflict).toMatchObject(expected);
    await pullRow('session', null, session.id);
    expect((await openConflict(session.id)).conflict).toMatchObject(expected);
  });

  test('leaves it deleted if its author says so, which is recorded', async () => {
    const session = await asked();
    const { write_id } = await onlyWrite(device);
    await decide(session.id, { kind: 'deleted-there', choice: 'keep-deleted' });
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.sessions.count()).toBe(0);
    expect(await device.db.history.get(write_id)).toMatchObject({ outcome: 'discarded' });
  });

  test('recreates it completely with the change, under a new id', async () => {
    const session = await asked();
    await pullRow('session', null, session.id);
    expect(await decide(session.id, { kind: 'deleted-there', choice: 'enter-again' })).toBe('decided');
    const write = await onlyWrite(device);
    expect(write).toMatchObject({
      endpoint: 'session.create',
      effect: 'create',
      base_version: null,
      state: 'waiting',
      attempts: 0,
    });
    expect(write.entity_id).not.toBe(session.id);
    expect(write.content.body).toMatchObject({
      id: write.entity_id,
      notes: 'mine',
      start_time: session.start_time,
      provider: session.provider,
    });
    expect(write.content.body).not.toHaveProperty('state');
    expect(await sessionById(device.db, session.id)).toBeNull();
    expect(await sessionById(device.db, write.entity_id)).toMatchObject({
      notes: 'mine',
      version: 0,
      record_state: 'waiting',
    });
  });

  test("recreates it in its student's file, at the creation's own URL", async () => {
    const student = uuidv7();
    const note = { student, provider: 'me', note_date: '2026-03-10', note: 'base' };
    const sent = { ...note, id: uuidv7(), captured_at: '', received_at: null, version: 1 };
    await pullRow('student_note', sent, sent.id);
    await queueWrite(device.workspace, {
      endpoint: 'student-note.update',
      opened: null,
      id: sent.id,
      body: { note: 'mine' },
      lane: `student:${student}`,
    });
    await drain(device, () => deletedAnswer);
    expect(await decide(sent.id, { kind: 'deleted-there', choice: 'enter-again' })).toBe('decided');
    const { content, entity_id } = await onlyWrite(device);
    expect(content).toMatchObject({
      endpoint: 'student-note.create',
      params: { id: student },
      body: { id: entity_id, student, note_date: '2026-03-10', note: 'mine' },
    });
    expect(content.body).not.toHaveProperty('provider');
  });

  test('recreates a lunch break with a new event, without the old one', async () => {
    const event = await sentRow(device, 'calendar');
    const lunch = await sentRow(device, 'lunch', { calendar_event_id: event.id });
    await queueWrite(device.workspace, {
      endpoint: 'lunch.update',
      opened: null,
      id: lunch.id,
      body: { lunch_duration: 20 },
      lane: 'day',
      brings: event.id,
    });
    await drain(device, () => deletedAnswer);
    await pullRow('calendar_event', null, event.id);
    expect(await calendarEventById(device.db, event.id)).toMatchObject({ duration: 20 });
    await decide(lunch.id, { kind: 'deleted-there', choice: 'enter-again' });
    const { content, entity_id } = await onlyWrite(device);
    const calendar_event_id = lunchEventId(entity_id);
    expect(content).toMatchObject({
      endpoint: 'lunch.create',
      body: { lunch_duration: 20, calendar_event_id },
    });
    expect(await calendarEventById(device.db, calendar_event_id)).toMatchObject({ duration: 20 });
    expect(await calendarEventById(device.db, event.id)).toBeNull();
  });
});

describe('a deletion of a row changed on the server', () => {
  async function asked(): Promise<ServerRow> {
    const lunch = await sentRow(device, 'lunch', { notes: 'base' });
    await deleteRow(device, 'lunch', lunch.id);
    await drain(device, () => staleAnswer(lunch, { notes: 'theirs' }));
    return { ...lunch, notes: 'theirs', version: 2 };
  }

  test('applies to the newer version if its author says so', async () => {
    const lunch = await asked();
    await decide(lunch.id, { kind: 'changed-there', choice: 'delete' });
    expect(await onlyWrite(device)).toMatchObject({
      effect: 'delete',
      state: 'waiting',
      base_version: 2,
      content: { base_values: { notes: 'theirs' } },
    });
    expect(await lunchBreakById(device.db, lunch.id)).toBeNull();
  });

  test('is discarded if its author says so, and the row is back with their change', async () => {
    const lunch = await asked();
    await decide(lunch.id, { kind: 'changed-there', choice: 'keep' });
    expect(await device.db.outbox.count()).toBe(0);
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({
      notes: 'theirs',
      record_state: 'sent',
    });
  });

  test('conflicts again if they changed it once more', async () => {
    const lunch = await asked();
    const seen = await openConflict(lunch.id);
    await pullRow('lunch', { ...lunch, notes: 'theirs again', version: 3 }, lunch.id);
    const decision: Decision = { kind: 'changed-there', choice: 'delete' };
    expect(await decideConflict(device.workspace, seen, decision)).toBe('conflict-again');
    expect((await openConflict(lunch.id)).conflict.fields).toMatchObject([{ theirs: 'theirs again' }]);
  });
});

test('a change of a closed row can be discarded', async () => {
  const session = await sentRow(device, 'session', { notes: 'a' });
  await changeRow(device, 'session', session.id, { notes: 'a\n\nb' });
  await drain(device, () => staleAnswer(session, { state: 'approved' }));
  expect((await openConflict(session.id)).conflict.kind).toBe('closed-there');
  await decide(session.id, { kind: 'closed-there' });
  expect(await device.db.outbox.count()).toBe(0);
  expect(await sessionById(device.db, session.id)).toMatchObject({ notes: 'a', state: 'approved' });
});

test('a write refused for another reason has no conflict', async () => {
  const lunch = await sentRow(device, 'lunch');
  await changeRow(device, 'lunch', lunch.id, { notes: 'mine' });
  await drain(device, () => ({ status: 422, code: 'period.locked', message: 'Locked.' }));
  expect(await openConflictOfRow(device.db, lunch.id)).toBeNull();
});
