import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PushedWrite } from '#contract/sync.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { postText, RawSocket } from '#tests/support/raw-socket.ts';
import type { RealServer } from '#tests/support/real-server.ts';
import { type Author, type FaultWorld, openFaultWorld } from './fault-world.ts';
import { faultsOf } from './whole-writes.ts';
import { Traffic, WritingDevice } from './writing-device.ts';

const MANY = 60;
/** Answers that each connection asks for and leaves unread: the first one fills what a socket holds. */
const UNREAD = Number(process.env.FIRE_UNREAD ?? 2);

let empty: TestDatabase;
let world: FaultWorld;
let server: RealServer;
let author: Author;
let device: WritingDevice;
const traffic = new Traffic();

beforeAll(async () => {
  empty = await openTestDatabase('postgres');
  world = await openFaultWorld(empty.url, 1);
  server = world.addServer();
  await server.start();
  const [first] = world.authors;
  if (first === undefined) throw new Error('nobody');
  author = first;
  device = new WritingDevice(author, 'push', world.today, () => server.address, traffic);
});
afterAll(async () => {
  await world?.close();
  await empty?.close();
});

/** A push of these writes as bytes. */
async function pushText(writes: readonly PushedWrite[]): Promise<{ head: string; body: string }> {
  const body = JSON.stringify({
    device: {
      device_id: author.device_id,
      device_now: new Date().toISOString(),
      app_version: '1.0.0',
      unsent_count: writes.length,
      unsent_since: null,
    },
    writes,
  });
  const whole = postText('/api/sync/push/', { authorization: `Bearer ${await author.token()}` }, body);
  return { head: whole.slice(0, whole.length - body.length), body };
}

const openMany = () => Promise.all(Array.from({ length: MANY }, () => RawSocket.open(server.address)));

/** Checks that the server still accepts writes, and has stored nothing partially. */
async function expectServed(): Promise<void> {
  await device.handIn(device.take(6));
  await device.handIn(device.take(3), 'routes');
  expect(traffic).toMatchObject({ wrong: [], cut: 0, busy: 0 });
  expect(await world.inspect((db) => faultsOf(db, [device]))).toEqual([]);
}

async function storedKeys(writes: readonly PushedWrite[]): Promise<number> {
  const { rows } = await empty.db.execute<{ key: string }>('select key::text from idempotency_keys');
  const keys = new Set(rows.map(({ key }) => key));
  return writes.filter(({ write_id }) => keys.has(write_id)).length;
}

describe('a server stays available', () => {
  test('despite connections without data', async () => {
    const sockets = await openMany();
    await expectServed();
    for (const socket of sockets) socket.vanish();
    await expectServed();
  });

  test('despite slow bodies, and accepts them once complete', async () => {
    const sockets = await openMany();
    const writes = device.take(MANY).slice(0, MANY);
    const texts = await Promise.all(sockets.map(() => pushText(writes.slice(0, 1))));
    for (const [at, socket] of sockets.entries()) await socket.send(texts[at]?.head ?? '');
    for (let byte = 0; byte < 40; byte += 1) {
      for (const [at, socket] of sockets.entries()) await socket.send(texts[at]?.body[byte] ?? '');
    }
    await expectServed();
    expect(await storedKeys(writes)).toBe(0);
    for (const [at, socket] of sockets.entries()) await socket.send(texts[at]?.body.slice(40) ?? '');
    // All of them were the same write.
    await Promise.all(sockets.map((socket) => socket.untilReceived('"status":201')));
    expect(await storedKeys(writes)).toBe(1);
    for (const socket of sockets) socket.vanish();
    await device.handIn(writes);
    await expectServed();
  });

  test('despite interrupted requests, and stores nothing of them', async () => {
    const sockets = await openMany();
    const writes = device.take(10);
    const { head, body } = await pushText(writes);
    const whole = head + body;
    // Each ends elsewhere: within the headers, at the body's first byte, before its last one.
    await Promise.all(
      sockets.map(async (socket, at) => {
        await socket.send(whole.slice(0, Math.floor((whole.length * (at + 1)) / (MANY + 1))));
        if (at % 2 === 0) socket.vanish();
        else socket.finish();
      }),
    );
    await Promise.all(sockets.filter((_, at) => at % 2 === 1).map((socket) => socket.untilClosed()));
    await expectServed();
    expect(await storedKeys(writes)).toBe(0);
    await device.handIn(writes);
    await expectServed();
  });

  test('despite bodies that are longer or shorter than announced', async () => {
    const [long, short] = [device.take(2), device.take(2)];
    for (const [writes, difference] of [
      [long, -10],
      [short, 10],
    ] as const) {
      const { body } = await pushText(writes);
      const socket = await RawSocket.open(server.address);
      const headers = { authorization: `Bearer ${await author.token()}` };
      await socket.send(postText('/api/sync/push/', headers, body, Buffer.byteLength(body) + difference));
      if (difference > 0) socket.finish();
      else await socket.untilReceived('HTTP/1.1 400');
      await socket.untilClosed();
      expect(await storedKeys(writes)).toBe(0);
      await device.handIn(writes);
    }
    await expectServed();
  });

  test('despite huge headers, which it rejects', async () => {
    const sockets = await openMany();
    await Promise.all(
      sockets.map(async (socket) => {
        await socket.send(postText('/api/sync/push/', { cookie: 'x'.repeat(64 * 1_024) }, '{}'));
        await socket.untilReceived('HTTP/1.1 431');
        await socket.untilClosed();
      }),
    );
    await expectServed();
  });

  test('despite clients that vanish before their answer, whose writes are stored completely or not at all', async () => {
    const batches = Array.from({ length: MANY }, () => device.take(4));
    const sockets = await openMany();
    await Promise.all(
      sockets.map(async (socket, at) => {
        const { head, body } = await pushText(batches[at] ?? []);
        await socket.send(head + body);
        socket.vanish();
      }),
    );
    await expectServed();
    for (const batch of batches) await device.handIn(batch);
    await expectServed();
    expect(device.told.size).toBe(device.sent.size);
  });

  test('despite clients that never read their answers', async () => {
    const sockets = await openMany();
    const headers = { host: 'caseload.test', authorization: `Bearer ${await author.token()}` };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const pull = `GET /api/sync/pull/?limit=2000 HTTP/1.1\r\n${lines.join('')}\r\n`;
    await Promise.all(
      sockets.map(async (socket) => {
        socket.stopReading();
        await socket.send(pull.repeat(UNREAD));
      }),
    );
    await expectServed();
    for (const socket of sockets) socket.vanish();
    await expectServed();
  });
});
