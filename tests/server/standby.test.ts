import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EndpointName, endpointNamed, endpoints } from '#contract/index.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { openStandby, type Standby } from '#server/db/standby.ts';
import { examine } from '#server/doctor.ts';
import {
  type Cluster,
  createDatabaseOn,
  type StandbyCluster,
  startCluster,
} from '#tests/support/postgres-cluster.ts';
import { type ApiWorld, openApiWorld, type Person, sessionBody } from './api-world.ts';

const REPORT = '/api/reports/productivity/?start_date=2026-03-01&end_date=2026-03-31';
const MOST_LAG_MS = 60_000;

let cluster: Cluster;
let replica: StandbyCluster;
let databaseUrl: string;
let readUrl: string;
let world: ApiWorld;
let provider: Person;
let caseload: { service: string; student: string };
const tokens = {} as Record<'provider' | 'admin' | 'colleague', string>;

beforeAll(async () => {
  cluster = await startCluster();
  ({ url: databaseUrl } = await createDatabaseOn(cluster.url, 'template1', 'office'));
  const db = openPostgres(databaseUrl);
  await migrate(db);
  world = await openApiWorld('postgres', {
    opened: { kind: 'postgres', db, url: databaseUrl, close: () => db.close() },
  });
  // An admin who also sees students: may read the report, and enters sessions.
  provider = await world.addPerson({ role: '1' });
  caseload = await world.addCaseload(provider);
  tokens.provider = (await world.signIn(provider)).token;
  tokens.admin = (await world.signIn(await world.addPerson({ role: '1', isProvider: false }))).token;
  tokens.colleague = (await world.signIn(await world.addPerson({ role: '1', isProvider: false }))).token;
  replica = await cluster.addStandby();
  readUrl = databaseUrl.replace(`:${new URL(databaseUrl).port}/`, `:${new URL(replica.url).port}/`);
});
afterAll(async () => {
  await world?.close();
  await replica?.stop();
  await cluster?.stop();
});

let standby: Standby;
let app: FastifyInstance;
beforeEach(async () => {
  standby = openStandby(world.db, readUrl, {
    now: () => world.clock.now,
    ...{ everyMs: 20, mostLagMs: MOST_LAG_MS, restMs: 200 },
  });
  const mailer = { send: async () => undefined };
  app = await buildApp({ db: world.db, config: world.config, mailer, standby, now: () => world.clock.now });
});
afterEach(async () => {
  await replica.goOn();
  await app.close();
  await standby.close();
});

/** What the report says, and whether the standby was asked. */
async function report(person: keyof typeof tokens) {
  const before = standby.counts.answered;
  const { body, statusCode } = await app.inject({
    url: REPORT,
    headers: { authorization: `Bearer ${tokens[person]}` },
  });
  expect(statusCode, body).toBe(200);
  const { as_of, providers } = JSON.parse(body) as { as_of: string; providers: { sessions: number }[] };
  const sessions = providers.reduce((sum, one) => sum + one.sessions, 0);
  return { as_of, sessions, from: standby.counts.answered > before ? 'standby' : 'primary' };
}

let places = 0;
async function enterSession(): Promise<void> {
  places += 1;
  const hour = String(7 + places).padStart(2, '0');
  const times = { start_time: `${hour}:00`, end_time: `${hour}:30` };
  const body = sessionBody(caseload, { id: randomUUID(), session_date: '2026-03-10', ...times });
  const { status, body: answer } = await world.call('session.create', { body, token: tokens.provider });
  expect(status, JSON.stringify(answer)).toBe(201);
}

function pass(ms: number): void {
  world.clock.now = new Date(world.clock.now.getTime() + ms);
}

/** The standby has everything up to now. */
async function caughtUp(): Promise<void> {
  const db = openPostgres(readUrl);
  const { rows } = await world.db.execute<{ at: string }>(sql`select pg_current_wal_lsn()::text as at`);
  await expect
    .poll(async () => {
      const found = await db.execute<{ is_there: boolean }>(
        sql`select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as is_there`,
      );
      return found.rows[0]?.is_there;
    })
    .toBe(true);
  await db.close();
}

test('a report is read from the standby and says as of when', async () => {
  await enterSession();
  await caughtUp();
  pass(1_000);
  const { as_of } = await report('admin').then(async (first) => {
    expect(first).toMatchObject({ sessions: 1, from: 'standby' });
    return first;
  });
  expect(Date.parse(as_of)).toBeLessThanOrEqual(world.clock.now.getTime());
  expect(world.clock.now.getTime() - Date.parse(as_of)).toBeLessThanOrEqual(1_000);
});

test('people who have just changed something see it; others see an answer that says how old it is', async () => {
  await caughtUp();
  await report('admin');
  await replica.pause();
  pass(5_000);
  const entered = world.clock.now.toISOString();
  await enterSession();
  pass(5_000);
  // The provider's own report must have it.
  const mine = await report('provider');
  const others = await report('admin');
  expect(mine).toMatchObject({ sessions: places, from: 'primary', as_of: world.clock.now.toISOString() });
  expect(others).toMatchObject({ sessions: places - 1, from: 'standby' });
  // Until then it had everything.
  expect(others.as_of <= entered, others.as_of).toBe(true);
  await replica.goOn();
  await caughtUp();
  pass(1_000);
  expect(await report('admin')).toMatchObject({ sessions: places, from: 'standby' });
  expect(await report('provider')).toMatchObject({ sessions: places, from: 'standby' });
});

test('a standby that is far behind is not asked until it has caught up', async () => {
  await caughtUp();
  await report('colleague');
  await replica.pause();
  pass(1_000);
  await enterSession();
  pass(MOST_LAG_MS + 1_000);
  expect(await report('colleague')).toMatchObject({ sessions: places, from: 'primary' });
  expect(standby.lag()).toBeGreaterThan(MOST_LAG_MS / 1_000);
  await replica.goOn();
  await caughtUp();
  await expect.poll(async () => (await report('colleague')).from).toBe('standby');
});

test('without it reports come from the primary, and from the standby again when it is back', async () => {
  expect(await report('admin')).toMatchObject({ from: 'standby' });
  await replica.kill();
  await enterSession();
  expect(await report('admin')).toMatchObject({ sessions: places, from: 'primary' });
  await replica.start();
  await caughtUp();
  await expect.poll(async () => (await report('admin')).from, { timeout: 10_000 }).toBe('standby');
});

test('what is no standby of this database gets no queries, and the doctor says so', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'caseload-doctor-'));
  const other = await createDatabaseOn(cluster.url, 'template1', 'another');
  await caughtUp();
  const another = readUrl.replace('/office', '/another');
  for (const [url, words] of [
    [databaseUrl, 'WRONG  DATABASE_READ_URL leads to a PostgreSQL that is not a standby.'],
    [another, 'WRONG  DATABASE_READ_URL leads to a standby of another database.'],
    [readUrl, 'ok     The standby follows the database; reports are read from it.'],
  ] as const) {
    const told: unknown[] = [];
    const unfit = openStandby(world.db, url, {
      now: () => world.clock.now,
      onTrouble: (error) => told.push(error),
    });
    const reader = { user_id: provider.id, now: world.clock.now.toISOString() };
    const ask = async () => (await unfit.read(reader, async () => 'answer'))?.result;
    if (url === readUrl) await expect.poll(ask).toBe('answer');
    else expect(await ask()).toBeUndefined();
    await unfit.close();
    expect([url, told.length]).toEqual([url, url === readUrl ? 0 : 1]);
    const config = readConfig({
      ...{ DATA_DIR: dataDir, CASELOAD_SECRET: 'x'.repeat(40) },
      ...{ DATABASE_URL: databaseUrl, DATABASE_READ_URL: url },
    });
    expect((await examine(config)).lines).toContain(words);
  }
  await other.drop();
  await rm(dataDir, { recursive: true });
});

test('every report is a reading call that says when it was true', () => {
  const reports = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpointNamed(name).isReport);
  expect(reports.length).toBeGreaterThan(20);
  for (const name of reports) {
    const { method, audited, isRaw, reply } = endpointNamed(name);
    const fields = (reply?._zod.def as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
    expect([name, method, audited, isRaw, 'as_of' in fields]).toEqual([
      name,
      'GET',
      undefined,
      undefined,
      true,
    ]);
  }
});
