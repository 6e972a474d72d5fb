import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHANGE_CHANNEL, recordChange, recordChanges, recordDeletion } from '#server/db/change-index.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';

describe.each(databaseKinds)('the change index on %s', (kind) => {
  let opened: TestDatabase;
  let db: Database;
  let id: string;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    db = opened.db;
  });
  afterAll(() => opened.close());
  beforeEach(() => {
    id = randomUUID();
  });

  const inTransaction = (work: (tx: Transaction) => Promise<void>) => db.transaction(work);

  async function entries(of = id) {
    const found = await db.execute<{ scope: string; has_left: boolean; xid: string; seq: string }>(sql`
      select scope, has_left, xid::text as xid, seq::text as seq from change_index
      where entity = 'session' and id = ${of} order by seq
    `);
    return found.rows;
  }
  const places = async (of = id) => (await entries(of)).map(({ scope, has_left }) => [scope, has_left]);

  test('has one entry per scope, with the transaction that wrote it', async () => {
    let xid = '';
    await inTransaction(async (tx) => {
      await recordChange(tx, 'session', id, ['org', 'user:1', 'org']);
      const found = await tx.execute<{ xid: string }>(sql`select pg_current_xact_id()::text as xid`);
      xid = found.rows[0]?.xid ?? '';
    });
    expect(await places()).toEqual([
      ['org', false],
      ['user:1', false],
    ]);
    expect((await entries()).map((entry) => entry.xid)).toEqual([xid, xid]);
  });

  test('moves the entries of a changed row instead of adding to them', async () => {
    await inTransaction((tx) => recordChange(tx, 'session', id, ['org']));
    const [before] = await entries();
    await inTransaction((tx) => recordChange(tx, 'session', id, ['org']));
    const after = await entries();
    expect(after).toHaveLength(1);
    expect(BigInt(after[0]?.xid ?? 0)).toBeGreaterThan(BigInt(before?.xid ?? 0));
    expect(BigInt(after[0]?.seq ?? 0)).toBeGreaterThan(BigInt(before?.seq ?? 0));
  });

  test('lists scopes that a row has left after its new ones, and leaves older tombstones alone', async () => {
    await inTransaction((tx) => recordChange(tx, 'session', id, ['user:1']));
    await inTransaction((tx) => recordChange(tx, 'session', id, ['user:2']));
    const [tombstone] = (await entries()).filter(({ has_left }) => has_left);
    await inTransaction((tx) => recordChange(tx, 'session', id, ['user:3']));
    expect(await places()).toEqual([
      ['user:1', true],
      ['user:3', false],
      ['user:2', true],
    ]);
    expect((await entries())[0]).toEqual(tombstone);
  });

  test('turns a deleted row into tombstones in all of its scopes, and back when it returns', async () => {
    await inTransaction((tx) => recordChange(tx, 'session', id, ['org', 'user:1']));
    await inTransaction((tx) => recordDeletion(tx, 'session', id));
    expect(await places()).toEqual([
      ['org', true],
      ['user:1', true],
    ]);
    await inTransaction((tx) => recordChange(tx, 'session', id, ['org']));
    expect(await places()).toEqual([
      ['user:1', true],
      ['org', false],
    ]);
  });

  test('separates rows of different entities with the same id', async () => {
    await inTransaction(async (tx) => {
      await recordChange(tx, 'session', id, ['org']);
      await recordChange(tx, 'lunch', id, ['org']);
      await recordDeletion(tx, 'lunch', id);
    });
    expect(await places()).toEqual([['org', false]]);
  });

  test('takes thousands of changes at once, the last one per row counting', async () => {
    const ids = Array.from({ length: 2_500 }, () => randomUUID());
    const changes = ids.map((each) => ({
      entity: 'session' as const,
      id: each,
      scopes: ['org', `user:${each}`],
    }));
    await inTransaction((tx) =>
      recordChanges(tx, [
        ...changes,
        { entity: 'session', id, scopes: [] },
        { entity: 'session', id, scopes: ['last'] },
      ]),
    );
    const found = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from change_index where scope = any(select 'user:' || value from
        jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) and not has_left
    `);
    expect(found.rows[0]?.count).toBe(2_500);
    expect(await places()).toEqual([['last', false]]);
  });

  test('writes nothing if the transaction is rolled back', async () => {
    const work = inTransaction(async (tx) => {
      await recordChange(tx, 'session', id, ['org']);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await entries()).toEqual([]);
  });

  describe('its notifications', () => {
    let heard: string[];
    let unlisten: () => Promise<void>;

    beforeEach(async () => {
      heard = [];
      unlisten = await db.listen(CHANGE_CHANNEL, (payload) => heard.push(payload));
    });

    async function heardAfter(work: (tx: Transaction) => Promise<void>): Promise<string[]> {
      await inTransaction(work).catch(() => undefined);
      await sleep(150);
      await unlisten();
      return heard.map((payload) => payload.replace(/^\d+ /, ''));
    }

    test('list each touched scope once, with the number of rows, after the commit', async () => {
      const scope = `user:${id}`;
      const other = randomUUID();
      const payloads = await heardAfter(async (tx) => {
        await recordChanges(tx, [
          { entity: 'session', id, scopes: ['org', scope] },
          { entity: 'session', id: other, scopes: ['org'] },
        ]);
        await sleep(100);
        expect(heard).toEqual([]);
      });
      expect(payloads).toEqual([`org=2,${scope}=1`]);
    });

    test('are not sent by a transaction that fails', async () => {
      const payloads = await heardAfter(async (tx) => {
        await recordChange(tx, 'session', id, ['org']);
        throw new Error('no');
      });
      expect(payloads).toEqual([]);
    });

    test("stay below PostgreSQL's payload limit, however many scopes are touched", async () => {
      const scopes = Array.from({ length: 1_000 }, () => `student:${randomUUID()}`);
      const payloads = await heardAfter((tx) => recordChange(tx, 'session', id, scopes));
      expect(Math.max(...payloads.map((payload) => payload.length))).toBeLessThan(7_900);
      const named = payloads.flatMap((payload) => payload.split(',').map((part) => part.replace(/=1$/, '')));
      expect(named.toSorted()).toEqual(scopes.toSorted());
    });
  });
});
