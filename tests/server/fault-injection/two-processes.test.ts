import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { Balancer } from '#tests/support/balancer.ts';
import { createDatabase } from '#tests/support/database.ts';
import type { RealServer } from '#tests/support/real-server.ts';
import { type Author, type FaultWorld, openFaultWorld } from './fault-world.ts';
import { FollowingDevice } from './following-device.ts';
import { HintStream } from './hint-stream.ts';
import { faultsOf } from './whole-writes.ts';
import { Traffic, type Way, WritingDevice } from './writing-device.ts';

const WAYS: readonly Way[] = ['push', 'routes', 'push', 'routes'];
const BATCH = 4;

let database: Awaited<ReturnType<typeof createDatabase>>;
let world: FaultWorld;
let servers: [RealServer, RealServer];
beforeAll(async () => {
  database = await createDatabase();
  world = await openFaultWorld(database.url, WAYS.length + 2);
  servers = [world.addServer(), world.addServer()];
  await Promise.all(servers.map((server) => server.start()));
});
afterAll(async () => {
  await world?.close();
  await database?.drop();
});

/** Each test writes as different authors. */
function authorAt(at: number): Author {
  const author = world.authors[at];
  if (author === undefined) throw new Error('nobody');
  return author;
}

/** The server's rows of one person. */
async function storedOf(db: Database, author: Author): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; version: number }>(sql`
    select id::text, version from sessions where provider = ${author.user_id} and deleted_at is null
    union all
    select id::text, version from lunch_breaks where provider = ${author.user_id} and deleted_at is null`);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

describe('two processes on one PostgreSQL', () => {
  test('that start together on an empty database migrate it once', async () => {
    const empty = await createDatabase();
    const both = [empty, empty].map(({ url }) => world.addServer(world.addressesOf(url)));
    try {
      await Promise.all(both.map((server) => server.start()));
      for (const { address } of both) {
        const response = await fetch(`${address}/api/health/`);
        expect(await response.json()).toMatchObject({ status: 'ok', database: 'postgres' });
      }
      const db = openPostgres(empty.url);
      const { rows } = await db.execute(sql`select
        (select count(*) - count(distinct hash) from drizzle.__drizzle_migrations)::int as repeated_migrations,
        (select count(*) from sync_epoch)::int as epochs`);
      await db.close();
      expect(rows).toEqual([{ repeated_migrations: 0, epochs: 1 }]);
    } finally {
      await Promise.all(both.map((server) => server.kill()));
      await empty.drop();
    }
  });

  test('run a write once that is sent to both at once, with the same answer', async () => {
    const [one, other] = servers;
    const traffic = new Traffic();
    const author = authorAt(WAYS.length);
    const here = new WritingDevice(author, 'push', world.today, () => one.address, traffic);
    const there = new WritingDevice(author, 'routes', world.today, () => other.address, traffic);
    for (let round = 0; round < 15; round += 1) {
      const writes = here.take(1);
      for (const write of writes) there.sent.set(write.write_id, write);
      await Promise.all([here.handIn(writes), there.handIn(writes), here.handIn(writes, 'routes')]);
    }
    expect(traffic.wrong).toEqual([]);
    expect(there.told).toEqual(here.told);
    expect(await world.inspect((db) => faultsOf(db, [here, there]))).toEqual([]);
  });

  test("notify each other's listeners", async () => {
    const [one, other] = servers;
    const author = authorAt(WAYS.length + 1);
    const traffic = new Traffic();
    const addresses = { writer: one.address };
    const device = new WritingDevice(author, 'push', world.today, () => addresses.writer, traffic);
    for (const [writer, reader] of [
      [one, other],
      [other, one],
    ] as const) {
      const stream = await HintStream.open(reader.address, await author.token());
      addresses.writer = writer.address;
      await device.handIn(device.take(1));
      await stream.untilHints(1);
      stream.leave();
    }
  });

  test('behind a load balancer lose nothing and write nothing twice, though one is killed', async () => {
    const [one] = servers;
    const balancer = new Balancer(servers.map(({ address }) => address));
    await balancer.start();
    const traffic = new Traffic();
    const writers = WAYS.map(
      (way, at) => new WritingDevice(authorAt(at), way, world.today, () => balancer.address, traffic),
    );
    const followers = writers.map(({ author }) => new FollowingDevice(author, () => balancer.address));
    try {
      const following = Promise.all(followers.map((follower) => follower.follow()));
      let isOver = false;
      const writing = Promise.all(writers.map((device) => device.writeUntil(() => isOver, BATCH)));
      const serveMore = (count: number) => {
        const enough = traffic.answered + count;
        return traffic.until(() => traffic.answered >= enough);
      };

      await serveMore(40);
      const { cut } = traffic;
      const streams = followers.reduce((sum, follower) => sum + follower.streams, 0);
      await one.kill();
      await traffic.until(() => traffic.cut > cut);
      // The other one continues alone, including for the first one's followers.
      await serveMore(40);
      await one.start();
      const before = balancer.passed[0] ?? 0;
      await traffic.until(() => (balancer.passed[0] ?? 0) > before + 10);
      isOver = true;
      await writing;

      expect(traffic.wrong).toEqual([]);
      expect(await world.inspect((db) => faultsOf(db, writers))).toEqual([]);
      expect(balancer.passed.every((passed) => passed > 20)).toBe(true);
      // Streams of the killed process reconnected to the other.
      expect(followers.reduce((sum, follower) => sum + follower.streams, 0)).toBeGreaterThan(streams);

      // Only followers woken by a hint pull here.
      const db = openPostgres(database.url);
      for (const [at, follower] of followers.entries()) {
        const stored = await storedOf(db, authorAt(at));
        await expect.poll(() => follower.held, { timeout: 30_000 }).toEqual(stored);
      }
      await db.close();
      for (const follower of followers) follower.stop();
      await following;
    } finally {
      await balancer.stop();
    }
  }, 180_000);
});
