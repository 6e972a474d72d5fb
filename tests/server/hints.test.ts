import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHANGE_CHANNEL, READER_PREFIX } from '#server/db/change-index.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { sign_ins } from '#server/db/schema/sign-ins.ts';
import { users } from '#server/db/schema/users.ts';
import { createHintHub, type Hint, type HintHub } from '#server/modules/sync/hints-hub.ts';
import { isStillSignedIn } from '#server/modules/sync/hints-routes.ts';
import { type HintTimes, streamHints } from '#server/modules/sync/hints-stream.ts';
import { databaseKinds, openTestDatabase, type TestDatabase, usualKind } from '#tests/support/database.ts';
import { deleteRow, join, PullingDevice, putRow, renewEpoch } from './pull-world.ts';

const LONG: HintTimes = { heartbeatMs: 60_000, longestMs: 60_000 };

function failOnFault(error: unknown): void {
  throw error;
}

async function until(holds: () => boolean, withinMs = 10_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!holds() && Date.now() < end) await sleep(10);
  expect(holds()).toBe(true);
}

describe.each(databaseKinds)('hints on %s', (kind) => {
  let opened: TestDatabase;
  let db: Database;
  let hub: HintHub;
  let userId: string;
  let scope: string;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    db = opened.db;
    await renewEpoch(db);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    hub = createHintHub(db, failOnFault);
    userId = randomUUID();
    scope = `team:${randomUUID()}`;
    await db.transaction((tx) => join(tx, userId, scope));
  });
  afterEach(() => hub.stop());

  const change = (...scopes: string[]) => db.transaction((tx) => putRow(tx, randomUUID(), scopes));

  test('reach readers of the changed scope, and no one else', async () => {
    const heard: number[] = [];
    const others: number[] = [];
    await hub.follow(userId, [], ({ count }) => heard.push(count));
    await hub.follow(randomUUID(), [], ({ count }) => others.push(count));
    await change(scope, 'org');
    await until(() => heard.length === 1);
    expect(heard).toEqual([1]);
    expect(others).toEqual([]);
  });

  test('are combined if many changes follow each other', async () => {
    const heard: number[] = [];
    await hub.follow(userId, [], ({ count }) => heard.push(count));
    for (let index = 0; index < 20; index += 1) await change(scope);
    await until(() => heard.reduce((sum, count) => sum + count, 0) === 20);
    expect(heard.length).toBeLessThan(20);
  });

  test('tell a person about new scopes, and about changes in them from then on', async () => {
    const heard: number[] = [];
    const joined = `student:${randomUUID()}`;
    await hub.follow(userId, [], ({ count }) => heard.push(count));
    await db.transaction(async (tx: Transaction) => {
      await join(tx, userId, joined);
      await tx.execute(sql`
        select pg_notify(${CHANGE_CHANNEL}::text, pg_current_xact_id()::text || ' ' || ${`${READER_PREFIX}${userId}=1`}::text)
      `);
    });
    await until(() => heard.length === 1);
    await change(joined);
    await until(() => heard.length === 2);
  });

  test('tell people who read events from the server that some event changed, once, and no one else', async () => {
    const event = (...scopes: string[]) =>
      db.transaction((tx) => putRow(tx, randomUUID(), scopes, 'calendar_event'));
    const heard: Hint[] = [];
    const others: Hint[] = [];
    await hub.follow(userId, ['calendar_event'], (hint) => heard.push(hint));
    await hub.follow(randomUUID(), [], (hint) => others.push(hint));
    await event(`user:${randomUUID()}`, `user:${randomUUID()}`);
    await until(() => heard.length === 1);
    expect(heard).toEqual([{ count: 0, entities: ['calendar_event'] }]);
    await change(`user:${randomUUID()}`);
    await event(scope);
    await until(() => heard.length > 1);
    await sleep(400);
    expect(heard.slice(1)).toEqual([{ count: 1, entities: ['calendar_event'] }]);
    expect(others).toEqual([]);
  });

  test('tell that an event was deleted', async () => {
    const id = randomUUID();
    await db.transaction((tx) => putRow(tx, id, [`user:${randomUUID()}`], 'calendar_event'));
    const heard: Hint[] = [];
    await hub.follow(userId, ['calendar_event'], (hint) => heard.push(hint));
    await db.transaction((tx) => deleteRow(tx, id, 'calendar_event'));
    await until(() => heard.length === 1);
    expect(heard).toEqual([{ count: 0, entities: ['calendar_event'] }]);
  });

  test('end when the reader has disconnected', async () => {
    const heard: number[] = [];
    const unfollow = await hub.follow(userId, [], ({ count }) => heard.push(count));
    unfollow();
    await change(scope);
    await sleep(200);
    expect(heard).toEqual([]);
  });

  describe('as a stream', () => {
    let app: FastifyInstance;
    let address: string;
    let maySeeMore: boolean;
    let times: HintTimes;

    beforeEach(async () => {
      maySeeMore = true;
      times = LONG;
      app = fastify();
      app.get('/hints/', async (_, reply) => {
        reply.header('x-frame-options', 'DENY');
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const mayStay = async () => maySeeMore;
        await streamHints(
          hub,
          { userId, watched: ['calendar_event'], reply, signal: gone.signal, mayStay },
          times,
        );
        return reply;
      });
      address = await app.listen({ port: 0, host: '127.0.0.1' });
    });
    afterEach(() => app.close());

    /** Connects and collects what arrives until the stream ends or is closed. */
    async function connect() {
      const leaving = new AbortController();
      const response = await fetch(`${address}/hints/`, { signal: leaving.signal });
      const stream = { response, text: '', isOver: false, leave: () => leaving.abort() };
      void (async () => {
        const decoder = new TextDecoder();
        try {
          for await (const chunk of response.body ?? []) stream.text += decoder.decode(chunk);
        } catch {
          // Closed from this side.
        }
        stream.isOver = true;
      })();
      return stream;
    }

    test('carry how many rows changed and nothing about them', async () => {
      const stream = await connect();
      expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(stream.response.headers.get('x-caseload')).toBe('1');
      expect(stream.response.headers.get('x-frame-options')).toBe('DENY');
      await change(scope);
      await until(() => stream.text.includes('event: change'));
      expect(stream.text).toBe(': connected\n\nevent: change\ndata: {"count":1}\n\n');
      stream.leave();
    });

    test('name the kind of a watched record and nothing about it', async () => {
      const stream = await connect();
      const [owner, event] = [randomUUID(), randomUUID()];
      await db.transaction((tx) => putRow(tx, event, [`user:${owner}`], 'calendar_event'));
      await until(() => stream.text.includes('event: watched'));
      expect(stream.text).toBe(': connected\n\nevent: watched\ndata: {"entity":"calendar_event"}\n\n');
      stream.leave();
    });

    test('keep the connection alive with comments', async () => {
      times = { ...LONG, heartbeatMs: 20 };
      const stream = await connect();
      await until(() => stream.text.split(': still here\n\n').length > 2);
      stream.leave();
    });

    test('end at the latest when the token would have expired', async () => {
      times = { ...LONG, longestMs: 100 };
      const stream = await connect();
      expect(stream.isOver).toBe(false);
      await until(() => stream.isOver);
    });

    test('end once the person was logged out', async () => {
      times = { ...LONG, heartbeatMs: 20 };
      const stream = await connect();
      await sleep(100);
      expect(stream.isOver).toBe(false);
      maySeeMore = false;
      await until(() => stream.isOver);
    });
  });
});

describe("a reader's connection", () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(usualKind);
  });
  afterAll(() => opened.close());

  const NOW = '2026-03-02T12:00:00.000Z';

  test.each([
    { what: 'goes on while the sign-in stands', user: {}, signIn: {}, stays: true },
    { what: 'is over after a log-out', user: {}, signIn: { ended_at: '2026-03-02T11:59:00Z' }, stays: false },
    {
      what: 'is over when the sign-in has run out',
      user: {},
      signIn: { expires_at: '2026-03-02T11:59:00Z' },
      stays: false,
    },
    {
      what: 'is over after a forced log-out',
      user: { forced_logout_at: '2026-03-02T11:59:00Z' },
      signIn: {},
      stays: false,
    },
    {
      what: 'is over for people who are no longer active',
      user: { is_active: false },
      signIn: {},
      stays: false,
    },
    { what: 'is over when the person has another role', user: { role: '4' }, signIn: {}, stays: false },
  ])('$what', async ({ user, signIn, stays }) => {
    const [userId, signInId] = [randomUUID(), randomUUID()];
    await opened.db.insert(users).values({
      id: userId,
      username: userId,
      email: userId,
      password_hash: '',
      last_password_update: '2026-01-01T00:00:00Z',
      role: '2',
      emp: 'w2_nonexempt',
      ...user,
    });
    await opened.db.insert(sign_ins).values({
      id: signInId,
      user_id: userId,
      signed_in_at: '2026-03-02T08:00:00Z',
      last_seen_at: '2026-03-02T11:00:00Z',
      refresh_hash: signInId,
      expires_at: '2026-03-09T08:00:00Z',
      ...signIn,
    });
    const dependencies = { db: opened.db, now: () => new Date(NOW) };
    expect(await isStillSignedIn(dependencies, { sign_in_id: signInId, role: '2' })).toBe(stays);
  });
});

describe('hints between server processes', () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase('postgres');
    await renewEpoch(opened.db);
  });
  afterAll(() => opened.close());

  test('reach the readers of all of them', async () => {
    const [userId, scope] = [randomUUID(), `team:${randomUUID()}`];
    await opened.db.transaction((tx) => join(tx, userId, scope));
    const hubs = [createHintHub(opened.db, failOnFault), createHintHub(opened.db, failOnFault)];
    const heard = [0, 0];
    for (const [index, hub] of hubs.entries()) {
      await hub.follow(userId, [], ({ count }) => {
        heard[index] = (heard[index] ?? 0) + count;
      });
    }
    await opened.db.transaction((tx) => putRow(tx, randomUUID(), [scope]));
    await until(() => heard.every((count) => count === 1));
    for (const hub of hubs) await hub.stop();
  });

  test('wait until the change can be pulled', async () => {
    const [userId, scope] = [randomUUID(), `team:${randomUUID()}`];
    await opened.db.transaction((tx) => join(tx, userId, scope));
    const device = new PullingDevice(opened.db, userId);
    const hub = createHintHub(opened.db, failOnFault);
    const heard: number[] = [];
    await hub.follow(userId, [], ({ count }) => heard.push(count));

    let finishSlow: () => void = () => undefined;
    const slowMayEnd = new Promise<void>((resolve) => {
      finishSlow = resolve;
    });
    let slow: Promise<void> = Promise.resolve();
    await new Promise<void>((begun) => {
      slow = opened.db.transaction(async (tx) => {
        await putRow(tx, randomUUID(), ['org']);
        begun();
        await slowMayEnd;
      });
    });
    await opened.db.transaction((tx) => putRow(tx, 'ready', [scope]));
    await sleep(300);
    expect(heard).toEqual([]);
    finishSlow();
    await slow;
    await until(() => heard.length === 1);
    await device.pullAll();
    expect(device.held()).toEqual({ ready: 1 });
    await hub.stop();
  });
});
