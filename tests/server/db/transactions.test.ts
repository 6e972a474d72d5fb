import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, type Transaction, TransactionLost } from '#server/db/database.ts';
import { faultCodeOf } from '#server/plugins/database-faults.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

class GivenUp extends Error {}

describe.each(databaseKinds)('a transaction on %s', (kind) => {
  let opened: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    db = opened.db;
    await db.execute(sql`create table scratch (word text primary key)`);
  });
  afterAll(() => opened.close());
  beforeEach(() => db.execute(sql`delete from scratch`));

  const put = (on: Database | Transaction, word: string) =>
    on.execute(sql`insert into scratch values (${word})`);

  async function words(on: Database | Transaction = db): Promise<string[]> {
    const { rows } = await on.execute<{ word: string }>(sql`select word from scratch order by word`);
    return rows.map((row) => row.word);
  }

  /** The error and all of its causes. */
  function chainOf(error: unknown): unknown[] {
    return error instanceof Error ? [error, ...chainOf(error.cause)] : [];
  }

  test('is stored as a whole or not at all', async () => {
    await db.transaction(async (tx) => {
      await put(tx, 'kept');
    });
    const work = db.transaction(async (tx) => {
      await put(tx, 'lost');
      expect(await words(tx)).toEqual(['kept', 'lost']);
      throw new GivenUp();
    });
    await expect(work).rejects.toThrow(GivenUp);
    expect(await words()).toEqual(['kept']);
  });

  test('continues after an inner one was rolled back, at any depth', async () => {
    await db.transaction(async (tx) => {
      await put(tx, 'outer');
      await tx.transaction(async (inner) => {
        await put(inner, 'inner');
        const innermost = inner.transaction(async (deep) => {
          await put(deep, 'innermost');
          throw new GivenUp();
        });
        await expect(innermost).rejects.toThrow(GivenUp);
      });
      // A failing statement rolls back only the inner one.
      await expect(tx.transaction((inner) => put(inner, 'outer'))).rejects.toThrow();
      await put(tx, 'after');
    });
    expect(await words()).toEqual(['after', 'inner', 'outer']);
  });

  test('takes an isolation level and an access mode', async () => {
    const settings = await db.transaction(
      async (tx) => {
        const level = await tx.execute<{ transaction_isolation: string }>(sql`show transaction_isolation`);
        const mode = await tx.execute<{ transaction_read_only: string }>(sql`show transaction_read_only`);
        return { ...level.rows[0], ...mode.rows[0] };
      },
      { isolationLevel: 'serializable', accessMode: 'read only' },
    );
    expect(settings).toEqual({ transaction_isolation: 'serializable', transaction_read_only: 'on' });
    const writing = db.transaction((tx) => put(tx, 'no'), { accessMode: 'read only' });
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
    await put(db, 'yes');
    expect(await words()).toEqual(['yes']);
  });

  test("doesn't count as committed if the error of one of its statements was swallowed", async () => {
    const work = db.transaction(async (tx) => {
      await put(tx, 'word');
      await tx.execute(sql`select 1 / 0`).catch(() => undefined);
    });
    const error = await work.catch((reason: unknown) => reason);
    expect(chainOf(error).some((cause) => cause instanceof TransactionLost)).toBe(true);
    expect(await words()).toEqual([]);
  });

  test("is not visible to concurrent queries before its commit, and doesn't block them for good", async () => {
    let begun: () => void = () => undefined;
    let release: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const mayEnd = new Promise<void>((resolve) => {
      release = resolve;
    });
    const writing = db.transaction(async (tx) => {
      await put(tx, 'first');
      begun();
      await mayEnd;
      await put(tx, 'second');
    });
    await hasBegun;
    const reading = Promise.all(Array.from({ length: 20 }, words));
    // The embedded database has one connection: concurrent queries wait for the end.
    if (kind === 'postgres') expect(new Set((await reading).map(String))).toEqual(new Set(['']));
    release();
    await writing;
    if (kind === 'pglite') expect(new Set((await reading).map(String))).toEqual(new Set(['first,second']));
    expect(await words()).toEqual(['first', 'second']);
  });

  test('is isolated from many concurrent ones', async () => {
    const numbers = Array.from({ length: 100 }, (_, index) => String(index).padStart(3, '0'));
    await Promise.all(
      numbers.map((number) =>
        db
          .transaction(async (tx) => {
            await put(tx, number);
            await sleep(Math.random() * 3);
            if (Number(number) % 4 === 0) throw new GivenUp();
          })
          .catch((error: unknown) => {
            if (!(error instanceof GivenUp)) throw error;
          }),
      ),
    );
    expect(await words()).toEqual(numbers.filter((number) => Number(number) % 4 !== 0));
  });

  test('leaves a working connection after it failed', async () => {
    for (let count = 0; count < 30; count += 1) {
      await expect(db.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toThrow();
    }
    await db.transaction((tx) => put(tx, 'fine'));
    expect(await words()).toEqual(['fine']);
  });

  test('reports the SQLSTATE of a failed statement', async () => {
    const error = await db
      .transaction((tx) => tx.execute(sql`select 1 / 0`))
      .catch((reason: unknown) => reason);
    expect(faultCodeOf(error)).toBe('22012');
  });
});
