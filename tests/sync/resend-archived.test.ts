import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AcknowledgedWrite, OutboxRow } from '#db/local-database.ts';
import { outboxCounts } from '#db/outbox.ts';
import { sessionById } from '#db/sessions.ts';
import { recordChange } from '#server/db/change-index.ts';
import { createApiClient } from '#sync/api-client.ts';
import { type DrainLock, drainBatch, type PushTransport } from '#sync/outbox/drain.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { inOldOrder, purgeAcknowledged, resendArchived } from '#sync/outbox/resend-archived.ts';
import { openTransport, type Sender } from '#sync/outbox/transport.ts';
import { drainWhileAnswered } from '#sync/outbox/worker-drain.ts';
import { pullAll } from '#sync/pull/pull.ts';
import { type ApiWorld, openApiWorld } from '#tests/server/api-world.ts';
import { usualKind } from '#tests/support/database.ts';
import { openDevice, scriptedServer, type TestDevice } from '#tests/support/device.ts';
import { fetchFrom } from '#tests/support/device-api.ts';
import { sessionEntry } from '#tests/support/device-entries.ts';
import { COPIED } from './simulator/tables.ts';

const DAY_MS = 86_400_000;

let world: ApiWorld;
let provider: { id: string; token: string };
let caseload: { service: string; student: string };
let device: TestDevice;
let other: TestDevice;

beforeAll(async () => {
  world = await openApiWorld(usualKind);
  const person = await world.addPerson();
  caseload = await world.addCaseload(person);
  provider = { id: person.id, token: (await world.signIn(person)).token };
  await world.db.execute(sql`create schema copy`);
  for (const table of COPIED) {
    await world.db.execute(sql`create table copy.${sql.identifier(table)} (like ${sql.identifier(table)})`);
  }
});
afterAll(() => world.close());
beforeEach(async () => {
  device = await openDevice({ user_id: provider.id });
  other = await openDevice({ user_id: provider.id });
});
afterEach(async () => {
  await device.close();
  await other.close();
});

/** As an operator does it: what came after the backup is gone, without notice. */
const copyTables = (from: string, to: string) =>
  world.db.transaction(async (tx) => {
    for (const table of COPIED) {
      await tx.execute(sql`delete from ${sql.raw(`${to}${table}`)}`);
      await tx.execute(
        sql`insert into ${sql.raw(`${to}${table}`)} select * from ${sql.raw(`${from}${table}`)}`,
      );
    }
  });
const backUp = () => copyTables('public.', 'copy.');
const restore = () => copyTables('copy.', 'public.');

function apiOf() {
  const tokens = { current: async () => provider.token, renew: async () => null };
  return createApiClient({ tokens, fetch: fetchFrom(world.app) });
}

function senderOf({ db, clock, workspace }: TestDevice): Sender {
  return { db, api: apiOf(), device_id: workspace.device_id, app_version: '1', clock };
}

function drain(one: TestDevice) {
  const transport = openTransport(senderOf(one));
  return drainWhileAnswered(() => drainBatch(one.db, transport, one.clock, one.lock));
}

const pull = ({ db, lock, workspace }: TestDevice) => pullAll(db, apiOf(), workspace.device_id, lock);

async function sync(one: TestDevice): Promise<void> {
  await drain(one);
  await pull(one);
}

async function createSession(one: TestDevice): Promise<string> {
  const body = sessionEntry({ student_ids: [caseload.student], service: caseload.service });
  const lane = `session:${body.id}`;
  await queueWrite(one.workspace, { endpoint: 'session.create', id: body.id, body, lane });
  return body.id;
}

const note = (one: TestDevice, id: string, notes: string) =>
  queueWrite(one.workspace, {
    endpoint: 'session.update',
    opened: null,
    id,
    body: { notes },
    lane: `session:${id}`,
  });

async function atServer(id: string): Promise<{ notes: string; version: number } | undefined> {
  const { rows } = await world.db.execute<{ notes: string; version: number }>(
    sql`select notes, version from sessions where id = ${id}::uuid`,
  );
  return rows[0];
}

/** A session that reached the server after its backup, with a change of it. */
async function givenLostSession(): Promise<string> {
  await sync(device);
  await backUp();
  const id = await createSession(device);
  await sync(device);
  await note(device, id, 'first');
  await sync(device);
  await restore();
  expect(await atServer(id)).toBeUndefined();
  return id;
}

describe('after a restore', () => {
  test('lost writes are queued again, visibly, and sent once more', async () => {
    const id = await givenLostSession();
    await pull(device);
    expect(await outboxCounts(device.db)).toMatchObject({ waiting: 2, attention: 0 });
    expect(await sessionById(device.db, id)).toMatchObject({ notes: 'first', record_state: 'waiting' });
    await sync(device);
    expect(await atServer(id)).toEqual({ notes: 'first', version: 2 });
    expect(await outboxCounts(device.db)).toMatchObject({ waiting: 0, attention: 0 });
    await pull(device);
    expect(await sessionById(device.db, id)).toMatchObject({
      notes: 'first',
      record_state: 'sent',
      version: 2,
    });
  });

  test('what the office deleted before the backup stays deleted, though the write of it is sent again', async () => {
    const id = await createSession(device);
    await drain(device);
    await world.db.transaction(async (tx) => {
      await tx.execute(
        sql`update sessions set deleted_at = now(), version = version + 1 where id = ${id}::uuid`,
      );
      await recordChange(tx, 'session', id, []);
    });
    await backUp();
    const later = await createSession(other);
    await sync(other);
    await pull(device);
    expect(await sessionById(device.db, id)).toBeNull();
    await restore();
    expect(await atServer(later)).toBeUndefined();
    await sync(device);
    await sync(device);
    expect(await outboxCounts(device.db)).toMatchObject({ waiting: 0, attention: 0 });
    await sync(device);
    expect(await sessionById(device.db, id)).toBeNull();
  });

  test('they go before the writes that were built on them, even if nothing was pulled since', async () => {
    const id = await givenLostSession();
    await note(device, id, 'second');
    await drain(device);
    expect(await atServer(id)).toEqual({ notes: 'second', version: 3 });
    expect(await outboxCounts(device.db)).toMatchObject({ waiting: 0, attention: 0 });
  });

  test('a device that lost nothing of its own drops what others had entered since the backup', async () => {
    await sync(other);
    const id = await givenLostSession();
    // It saw the session before the restore.
    await restoreAfter(async () => sync(other), id);
    await sync(other);
    expect(await sessionById(other.db, id)).toBeNull();
    await sync(device);
    await sync(device);
    await sync(other);
    expect(await sessionById(other.db, id)).toMatchObject({ notes: 'first', record_state: 'sent' });
  });

  /** The lost session comes back, something happens, and the server is restored once more. */
  async function restoreAfter(happens: () => Promise<void>, id: string): Promise<void> {
    await sync(device);
    await sync(device);
    expect(await atServer(id)).toBeDefined();
    await happens();
    expect(await sessionById(other.db, id)).not.toBeNull();
    await restore();
  }

  test('a change on the wire while a pull finds the restore survives a second one', async () => {
    const id = await createSession(device);
    await sync(device);
    await backUp();
    await createSession(other);
    await sync(other);
    // Its cursor proves the restore; nothing that it sent is lost.
    await pull(device);
    await restore();
    await note(device, id, 'on the wire');
    let pulling = Promise.resolve();
    const transport: PushTransport = async (batch) => {
      await new Promise<void>((resolve) => {
        const lock: DrainLock = (name, work) => {
          resolve();
          return device.lock(name, work);
        };
        pulling = pull({ ...device, lock }).finally(resolve);
      });
      return openTransport(senderOf(device))(batch);
    };
    await drainBatch(device.db, transport, device.clock, device.lock);
    await pulling;
    await drain(device);
    expect(await atServer(id)).toMatchObject({ notes: 'on the wire' });
    await restore();
    await sync(device);
    await sync(device);
    expect(await atServer(id)).toMatchObject({ notes: 'on the wire' });
  });

  test('a server that still knows a write answers as before, and runs it once', async () => {
    const id = await createSession(device);
    await note(device, id, 'kept');
    await sync(device);
    const before = await atServer(id);
    expect(await resendArchived(device.db)).toBeGreaterThan(0);
    await sync(device);
    expect(await atServer(id)).toEqual(before);
    expect(await sessionById(device.db, id)).toMatchObject({ notes: 'kept', record_state: 'sent' });
  });

  test('a change to a row that someone else changed meanwhile is merged as usual', async () => {
    const id = await createSession(device);
    await sync(device);
    await sync(other);
    await backUp();
    await note(device, id, 'mine');
    await sync(device);
    await restore();
    await queueWrite(other.workspace, {
      endpoint: 'session.update',
      opened: null,
      id,
      body: { modality: 'remote' },
      lane: `session:${id}`,
    });
    await sync(other);
    await sync(device);
    await sync(device);
    expect(await atServer(id)).toEqual({ notes: 'mine', version: 3 });
  });
});

describe('an acknowledged write', () => {
  const kept = () => device.db.acknowledged.toArray();

  test("is kept for 14 days by the server's clock, and no longer", async () => {
    await createSession(device);
    await sync(device);
    const [one] = await kept();
    const at = Date.parse(one?.acknowledged_at ?? '');
    await purgeAcknowledged(device.db, new Date(at + 14 * DAY_MS).toISOString());
    expect(await kept()).toHaveLength(1);
    await purgeAcknowledged(device.db, new Date(at + 14 * DAY_MS + 1).toISOString());
    expect(await kept()).toEqual([]);
  });

  test("is deleted even if the device's clock was years ahead", async () => {
    await createSession(device);
    await drain(device);
    await device.db.acknowledged.toCollection().modify({ acknowledged_at: '2040-01-01T00:00:00.000Z' });
    await purgeAcknowledged(device.db, '2026-03-10T00:00:00.000Z');
    expect(await kept()).toHaveLength(1);
    await purgeAcknowledged(device.db, '2026-03-25T00:00:00.000Z');
    expect(await kept()).toEqual([]);
  });

  test('is encrypted as it was in the outbox', async () => {
    await createSession(device);
    const [waiting] = await device.db.outbox.toArray();
    await drain(device);
    const [one] = await kept();
    expect(one?.write.sealed).toEqual(waiting?.sealed);
  });

  test('is handed in again by the worker, which has no key', async () => {
    await createSession(device);
    await sync(device);
    await createSession(device);
    const worker = device.connect(null);
    const server = scriptedServer(() => ({ version: 1 }));
    server.next = { kind: 'forgotten' };
    await drainWhileAnswered(() => drainBatch(worker, server.transport, device.clock, device.lock));
    expect(server.batches.map((batch) => batch.map(({ seq }) => seq))).toEqual([[2], [1, 2]]);
  });
});

describe('the original order', () => {
  const row = (seq: number, changes: Partial<OutboxRow> = {}): OutboxRow =>
    ({
      ...{
        seq,
        write_id: `w${seq}`,
        entity: 'session',
        entity_id: 'row',
        effect: 'update',
        state: 'waiting',
      },
      ...{ depends_on: [], base_version: null, attempts: 0, lane: 'lane' },
      ...changes,
    }) as OutboxRow;
  const acknowledged = (write: OutboxRow, version: number) =>
    ({
      order: write.seq,
      write_id: write.write_id,
      acknowledged_at: '',
      version,
      write,
    }) as AcknowledgedWrite;

  test('puts each write where it was, and never folds it with a new one', () => {
    const all = inOldOrder([acknowledged(row(1, { entity_id: 'a' }), 1), acknowledged(row(3), 4)], [row(2)]);
    expect(all.map(({ seq, attempts }) => [seq, attempts])).toEqual([
      [1, 1],
      [2, 0],
      [3, 1],
    ]);
  });

  test('gives a change of an acknowledged row the version of the new answer', () => {
    const all = inOldOrder([acknowledged(row(1, { base_version: 3 }), 4)], [row(2, { base_version: 4 })]);
    expect(all[1]).toMatchObject({ base_version: null, depends_on: ['w1'] });
  });

  test("keeps the version of a change that was based on someone else's", () => {
    const all = inOldOrder([acknowledged(row(1, { base_version: 3 }), 4)], [row(2, { base_version: 7 })]);
    expect(all[1]).toMatchObject({ base_version: 7, depends_on: ['w1'] });
  });

  test("restores dependencies on another row's write, if that is sent again", () => {
    const note = row(2, { entity_id: 'note', built_on: ['w1', 'gone'] });
    const all = inOldOrder([acknowledged(row(1, { entity_id: 'a' }), 1)], [note]);
    expect(all[1]?.depends_on).toEqual(['w1']);
  });
});
