import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Transaction } from '#server/db/database.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

describe.each(databaseKinds)('notifications on %s', (kind) => {
  let opened: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    db = opened.db;
  });
  afterAll(() => opened.close());

  const notify = (on: Database | Transaction, channel: string, payload: string) =>
    on.execute(sql`select pg_notify(${channel}, ${payload})`);

  /** Notifications arrive in commit order: once this one is there, no earlier one is missing. */
  async function hearUntilNow(channel: string, heard: string[]): Promise<string[]> {
    await notify(db, channel, 'end');
    await expect.poll(() => heard.at(-1), { timeout: 5_000 }).toBe('end');
    return heard.slice(0, -1);
  }

  test('arrive after the commit, and never from a transaction that was rolled back', async () => {
    const heard: string[] = [];
    const stop = await db.listen('words', (payload) => heard.push(payload));
    await db.transaction(async (tx) => {
      await notify(tx, 'words', 'kept');
      await tx.execute(sql`select 1`);
      expect(heard).toEqual([]);
    });
    const work = db.transaction(async (tx) => {
      await notify(tx, 'words', 'lost');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    await notify(db, 'other', 'elsewhere');
    expect(await hearUntilNow('words', heard)).toEqual(['kept']);
    await stop();
  });

  test('reach every listener until each has stopped', async () => {
    const first: string[] = [];
    const second: string[] = [];
    const stopFirst = await db.listen('words', (payload) => first.push(payload));
    const stopSecond = await db.listen('words', (payload) => second.push(payload));
    await notify(db, 'words', 'both');
    await expect.poll(() => [first, second]).toEqual([['both'], ['both']]);
    await stopFirst();
    await notify(db, 'words', 'one');
    expect(await hearUntilNow('words', second)).toEqual(['both', 'one']);
    expect(first).toEqual(['both']);
    await stopSecond();
  });

  test('reach a listener that started during a transaction that was rolled back', async () => {
    const heard: string[] = [];
    let listening: Promise<() => Promise<void>> | undefined;
    const work = db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      listening = db.listen('words', (payload) => heard.push(payload));
      await tx.execute(sql`select pg_sleep(0.05)`);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    const stop = await listening;
    expect(await hearUntilNow('words', heard)).toEqual([]);
    await stop?.();
  });
});
