import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { CONNECTION_LIMITS } from '#server/connection-limits.ts';
import type { PostgresDatabase } from '#server/db/postgres.ts';
import { type ApiWorld, openApiWorld, sessionBody } from '#tests/server/api-world.ts';
import { settled, usualKind } from '#tests/support/database.ts';
import { postText, RawSocket } from '#tests/support/raw-socket.ts';
import { HintStream } from './hint-stream.ts';

const SHORT = { headersMs: 200, requestMs: 400, silenceMs: 800, checkEveryMs: 50 };
const LONG = 3_600_000;

let world: ApiWorld;
let token: string;
let caseload: { service: string; student: string };
beforeAll(async () => {
  world = await openApiWorld(usualKind);
  const person = await world.addPerson();
  caseload = await world.addCaseload(person);
  token = (await world.signIn(person)).token;
});
afterAll(() => world.close());

/** Runs a server with these limits for the duration of the work. */
async function withLimits(
  limits: typeof SHORT,
  work: (address: string, server: Server) => Promise<void>,
): Promise<void> {
  const { db, config, clock } = world;
  const app = await buildApp({
    db,
    config,
    mailer: { send: async () => undefined },
    now: () => clock.now,
    limits,
  });
  try {
    await work(await app.listen({ port: 0, host: '127.0.0.1' }), app.server);
  } finally {
    app.server.closeAllConnections();
    await app.close();
  }
}

const queriesWaiting = () => (world.db as PostgresDatabase).pool.waitingCount;

const push = (body: string, length?: number) =>
  postText('/api/sync/push/', { authorization: `Bearer ${token}` }, body, length);

describe('a server closes connections', () => {
  test('whose headers never end', () =>
    withLimits({ ...SHORT, requestMs: LONG, silenceMs: LONG }, async (address) => {
      const silent = await RawSocket.open(address);
      const halting = await RawSocket.open(address);
      await halting.send('POST /api/sync/push/ HTTP/1.1\r\nhost: caseload.test\r\nx-');
      await Promise.all([silent.untilClosed(), halting.untilClosed()]);
      expect(halting.received).toContain('HTTP/1.1 408');
    }));

  test('whose body never ends', () =>
    withLimits({ ...SHORT, silenceMs: LONG }, async (address) => {
      const socket = await RawSocket.open(address);
      await socket.send(push('{"device":', 1_000));
      await socket.untilClosed();
      expect(socket.received).toContain('HTTP/1.1 408');
    }));

  test('whose body trickles', () =>
    withLimits(SHORT, async (address) => {
      const socket = await RawSocket.open(address);
      await socket.send(push('', 1_000_000));
      while (!socket.isClosed) {
        await socket.send(' ');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(socket.received).toContain('HTTP/1.1 408');
    }));

  test('whose answer is never read', () =>
    withLimits({ ...SHORT, headersMs: LONG - 1, requestMs: LONG }, async (address, server) => {
      // 120 MB of responses: the kernel's buffers may hold up to about 40.
      for (let count = 0; count < 20; count += 1) {
        const notes = 'n'.repeat(20_000);
        await world.call('session.create', { token, body: sessionBody(caseload, { notes }) });
      }
      // What a pull may not see yet would not fill them.
      if (world.db.kind === 'postgres') await settled(world.db);
      const connected = once(server, 'connection') as Promise<[Socket]>;
      const socket = await RawSocket.open(address);
      socket.stopReading();
      const [itsEnd] = await connected;
      const closed = once(itsEnd, 'close');
      const ask = `GET /api/sync/pull/ HTTP/1.1\r\nhost: caseload.test\r\nauthorization: Bearer ${token}\r\n\r\n`;
      void socket.send(ask.repeat(300));
      await closed;
      // The pulls that are still under way have every connection to the database.
      await expect.poll(queriesWaiting, { timeout: 60_000 }).toBe(0);
    }));

  test('but never a hint stream, which outlives them all', () =>
    withLimits(SHORT, async (address) => {
      const stream = await HintStream.open(address, token);
      // One after the other, each with its full time.
      for (const text of ['GET / HTTP/1.1\r\n', push('{', 100), '', push('', 10)]) {
        const socket = await RawSocket.open(address);
        await socket.send(text);
        await socket.untilClosed();
      }
      expect(stream.isOver).toBe(false);
      await world.call('session.create', { token, body: sessionBody(caseload) });
      await stream.untilHints(1);
      stream.leave();
    }));
});

test("the product's limits leave a device enough time, and end before a dead connection is forgotten", async () => {
  const server: Server = world.app.server;
  expect(server.headersTimeout).toBe(CONNECTION_LIMITS.headersMs);
  expect(server.requestTimeout).toBe(CONNECTION_LIMITS.requestMs);
  expect(server.timeout).toBe(CONNECTION_LIMITS.silenceMs);
  const { headersMs, requestMs, silenceMs } = CONNECTION_LIMITS;
  expect([headersMs, requestMs, silenceMs]).toEqual([headersMs, requestMs, silenceMs].sort((a, b) => a - b));
});
