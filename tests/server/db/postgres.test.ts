import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openPostgres, type PostgresDatabase } from '#server/db/postgres.ts';
import { isWorthRepeating } from '#server/plugins/database-faults.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

describe('PostgreSQL', () => {
  let opened: TestDatabase;
  let db: Database;
  /** A connection independent of the product's. */
  let office: pg.Client;

  beforeAll(async () => {
    opened = await openTestDatabase('postgres');
    db = opened.db;
    office = new pg.Client({ connectionString: opened.url ?? '' });
    await office.connect();
    await db.execute(sql`create table scratch (word text primary key)`);
  });
  afterAll(async () => {
    await office.end();
    await opened.close();
  });

  const breakAll = () =>
    office.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'caseload' and datname = current_database()`,
    );

  test("shows the product's application name and runs in UTC", async () => {
    const { rows } = await db.execute(
      sql`select current_setting('application_name') as name, current_setting('timezone') as zone`,
    );
    expect(rows).toEqual([{ name: 'caseload', zone: 'UTC' }]);
  });

  test('may break the connection of a transaction: that one fails, and the next works', async () => {
    const work = db.transaction(async (tx) => {
      await tx.execute(sql`insert into scratch values ('lost')`);
      await breakAll();
      // Between two queries, when nothing waits for an answer.
      await sleep(100);
      await tx.execute(sql`select 1`);
    });
    await expect(work).rejects.toThrow();
    await db.transaction((tx) => tx.execute(sql`insert into scratch values ('kept')`));
    const { rows } = await db.execute(sql`select word from scratch`);
    expect(rows).toEqual([{ word: 'kept' }]);
  });

  test('may break idle connections repeatedly without exhausting the pool', async () => {
    const { pool } = db as PostgresDatabase;
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 30 }, () => db.execute(sql`select pg_sleep(0.01)`)));
      await breakAll();
      await expect.poll(() => pool.idleCount, { timeout: 20_000 }).toBe(0);
    }
    const results = await Promise.all(Array.from({ length: 30 }, () => db.execute(sql`select 1 as one`)));
    expect(results.flatMap((result) => result.rows)).toEqual(results.map(() => ({ one: 1 })));
  });

  test('prepares what is sent often, and goes on after a change of its table', async () => {
    const ask = (word: string) => db.execute(sql`select * from scratch where word = ${word}`);
    for (let count = 0; count < 30; count += 1) await ask('kept');
    const { rows: prepared } = await db.execute(
      sql`select count(*)::int as count from pg_prepared_statements where statement like 'select * from scratch%'`,
    );
    expect(prepared).toEqual([{ count: 1 }]);
    await office.query('alter table scratch add column length integer');
    const refused = await ask('kept').then(
      () => null,
      (error: unknown) => error,
    );
    // The engine repeats what this is said of.
    expect(isWorthRepeating(refused)).toBe(true);
    for (let count = 0; count < 30; count += 1) {
      expect((await ask('kept')).rows).toEqual([{ word: 'kept', length: null }]);
    }
  });

  test('names nothing any more once a session does not know a name, as behind a pooler', async () => {
    const behind = openPostgres(opened.url ?? '');
    const ask = () => behind.execute(sql`select * from scratch where word = ${'named'}`);
    for (let count = 0; count < 30; count += 1) await ask();
    await behind.execute(sql`deallocate all`);
    const refused = await ask().then(
      () => null,
      (error: unknown) => error,
    );
    expect(isWorthRepeating(refused)).toBe(true);
    for (let count = 0; count < 30; count += 1) await ask();
    const { rows: prepared } = await behind.execute(sql`select name from pg_prepared_statements`);
    await behind.close();
    expect(prepared).toEqual([]);
  });

  test('may break the connection of a listener, which soon receives again', async () => {
    const heard: string[] = [];
    const stop = await db.listen('words', (payload) => heard.push(payload));
    await breakAll();
    await expect
      .poll(
        async () => {
          await db.execute(sql`notify words, 'again'`);
          return heard.length;
        },
        { timeout: 10_000, interval: 200 },
      )
      .toBeGreaterThan(0);
    await stop();
  });

  test('gives two conflicting serializable writers a retryable error', async () => {
    await db.execute(sql`delete from scratch`);
    let others: () => void = () => undefined;
    const bothHaveRead = new Promise<void>((resolve) => {
      let readers = 0;
      others = () => {
        readers += 1;
        if (readers === 2) resolve();
      };
    });
    const write = (word: string) =>
      db.transaction(
        async (tx) => {
          await tx.execute(sql`select count(*) from scratch`);
          others();
          await bothHaveRead;
          await tx.execute(sql`insert into scratch values (${word})`);
        },
        { isolationLevel: 'serializable' },
      );
    const attempts = await Promise.allSettled([write('a'), write('b')]);
    const failed = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(failed.map((attempt) => attempt.reason)).toMatchObject([{ cause: { code: '40001' } }]);
  });

  test('is migrated once by processes that start together', async () => {
    const name = `together_${Date.now()}`;
    await office.query(`create database ${name}`);
    const databaseUrl = inject('postgresUrl').replace(/\/postgres$/, `/${name}`);
    const starting = Array.from({ length: 4 }, () => openDatabase({ databaseUrl, dataDir: '/nowhere' }));
    const started = await Promise.all(starting);
    const { rows } = await (started[0] as Database).execute(
      sql`select count(*)::int as times from drizzle.__drizzle_migrations group by hash`,
    );
    await Promise.all(started.map((each) => each.close()));
    await office.query(`drop database ${name}`);
    expect(new Set(rows.map((row) => row.times))).toEqual(new Set([1]));
  });

  test('can be distinguished from an unreachable one', async () => {
    const nowhere = openPostgres('postgres://caseload@127.0.0.1:1/none');
    await expect(nowhere.execute(sql`select 1`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await nowhere.close();
  });
});
