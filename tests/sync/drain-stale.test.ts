import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WriteAnswer } from '#contract/sync.ts';
import { lunchBreakById } from '#db/lunch-breaks.ts';
import { MOST_MERGES } from '#sync/merge/merge-upon.ts';
import { drainBatch } from '#sync/outbox/drain.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { openDevice, outboxStates, scriptedServer, type TestDevice } from '#tests/support/device.ts';
import {
  changeRow,
  drain,
  onlyWrite,
  type ServerRow,
  sentRow,
  staleAnswer,
} from '#tests/support/stale-rows.ts';

let device: TestDevice;
let lunch: ServerRow;

beforeEach(async () => {
  device = await openDevice();
  lunch = await sentRow(device, 'lunch');
  await changeRow(device, 'lunch', lunch.id, { notes: 'mine' });
});

afterEach(() => device.close());

describe('a stale change', () => {
  test('is merged with the newer row under a new key if the fields differ', async () => {
    const before = await onlyWrite(device);
    await drain(device, () => staleAnswer(lunch, { lunch_duration: 45 }));
    const write = await onlyWrite(device);
    expect(write).toMatchObject({ state: 'waiting', base_version: 2, merges: 1, seq: before.seq });
    expect(write.write_id).not.toBe(before.write_id);
    expect(write.content.body).toEqual({ notes: 'mine' });
    expect(await lunchBreakById(device.db, lunch.id)).toMatchObject({ notes: 'mine', lunch_duration: 45 });
  });

  test('keeps dependent writes behind it', async () => {
    const { db, clock, lock } = device;
    const server = scriptedServer(() => staleAnswer(lunch, { lunch_duration: 45 }));
    server.next = { kind: 'no-answer' };
    await drainBatch(db, server.transport, clock, lock);
    await changeRow(device, 'lunch', lunch.id, { notes: 'mine too' });
    await drainBatch(db, server.transport, clock, lock);
    const [first, second] = await db.outbox.orderBy('seq').toArray();
    expect(second?.depends_on).toEqual([first?.write_id]);
    expect(await lunchBreakById(db, lunch.id)).toMatchObject({ notes: 'mine too', lunch_duration: 45 });
  });

  test("merges the writes behind it too, because their author hasn't seen the newer row", async () => {
    const { db, clock, lock } = device;
    const server = scriptedServer(() => staleAnswer(lunch, { lunch_duration: 45 }));
    server.next = { kind: 'no-answer' };
    await drainBatch(db, server.transport, clock, lock);
    await changeRow(device, 'lunch', lunch.id, { lunch_duration: 20 });
    await drainBatch(db, server.transport, clock, lock);
    const merged = { ...lunch, notes: 'mine', lunch_duration: 45, version: 3 };
    await drainBatch(db, scriptedServer(() => ({ version: 3, row: merged })).transport, clock, lock);
    // With the version that it has not seen, it would silently overwrite the other's minutes.
    expect((await onlyWrite(device)).base_version).toBeLessThan(3);
  });

  test('merges automatically a few times, then becomes a conflict', async () => {
    let version = 1;
    const answer = () => staleAnswer(lunch, { lunch_duration: ++version }, version);
    for (let round = 0; round < MOST_MERGES; round += 1) {
      await drain(device, answer);
      expect(await outboxStates(device.db)).toEqual(['waiting']);
    }
    await drain(device, answer);
    expect(await outboxStates(device.db)).toEqual(['parked']);
  });

  test('waits for a page if the worker, without the key, gets the answer', async () => {
    const { db, clock, lock } = device;
    const worker = device.connect(null);
    const { row: _, ...acknowledgement } = staleAnswer(lunch, {});
    const closed = scriptedServer(() => acknowledgement);
    await drainBatch(worker, closed.transport, clock, lock);
    expect((await drainBatch(worker, closed.transport, clock, lock)).outcome).toBe('nothing');
    const row = { ...lunch, notes: 'mine', lunch_duration: 45, version: 3 };
    await drainWhileAnswered(() =>
      drain(device, (write) =>
        write.base_version === 1 ? staleAnswer(lunch, { lunch_duration: 45 }) : { version: 3, row },
      ),
    );
    expect(await db.outbox.count()).toBe(0);
    expect(await lunchBreakById(db, lunch.id)).toMatchObject({ notes: 'mine', version: 3 });
  });

  test("doesn't go back to an older row than a pull has delivered meanwhile", async () => {
    const { db, clock, lock } = device;
    await drainBatch(
      db,
      async ([row]) => {
        await db.lunchBreaks.update(lunch.id, { version: 3 });
        const answer = { write_id: row?.write_id ?? '', version: null, ...staleAnswer(lunch, {}) };
        return { kind: 'answers', answers: [answer as WriteAnswer] };
      },
      clock,
      lock,
    );
    expect((await db.lunchBreaks.get(lunch.id))?.version).toBe(3);
    expect(await outboxStates(db)).toEqual(['waiting']);
  });
});
