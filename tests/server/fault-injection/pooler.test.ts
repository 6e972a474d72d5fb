import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { examine } from '#server/doctor.ts';
import { createDatabase } from '#tests/support/database.ts';
import { type Pooler, startPooler } from '#tests/support/pgbouncer.ts';
import type { CreatedDatabase } from '#tests/support/postgres-cluster.ts';
import type { RealServer } from '#tests/support/real-server.ts';
import { type FaultWorld, openFaultWorld } from './fault-world.ts';
import { FollowingDevice } from './following-device.ts';
import { faultsOf } from './whole-writes.ts';
import { Traffic, type Way, WritingDevice } from './writing-device.ts';

const WAYS: readonly Way[] = ['push', 'routes', 'push', 'push'];

let database: CreatedDatabase;
let pooler: Pooler;
let world: FaultWorld;
let servers: [RealServer, RealServer];
let settings: { DATABASE_URL: string; DATABASE_DIRECT_URL: string };
beforeAll(async () => {
  database = await createDatabase();
  // What someone set for a database must not reach our sessions.
  const db = openPostgres(database.url);
  const name = new URL(database.url).pathname.slice(1);
  await db.execute(sql.raw(`alter database ${name} set timezone = 'America/Los_Angeles'`));
  await db.close();
  pooler = await startPooler(inject('postgresUrl'));
  settings = { DATABASE_URL: pooler.through(database.url), DATABASE_DIRECT_URL: database.url };
  world = await openFaultWorld(database.url, WAYS.length);
  servers = [world.addServer(settings), world.addServer(settings)];
  await Promise.all(servers.map((server) => server.start()));
});
afterAll(async () => {
  await world?.close();
  await pooler?.stop();
  await database?.drop();
});

test('two servers through PgBouncer lose nothing and write nothing twice, though it is killed', async () => {
  const traffic = new Traffic();
  const addressAt = (at: number) => servers[at % 2]?.address ?? '';
  const writers = WAYS.map((way, at) => {
    const author = world.authors[at];
    if (author === undefined) throw new Error('nobody');
    return new WritingDevice(author, way, world.today, () => addressAt(at), traffic);
  });
  // Each hears of the writes at the other server.
  const followers = writers.map(({ author }, at) => new FollowingDevice(author, () => addressAt(at + 1)));
  const following = Promise.all(followers.map((follower) => follower.follow()));
  let isOver = false;
  const writing = Promise.all(writers.map((device) => device.writeUntil(() => isOver, 4)));
  const serveMore = (count: number) => {
    const enough = traffic.answered + count;
    return traffic.until(() => traffic.answered >= enough);
  };
  await serveMore(40);
  await pooler.kill();
  await expect.poll(async () => (await fetch(`${addressAt(0)}/api/health/`)).status).toBe(503);
  await pooler.start();
  await serveMore(40);
  const sessions = await world.inspect(async (db) => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    return rows[0]?.count ?? 0;
  });
  isOver = true;
  await writing;
  expect(traffic.wrong).toEqual([]);
  expect(await world.inspect((db) => faultsOf(db, writers))).toEqual([]);
  // Eight of the pooler, and of each server one that listens and one for pings.
  expect(sessions).toBeLessThanOrEqual(12);
  for (const [at, follower] of followers.entries()) {
    const stored = await world.inspect(async (db) => {
      const { rows } = await db.execute<{ id: string; version: number }>(sql`
        select id::text, version from sessions where provider = ${world.authors[at]?.user_id} and deleted_at is null
        union all
        select id::text, version from lunch_breaks where provider = ${world.authors[at]?.user_id} and deleted_at is null`);
      return new Map(rows.map(({ id, version }) => [id, version]));
    });
    await expect.poll(() => follower.held, { timeout: 30_000 }).toEqual(stored);
    follower.stop();
  }
  await following;
}, 120_000);

test('sessions through it are in UTC, whatever the database is set to, and its statements end', async () => {
  const db = openPostgres(settings.DATABASE_URL, { directUrl: settings.DATABASE_DIRECT_URL });
  const { rows } = await db.execute(
    sql`select current_setting('TimeZone') as zone, current_setting('statement_timeout') as ends`,
  );
  expect(rows).toEqual([{ zone: 'UTC', ends: '1min' }]);
  await db.close();
});

test('a pooler that leads elsewhere stops the start, and the doctor says so', async () => {
  const elsewhere = await createDatabase();
  const wrong = { ...settings, DATABASE_DIRECT_URL: elsewhere.url };
  await expect(
    openDatabase({
      databaseUrl: wrong.DATABASE_URL,
      databaseDirectUrl: wrong.DATABASE_DIRECT_URL,
      dataDir: '/nowhere',
    }),
  ).rejects.toThrow('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
  const said = async (environment: Record<string, string>) => {
    const { lines } = await examine(
      readConfig({ ...environment, CASELOAD_SECRET: 'x'.repeat(40), DATA_DIR: '/nowhere' }),
    );
    return lines.filter((line) => /pooler|different/.test(line));
  };
  expect(await said(wrong)).toEqual([
    'WRONG  DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.',
  ]);
  expect(await said(settings)).toEqual(['ok     The pooler leads to the same database.']);
  await elsewhere.drop();
});
