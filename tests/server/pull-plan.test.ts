import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { eachMonth } from '#domain/access/held-months.ts';
import { eachYear } from '#domain/access/held-years.ts';
import type { Database } from '#server/db/database.ts';
import { pullOrder, stepEntries } from '#server/modules/sync/priority-rows.ts';

import type { Backfill, Position } from '#server/modules/sync/pull-cursor.ts';
import {
  nextBackfillEntries,
  nextEntries,
  readState,
  readStateAndNews,
} from '#server/modules/sync/pull-entries.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { plansOf } from './plans-of.ts';
import { join } from './pull-world.ts';

const NOW = '2026-03-02T18:00:00.000Z';
const HELD = {
  months: eachMonth({ from: '2026-01', to: '2026-04' }),
  years: eachYear({ from: 2024, to: 2026 }),
};

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
    const plans = await db.transaction(async (tx) => {
      await readState(tx, { userId, deviceId: null, acknowledged: null, cursor: null, now: NOW });
      const reading = {
        userId,
        deviceId: randomUUID(),
        ...HELD,
        horizon: '999999999',
        fresh: '3',
        limit: 501,
      };
      const backfill: Backfill = {
        joined: ['3', '999999'],
        until: ['999999', '0'],
        scope: '',
        after: ['0', '0'],
      };
      return plansOf(tx, async (explaining) => {
        await nextEntries(explaining, { ...reading, after: ['900', '5'] });
        await nextBackfillEntries(explaining, { ...reading, backfill });
      });
    });
    const order = pullOrder([]);
    const reading = { userId, deviceId: randomUUID(), ...HELD };
    const steps = await db.transaction(async (tx) => {
      await readState(tx, { userId, deviceId: null, acknowledged: null, cursor: null, now: NOW });
      const head = {
        order: order.name,
        from: '2026-03-01',
        step: 0,
        after: [scope, '500'] as [string, string],
      };
      return plansOf(tx, (explaining) =>
        stepEntries(explaining, order, head, { ...reading, fresh: '999999999', limit: 500 }),
      );
    });
    expect(steps).toHaveLength(order.steps.length);
    for (const plan of steps) {
      expect(plan).toMatch(/Index Cond: .*scope = .*entity = .*id >/);
      expect(plan).not.toMatch(/Seq Scan on change_index/);
    }
    const [news = ''] = await plansOf(db, (explaining) => {
      const cursor = {
        epoch: '',
        whole_at: '',
        fresh: '3',
        members: '900',
        after: ['900', '5'] as Position,
        backfills: [],
        months: { from: '2026-01', to: '2026-04' },
      };
      return readStateAndNews(explaining, {
        userId,
        deviceId: randomUUID(),
        acknowledged: randomUUID(),
        now: NOW,
        cursor,
      });
    });
    expect(news).not.toMatch(/Seq Scan on (change_index|idempotency_keys|sync_marks|scope_members)/);
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
