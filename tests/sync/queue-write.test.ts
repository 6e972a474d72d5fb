import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { lunchBreakById } from '#db/lunch-breaks.ts';
import { outboxCounts, unsentWrites } from '#db/outbox.ts';
import { discardWrite, resendWrite } from '#sync/merge/needs-attention.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import {
  everythingStored,
  openDevice,
  outboxStates,
  type ScriptedServer,
  scriptedServer,
  type TestDevice,
} from '#tests/support/device.ts';
import { eventEntry, type LunchEntry, lunchEntry, lunchRow } from '#tests/support/device-entries.ts';

let device: TestDevice;

beforeEach(async () => {
  device = await openDevice();
});

afterEach(() => device.close());

const LANE = 'day:paula:2026-03-10';

function createLunch(lunch: LunchEntry, depends_on: string[] = []): Promise<string | null> {
  return queueWrite(device.workspace, {
    endpoint: 'lunch.create',
    id: lunch.id,
    body: lunch,
    lane: LANE,
    depends_on,
  });
}

function updateLunch(id: string, body: Partial<LunchEntry>, depends_on: string[] = []) {
  return queueWrite(device.workspace, {
    endpoint: 'lunch.update',
    opened: null,
    id,
    body,
    lane: LANE,
    depends_on,
  });
}

function deleteLunch(id: string) {
  return queueWrite(device.workspace, { endpoint: 'lunch.delete', id, body: undefined, lane: LANE });
}

async function createEvent(depends_on: string[] = []): Promise<string> {
  const event = eventEntry();
  const written = await queueWrite(device.workspace, {
    endpoint: 'calendar.create',
    id: event.id,
    body: event,
    lane: LANE,
    depends_on,
  });
  return written ?? '';
}

function drain(answer: ScriptedServer['answer']): Promise<unknown> {
  const { db, clock, lock } = device;
  return drainBatch(db, scriptedServer(answer).transport, clock, lock);
}

const refuse = () => ({ status: 422, code: 'period.locked', message: 'The period is locked.' });
const fail = () => ({ status: 500, code: 'server.failed', message: 'Something went wrong!' });

describe('a write', () => {
  test('is on the screen and in the outbox once it counts as saved', async () => {
    const lunch = lunchEntry({ notes: 'in the car' });
    const writeId = await createLunch(lunch);
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({
      notes: 'in the car',
      record_state: 'waiting',
      captured_by: device.workspace.user_id,
      received_at: null,
    });
    const [write] = await unsentWrites(device.db);
    expect(write).toMatchObject({
      write_id: writeId,
      endpoint: 'lunch.create',
      entity_id: lunch.id,
      effect: 'create',
      base_version: null,
      captured_at: '2026-03-10T18:00:00.000Z',
      state: 'waiting',
      attempts: 0,
    });
    expect(write?.content).toEqual({
      endpoint: 'lunch.create',
      endpoint_version: 2,
      params: {},
      body: lunch,
      base_values: {},
    });
  });

  test('wakes the sender after it is stored', async () => {
    const wake = vi.fn();
    device.workspace.wake = wake;
    await createLunch(lunchEntry());
    expect(wake).toHaveBeenCalledOnce();
  });

  test('leaves nothing if the device fails between the row and the outbox', async () => {
    const { db } = device;
    await db.open();
    const before = await everythingStored();
    db.outbox.hook('creating', () => {
      throw new Error('cut');
    });
    await expect(createLunch(lunchEntry())).rejects.toThrow('cut');
    expect(await everythingStored()).toBe(before);
    expect(await db.lunchBreaks.count()).toBe(0);
  });

  test('is not lost when another tab writes the same row', async () => {
    const lunch = lunchEntry();
    await createLunch(lunch);
    const other = { ...device.workspace, db: device.connect() };
    await Promise.all([
      updateLunch(lunch.id, { notes: 'mine' }),
      queueWrite(other, {
        endpoint: 'lunch.update',
        opened: null,
        id: lunch.id,
        body: { lunch_duration: 45 },
        lane: LANE,
      }),
    ]);
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ notes: 'mine', lunch_duration: 45 });
    const [write, ...others] = await unsentWrites(device.db);
    expect(others).toEqual([]);
    expect(write?.content.body).toMatchObject({ notes: 'mine', lunch_duration: 45 });
  });
});

describe('a change of a row with queued writes', () => {
  test('folds into a write that was never attempted', async () => {
    const lunch = lunchEntry();
    const created = await createLunch(lunch);
    expect(await updateLunch(lunch.id, { notes: 'a' })).toBe(created);
    expect(await updateLunch(lunch.id, { notes: 'b' })).toBe(created);
    const [write, ...others] = await unsentWrites(device.db);
    expect(others).toEqual([]);
    expect(write).toMatchObject({ effect: 'create', content: { body: { ...lunch, notes: 'b' } } });
  });

  test('cancels out a creation that was never attempted', async () => {
    const lunch = lunchEntry();
    const created = await createLunch(lunch);
    expect(await deleteLunch(lunch.id)).toBeNull();
    expect(await device.db.outbox.count()).toBe(0);
    expect(await device.db.lunchBreaks.count()).toBe(0);
    expect(await device.db.history.get(created ?? '')).toMatchObject({ outcome: 'cancelled' });
  });

  test('is queued behind a write that was attempted, and depends on it', async () => {
    const lunch = lunchEntry();
    const created = await createLunch(lunch);
    await drain(fail);
    const updated = await updateLunch(lunch.id, { notes: 'b' });
    const [first, second] = await unsentWrites(device.db);
    expect(first).toMatchObject({ write_id: created, content: { body: lunch } });
    expect(second).toMatchObject({ write_id: updated, depends_on: [created], base_version: null });
    expect(second?.content.base_values).toEqual({ notes: '' });
  });

  test('leaves the writes before it unchanged', async () => {
    const lunch = lunchEntry();
    await createLunch(lunch);
    await drain(fail);
    const [before] = await device.db.outbox.toArray();
    await updateLunch(lunch.id, { notes: 'b' });
    const [after] = await device.db.outbox.orderBy('seq').toArray();
    expect(after).toEqual(before);
  });

  test('names the version and the values that it was based on', async () => {
    const lunch = lunchEntry();
    await createLunch(lunch);
    const row = lunchRow(device.workspace.user_id, 3, { ...lunch, notes: 'server' });
    await drain(() => ({ version: 3, row }));
    await updateLunch(lunch.id, { notes: 'mine', lunch_duration: 45 });
    const [write] = await unsentWrites(device.db);
    expect(write?.base_version).toBe(3);
    expect(write?.content.base_values).toEqual({ notes: 'server', lunch_duration: 30 });
    expect(write?.content.params).toEqual({ id: lunch.id });
  });

  test('is refused if the device knows that the row was deleted', async () => {
    const lunch = lunchEntry();
    await createLunch(lunch);
    await drain(fail);
    await deleteLunch(lunch.id);
    const before = await everythingStored();
    await expect(updateLunch(lunch.id, { notes: 'late' })).rejects.toThrow(new ApiError('record.deleted'));
    await expect(updateLunch(lunchEntry().id, {})).rejects.toThrow(new ApiError('record.absent'));
    await expect(createLunch(lunch)).rejects.toThrow(new ApiError('record.exists'));
    expect(await everythingStored()).toBe(before);
  });

  test('hides a row on the server until its deletion is confirmed', async () => {
    const lunch = lunchEntry();
    await createLunch(lunch);
    await drain(() => ({ version: 1, row: lunchRow(device.workspace.user_id, 1, lunch) }));
    await deleteLunch(lunch.id);
    expect(await lunchBreakById(device.db, lunch.id)).toBeNull();
    expect((await device.db.lunchBreaks.get(lunch.id))?.is_gone).toBe(1);
    await drain(() => ({ status: 204 }));
    expect(await device.db.lunchBreaks.count()).toBe(0);
  });
});

describe('a reference to something created later', () => {
  test("doesn't fold into the write before it, where it would wait for itself", async () => {
    const lunch = lunchEntry();
    const created = await createLunch(lunch);
    const event = await createEvent([created ?? '']);
    await updateLunch(lunch.id, { calendar_event_id: event }, [event]);
    expect((await unsentWrites(device.db)).map((write) => write.endpoint)).toEqual([
      'lunch.create',
      'calendar.create',
      'lunch.update',
    ]);
    const server = scriptedServer((row) => ({
      version: 1,
      row: { ...lunch, id: row.entity_id, version: 1 },
    }));
    const { db, clock, lock } = device;
    for (let round = 0; round < 3; round += 1) await drainBatch(db, server.transport, clock, lock);
    expect(await db.outbox.count()).toBe(0);
    expect(server.batches.flat().map((row) => row.endpoint)).toEqual([
      'lunch.create',
      'calendar.create',
      'lunch.update',
    ]);
  });
});

describe('a refused write', () => {
  async function refusedLunch(): Promise<{ lunch: LunchEntry; created: string }> {
    const lunch = lunchEntry();
    const created = (await createLunch(lunch)) ?? '';
    await drain(refuse);
    expect(await outboxStates(device.db)).toEqual(['parked']);
    return { lunch, created };
  }

  test('folds with its correction under a new id and is sent again', async () => {
    const { lunch, created } = await refusedLunch();
    const corrected = await updateLunch(lunch.id, { notes: 'corrected' });
    expect(corrected).not.toBe(created);
    const [write, ...others] = await unsentWrites(device.db);
    expect(others).toEqual([]);
    expect(write).toMatchObject({
      write_id: corrected,
      effect: 'create',
      state: 'waiting',
      attempts: 0,
      problem: null,
      content: { endpoint: 'lunch.create', body: { ...lunch, notes: 'corrected' } },
    });
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ record_state: 'waiting' });
  });

  test('blocks its dependents from the start, and holds up nothing else in its lane', async () => {
    const { created } = await refusedLunch();
    await createLunch(lunchEntry(), [created]);
    await createLunch(lunchEntry());
    expect(await outboxStates(device.db)).toEqual(['parked', 'blocked', 'waiting']);
    expect(await outboxCounts(device.db)).toMatchObject({ attention: 2, waiting: 1 });
    await drain((row) => ({ version: 1, row: lunchRow('p', 1, { id: row.entity_id }) }));
    expect(await outboxStates(device.db)).toEqual(['parked', 'blocked']);
  });

  test('keeps a change of a blocked row blocked', async () => {
    const { created } = await refusedLunch();
    const lunch = lunchEntry();
    await createLunch(lunch, [created]);
    await updateLunch(lunch.id, { notes: 'x' });
    expect(await outboxStates(device.db)).toEqual(['parked', 'blocked']);
  });

  test('releases all of its dependents, direct and indirect, once it is corrected', async () => {
    const { lunch, created } = await refusedLunch();
    const event = await createEvent([created]);
    await createLunch(lunchEntry(), [event]);
    expect(await outboxStates(device.db)).toEqual(['parked', 'blocked', 'blocked']);
    const corrected = await updateLunch(lunch.id, { notes: 'corrected' });
    expect(await outboxStates(device.db)).toEqual(['waiting', 'waiting', 'waiting']);
    const [, second] = await device.db.outbox.orderBy('seq').toArray();
    expect(second?.depends_on).toEqual([corrected]);
  });

  test('releases all of its dependents once it is sent again, under a new id', async () => {
    const { created } = await refusedLunch();
    const event = await createEvent([created]);
    await createLunch(lunchEntry(), [event]);
    await resendWrite(device.workspace, created);
    const rows = await device.db.outbox.orderBy('seq').toArray();
    expect(rows.map((row) => row.state)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(rows[0]?.write_id).not.toBe(created);
    expect(rows[1]?.depends_on).toEqual([rows[0]?.write_id]);
    expect((await unsentWrites(device.db))[0]?.content.endpoint).toBe('lunch.create');
  });

  test('stays blocked while it depends on a second refused one', async () => {
    const one = await refusedLunch();
    const two = await refusedLunchBeside();
    await createEvent([one.created, two]);
    await resendWrite(device.workspace, one.created);
    expect(await outboxStates(device.db)).toEqual(['waiting', 'parked', 'blocked']);
    await resendWrite(device.workspace, two);
    expect(await outboxStates(device.db)).toEqual(['waiting', 'waiting', 'waiting']);
  });

  async function refusedLunchBeside(): Promise<string> {
    const created = (await createLunch(lunchEntry())) ?? '';
    await drain(refuse);
    return created;
  }

  test('is discarded with all of its dependents; the discard is recorded', async () => {
    const { lunch, created } = await refusedLunch();
    const event = await createEvent([created]);
    const free = await createLunch(lunchEntry());
    await discardWrite(device.workspace, created);
    expect((await device.db.outbox.toArray()).map((row) => row.write_id)).toEqual([free]);
    expect(await lunchBreakById(device.db, lunch.id)).toBeNull();
    expect((await device.db.history.bulkGet([created, event])).map((row) => row?.outcome)).toEqual([
      'discarded',
      'discarded',
    ]);
  });

  test("restores the server's row when a change is discarded", async () => {
    const lunch = lunchEntry();
    await createLunch(lunch);
    await drain(() => ({ version: 1, row: lunchRow('p', 1, { ...lunch, notes: 'server' }) }));
    const updated = await updateLunch(lunch.id, { notes: 'mine' });
    await drain(refuse);
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({
      notes: 'mine',
      record_state: 'attention',
    });
    await discardWrite(device.workspace, updated ?? '');
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({
      notes: 'server',
      record_state: 'sent',
      version: 1,
    });
  });

  test('is sent again on the version that its author saw, even if a pull delivered a newer one', async () => {
    const lunch = lunchEntry();
    await createLunch(lunch);
    await drain(() => ({ version: 1, row: lunchRow('p', 1, lunch) }));
    const updated = await updateLunch(lunch.id, { notes: 'mine' });
    await drain(refuse);
    await device.db.lunchBreaks.update(lunch.id, { version: 2 });
    await resendWrite(device.workspace, updated ?? '');
    expect((await unsentWrites(device.db))[0]).toMatchObject({ state: 'waiting', base_version: 1 });
  });

  test("can't be discarded under its old id once it was sent again", async () => {
    const { created } = await refusedLunch();
    await resendWrite(device.workspace, created);
    await discardWrite(device.workspace, created);
    expect(await outboxStates(device.db)).toEqual(['waiting']);
  });

  test('can be discarded, but never a write that may be in flight', async () => {
    const created = await createLunch(lunchEntry());
    await discardWrite(device.workspace, created ?? '');
    await resendWrite(device.workspace, created ?? '');
    expect((await device.db.outbox.toArray()).map((row) => row.write_id)).toEqual([created]);
  });
});
