import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Transaction } from '#server/db/database.ts';
import type { Backfill } from '#server/modules/sync/pull-cursor.ts';
import { nextBackfillEntries, nextEntries, readSnapshot } from '#server/modules/sync/pull-entries.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { join } from './pull-world.ts';

describe.each(databaseKinds)('a pull on %s', (kind) => {
  let opened: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    db = opened.db;
  });
  afterAll(() => opened.close());

  test('uses the index for each scope, however many rows there are', async () => {
    const [userId, scope] = [randomUUID(), `team:${randomUUID()}`];
    await db.transaction((tx) => join(tx, userId, scope));
    await db.execute(sql`
      insert into change_index (scope, entity, id, has_left, xid, seq, changed_at)
      select ${scope}, 'location', n, false, pg_current_xact_id(), nextval('change_seq'), now()
      from generate_series(1, 20000) n
    `);
    const plans: string[] = [];
    await db.transaction(async (tx) => {
      await readSnapshot(tx);
      const explaining = {
        execute: async (query: SQL) => {
          const plan = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
          plans.push(plan.rows.map((line) => line['QUERY PLAN']).join('\n'));
          return { rows: [{ value: '[]' }] };
        },
      } as unknown as Transaction;
      const reading = { userId, horizon: '999999999', fresh: '3', limit: 501 };
      await nextEntries(explaining, { ...reading, after: ['900', '5'] });
      const backfill: Backfill = {
        joined: ['3', '999999'],
        until: ['999999', '0'],
        scope: '',
        after: ['0', '0'],
      };
      await nextBackfillEntries(explaining, { ...reading, backfill });
    });
    expect(plans).toHaveLength(2);
    for (const plan of plans) {
      expect(plan).toMatch(/Index Scan using change_index_order on change_index/);
      expect(plan).toMatch(/Index Cond: .*scope = .*ROW\(.*xid.*seq/);
      expect(plan).not.toMatch(/Seq Scan on change_index/);
      // Sorted once, over the results of the scopes: never a whole scope.
      expect(plan.match(/->\s+Sort /g)).toHaveLength(1);
    }
  });
});
