import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANSWER_MARKER } from '#contract/errors.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { codeOfFault } from '#server/plugins/database-faults.ts';
import { type Cluster, startCluster } from '#tests/support/postgres-cluster.ts';
import type { RealServer } from '#tests/support/real-server.ts';
import { type FaultWorld, openFaultWorld } from './fault-world.ts';
import { HintStream } from './hint-stream.ts';
import { faultsOf } from './whole-writes.ts';
import { Traffic, type Way, WritingDevice } from './writing-device.ts';

/** The long run uses the required number. */
const KILLS = Number(process.env.FIRE_DATABASE_KILLS ?? 4);
const WAYS: readonly Way[] = ['push', 'routes', 'push', 'routes'];
const BATCH = 6;
/** A slower health check counts as hung, however busy the machine is. */
const HUNG_MS = 20_000;

let cluster: Cluster;
let world: FaultWorld;
let server: RealServer;
beforeAll(async () => {
  cluster = await startCluster();
  const maintenance = new pg.Client({ connectionString: cluster.url });
  await maintenance.connect();
  await maintenance.query('create database fire');
  await maintenance.end();
  world = await openFaultWorld(cluster.url.replace(/\/postgres$/, '/fire'), WAYS.length);
  server = world.addServer();
  await server.start();
});
afterAll(async () => {
  await world?.close();
  await cluster?.stop();
});

async function health(): Promise<{ status: number; code: unknown; retryAfter: string | null }> {
  const response = await fetch(`${server.address}/api/health/`, { signal: AbortSignal.timeout(HUNG_MS) });
  expect(response.headers.get(ANSWER_MARKER)).toBe('1');
  const { code = null } = (await response.json()) as { code?: unknown };
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') };
}

const WELL = { status: 200, code: null, retryAfter: null };
const AWAY = { status: 503, code: 'server.busy', retryAfter: '2' };

async function untilWell(): Promise<void> {
  while ((await health()).status !== 200) await sleep(20);
}

describe('a server whose PostgreSQL', () => {
  test('is killed during a commit loses nothing it has acknowledged, and continues when it is back', async () => {
    const traffic = new Traffic();
    const devices = world.authors.map(
      (author, at) =>
        new WritingDevice(author, WAYS[at] ?? 'push', world.today, () => server.address, traffic),
    );
    let isOver = false;
    const checks: Awaited<ReturnType<typeof health>>[] = [];
    const watching = (async () => {
      while (!isOver) {
        checks.push(await health());
        await sleep(20);
      }
    })();
    const writing = Promise.all(devices.map((device) => device.writeUntil(() => isOver, BATCH)));

    for (let kill = 0; kill < KILLS; kill += 1) {
      const { answered, busy } = traffic;
      const enough = answered + 3 + Math.random() * 12;
      await traffic.until(() => traffic.answered > enough);
      await sleep(Math.random() * 20);
      while (traffic.inFlight === 0) await setImmediate();
      await cluster.kill();
      await traffic.until(() => traffic.busy > busy);
      expect(await health()).toEqual(AWAY);
      await cluster.start();
      await untilWell();
      expect(await world.inspect((db) => faultsOf(db, devices))).toEqual([]);
    }
    isOver = true;
    await Promise.all([writing, watching]);

    // It was busy or didn't answer; it never failed and never refused.
    expect(traffic.wrong).toEqual([]);
    for (const check of checks) expect([WELL, AWAY]).toContainEqual(check);
    for (const device of devices) {
      await device.handIn([...device.sent.values()], 'push');
      expect(device.told.size).toBe(device.sent.size);
    }
    expect(await world.inspect((db) => faultsOf(db, devices))).toEqual([]);
  }, 14_400_000);

  test('was away notifies its listeners again', async () => {
    const [author] = world.authors;
    if (author === undefined) throw new Error('nobody');
    const stream = await HintStream.open(server.address, await author.token());
    const traffic = new Traffic();
    const device = new WritingDevice(author, 'push', world.today, () => server.address, traffic);
    await device.handIn(device.take(1));
    await stream.untilHints(1);
    await cluster.kill();
    expect(await health()).toEqual(AWAY);
    await cluster.start();
    await untilWell();
    const before = stream.hints;
    // The listener reconnects in its own time; a hint may be lost until then, which only costs delay.
    while (stream.hints === before) {
      await device.handIn(device.take(1));
      await sleep(100);
    }
    stream.leave();
  });

  test('hangs is distinguished from one that works', async () => {
    await untilWell();
    cluster.freeze();
    try {
      expect(await health()).toEqual(AWAY);
      expect(await health()).toEqual(AWAY);
    } finally {
      cluster.thaw();
    }
    await untilWell();
  });

  test('hangs is abandoned, and queried again over other connections', async () => {
    const limits = { connectMs: 5_000, statementMs: 3_000, silenceMs: 3_000 };
    const db = openPostgres(world.databaseUrl ?? '', { limits });
    const ask = () => db.transaction((tx) => tx.execute(sql`select 1 as one`));
    const outcome = (error: unknown) => codeOfFault(error);
    // More than there are connections.
    await Promise.all(Array.from({ length: 22 }, ask));
    cluster.freeze();
    try {
      const asked = await Promise.all(
        Array.from({ length: 22 }, (_, at) =>
          (at % 2 === 0 ? ask() : db.execute(sql`select 1`)).then(() => 'answered', outcome),
        ),
      );
      expect(new Set(asked)).toEqual(new Set(['server.busy']));
    } finally {
      cluster.thaw();
    }
    const after = await Promise.all(Array.from({ length: 22 }, ask));
    expect(after.map(({ rows }) => rows)).toEqual(after.map(() => [{ one: 1 }]));
    await db.close();
  });
});
