import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordChanges } from '#server/db/change-index.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { purgeExpired } from '#server/modules/sync/pull-retention.ts';
import { databaseKinds, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { deleteRow, join, leave, PullingDevice, putRow, renewEpoch, truthFor } from './pull-world.ts';

const DAY_MS = 86_400_000;

describe.each(databaseKinds)('a pull on %s', (kind) => {
  let opened: TestDatabase;
  let db: Database;
  let userId: string;
  let device: PullingDevice;
  /** Scopes and ids of this test only: all tests of the file share the database. */
  let mine: string;

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    db = opened.db;
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await renewEpoch(db);
    userId = randomUUID();
    device = new PullingDevice(db, userId);
    mine = randomUUID().slice(0, 8);
  });

  const scope = (name: string) => `${mine}:${name}`;
  const row = (name: string | number) => `${mine}-${name}`;
  const inTransaction = (work: (tx: Transaction) => Promise<void>) => db.transaction(work);
  const put = (name: string | number, ...scopes: string[]) =>
    inTransaction((tx) => putRow(tx, row(name), scopes.map(scope)));
  const remove = (name: string | number) => inTransaction((tx) => deleteRow(tx, row(name)));
  const joinScope = (name: string) => inTransaction((tx) => join(tx, userId, scope(name)));
  const leaveScope = (name: string) => inTransaction((tx) => leave(tx, userId, scope(name)));
  const putMany = (count: number, ...scopes: string[]) =>
    inTransaction(async (tx) => {
      const ids = Array.from({ length: count }, (_, index) => row(index));
      await tx.execute(sql`
        insert into locations (id, name, is_billable)
        select value, value, true from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)
      `);
      await recordChanges(
        tx,
        ids.map((id) => ({ entity: 'location' as const, id, scopes: scopes.map(scope) })),
      );
    });

  async function expectTruth(): Promise<void> {
    expect(device.held()).toEqual(await truthFor(db, userId));
  }

  test('delivers a new device the rows of its scopes and no others, with an estimated total', async () => {
    await joinScope('a');
    await put(1, 'a');
    await put(2, 'a', 'b');
    await put(3, 'b');
    const page = await device.pull();
    expect(page).toMatchObject({
      is_fresh: true,
      more: false,
      total: 2,
      scopes_added: [scope('a')],
      done: [],
    });
    expect(page.changes.map(({ id, scopes, left }) => ({ id, scopes, left }))).toEqual([
      { id: row(1), scopes: [scope('a')], left: [] },
      { id: row(2), scopes: [scope('a')], left: [] },
    ]);
    expect(page.changes[0]?.row).toMatchObject({ id: row(1), version: 1 });
  });

  test('delivers many rows page by page and sends the total once', async () => {
    await joinScope('a');
    await putMany(25, 'a');
    const pages = await device.pullAll(10);
    expect(pages.map((page) => [page.changes.length, page.more, page.total, page.is_fresh])).toEqual([
      [10, true, 25, true],
      [10, true, null, false],
      [5, false, null, false],
    ]);
    await expectTruth();
  });

  test('delivers only what changed since, once', async () => {
    await joinScope('a');
    await putMany(25, 'a');
    await device.pullAll();
    await put(7, 'a');
    expect((await device.pull()).changes).toMatchObject([{ id: row(7), row: { version: 2 } }]);
    expect((await device.pull()).changes).toEqual([]);
    await expectTruth();
  });

  test("combines a row in two of the reader's scopes into one change", async () => {
    await joinScope('a');
    await joinScope('b');
    await put(1, 'a', 'b');
    const { changes } = await device.pull();
    expect(changes).toHaveLength(1);
    expect(changes[0]?.scopes.toSorted()).toEqual([scope('a'), scope('b')]);
  });

  test('combines a row whose two scopes fall on different pages', async () => {
    await joinScope('a');
    await joinScope('b');
    await put(1, 'a', 'b');
    await device.pullAll(1);
    expect(device.rows.get(row(1))?.scopes).toEqual(new Set([scope('a'), scope('b')]));
    await put(1, 'b');
    await device.pullAll(1);
    expect(device.rows.get(row(1))?.scopes).toEqual(new Set([scope('b')]));
  });

  test('never makes a row disappear while it moves from one scope to another', async () => {
    await joinScope('a');
    await joinScope('b');
    await put(1, 'b');
    await device.pullAll();
    await put(1, 'a');
    const pages = await device.pullAll(1);
    expect(pages.map(({ changes }) => changes.map(({ scopes, left }) => ({ scopes, left })))).toEqual([
      [{ scopes: [scope('a')], left: [] }],
      [{ scopes: [], left: [scope('b')] }],
    ]);
  });

  test("reports a row that moved to other people's scope as left, without its content", async () => {
    await joinScope('a');
    await put(1, 'a');
    await device.pullAll();
    await put(1, 'b');
    expect((await device.pull()).changes).toEqual([
      { entity: 'location', id: row(1), scopes: [], left: [scope('a')], row: null },
    ]);
    await expectTruth();
  });

  test('reports a deleted row as left', async () => {
    await joinScope('a');
    await put(1, 'a');
    await device.pullAll();
    await remove(1);
    expect((await device.pull()).changes).toMatchObject([{ id: row(1), left: [scope('a')], row: null }]);
    expect(device.held()).toEqual({});
  });

  test('reports a row that vanished without a tombstone as left', async () => {
    await joinScope('a');
    await put(1, 'a');
    await db.execute(sql`delete from locations where id = ${row(1)}`);
    expect((await device.pull()).changes).toMatchObject([{ scopes: [], left: [scope('a')], row: null }]);
  });

  test('spares a new device older tombstones, but not those of its first pull', async () => {
    await joinScope('a');
    await put('old', 'a');
    await remove('old');
    await put(1, 'a');
    await put(2, 'a');
    expect((await device.pull(1)).changes.map(({ id }) => id)).toEqual([row(1)]);
    await remove(1);
    const rest = (await device.pullAll(1)).flatMap(({ changes }) => changes);
    expect(rest.map(({ id, left }) => [id, left.length])).toEqual([
      [row(2), 0],
      [row(1), 1],
    ]);
    await expectTruth();
  });

  test('delivers all rows of a scope that the reader joined later, page by page, with changes made meanwhile', async () => {
    await joinScope('a');
    await putMany(12, 'b');
    await put('own', 'a');
    await device.pullAll();
    await joinScope('b');
    const first = await device.pull(5);
    expect(first).toMatchObject({ is_fresh: false, more: true, scopes_added: [scope('b')] });
    expect(first.changes).toHaveLength(5);
    await put(0, 'b');
    await put('own', 'a');
    await remove(11);
    const rest = await device.pullAll(5);
    expect(rest.flatMap((page) => page.scopes_added)).toEqual([]);
    await expectTruth();
    expect(Object.keys(device.held())).toHaveLength(12);
  });

  test('includes a scope joined during a first pull', async () => {
    await joinScope('a');
    await putMany(10, 'a');
    await put('early', 'b');
    await device.pull(4);
    await joinScope('b');
    await put('late', 'b');
    await device.pullAll(4);
    await expectTruth();
    expect(Object.keys(device.held())).toHaveLength(12);
  });

  test('names scopes that the reader lost, and delivers nothing more of them', async () => {
    await joinScope('a');
    await joinScope('b');
    await put(1, 'a');
    await put(2, 'a', 'b');
    await device.pullAll();
    await leaveScope('a');
    await put(1, 'a');
    const page = await device.pull();
    expect(page).toMatchObject({ scopes_removed: [scope('a')], changes: [] });
    expect(device.held()).toEqual({ [row(2)]: 1 });
  });

  test('is correct after a scope was lost and joined again between two pulls', async () => {
    await joinScope('a');
    await put(1, 'a');
    await put(2, 'a');
    await device.pullAll();
    await leaveScope('a');
    await remove(1);
    await put(3, 'a');
    await joinScope('a');
    await device.pullAll(1);
    await expectTruth();
    expect(Object.keys(device.held())).toEqual([row(2), row(3)]);
  });

  test('keeps the cursor short when hundreds of scopes are joined at once', async () => {
    await joinScope('a');
    await put('own', 'a');
    await device.pullAll();
    await inTransaction(async (tx) => {
      for (let index = 0; index < 300; index += 1) {
        await putRow(tx, row(index), [scope(`student:${randomUUID()}:${index}`)]);
      }
      await tx.execute(sql`
        insert into scope_members (user_id, scope, has_left, xid, seq)
        select ${userId}::uuid, scope, false, pg_current_xact_id(), nextval('change_seq')
        from change_index where scope like ${`${scope('student')}:%`}
      `);
    });
    const pages = await device.pullAll(40);
    expect(Math.max(...pages.map((page) => page.cursor.length))).toBeLessThan(1_000);
    expect(pages.every((page) => !page.is_fresh)).toBe(true);
    expect(Object.keys(device.held())).toHaveLength(301);
  });

  test('starts over rather than keep an endless list of joined scopes', async () => {
    await putMany(30, 'crowd');
    await joinScope('a');
    await device.pullAll();
    for (let index = 0; index < 12; index += 1) {
      const name = `many-${index}`;
      await put(`m${index}`, name, 'crowd');
      await put(`n${index}`, name);
      await joinScope(name);
      await device.pull(1);
    }
    const pages = await device.pullAll(3);
    expect(pages.length).toBeLessThan(60);
    await expectTruth();
  });

  test.each([
    ['is no cursor at all', () => 'nonsense'],
    ['is of another shape', () => Buffer.from('{"epoch":1}').toString('base64url')],
    ['is full of odd characters', () => '\u0000\ud800🙂'],
  ])('starts over if the cursor %s', async (_, cursor) => {
    await joinScope('a');
    await put(1, 'a');
    await device.pullAll();
    device.cursor = cursor();
    expect(await device.pull()).toMatchObject({ is_fresh: true, total: 1, changes: [{ id: row(1) }] });
  });

  test('starts over once the epoch has changed', async () => {
    await joinScope('a');
    await put(1, 'a');
    const [before] = await device.pullAll();
    await renewEpoch(db);
    const after = await device.pull();
    expect(after).toMatchObject({ is_fresh: true, changes: [{ id: row(1) }] });
    expect(after.epoch).not.toBe(before?.epoch);
  });

  test('starts over if the cursor contains transactions that the database has not seen', async () => {
    await joinScope('a');
    await put(1, 'a');
    await device.pullAll();
    const [payload = ''] = (device.cursor ?? '').split('.');
    const cursor = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const ahead = { ...cursor, members: '999999999999' };
    device.cursor = Buffer.from(JSON.stringify(ahead)).toString('base64url');
    expect(await device.pull()).toMatchObject({ is_fresh: true });
  });

  test('continues after 89 days, and starts over after 91', async () => {
    await joinScope('a');
    await put(1, 'a');
    await device.pullAll();
    const start = Date.parse(device.now);
    device.now = new Date(start + 89 * DAY_MS).toISOString();
    expect(await device.pull()).toMatchObject({ is_fresh: false });
    device.now = new Date(start + (89 + 91) * DAY_MS).toISOString();
    expect(await device.pull()).toMatchObject({ is_fresh: true });
  });

  test('counts the age from when the device was last complete, not from a page in between', async () => {
    await joinScope('a');
    await putMany(10, 'a');
    await device.pull(1);
    const start = Date.parse(device.now);
    device.now = new Date(start + 60 * DAY_MS).toISOString();
    expect(await device.pull(1)).toMatchObject({ is_fresh: false, more: true });
    device.now = new Date(start + 120 * DAY_MS).toISOString();
    expect(await device.pull(1)).toMatchObject({ is_fresh: true });
  });

  test('names the writes of this device that took effect since, each once', async () => {
    await joinScope('a');
    const write = (
      key: string,
      facts: { status?: number; deviceId?: string; author?: string },
      rows: string[] = [],
    ) =>
      inTransaction(async (tx) => {
        await tx.execute(sql`
          insert into idempotency_keys (key, user_id, device_id, fingerprint, status, created_at, xid)
          values (${key}::uuid, ${facts.author ?? userId}::uuid, ${facts.deviceId ?? device.deviceId}::uuid, '',
            ${facts.status ?? 200}, now(), pg_current_xact_id())
        `);
        for (const name of rows) await putRow(tx, row(name), [scope('a')]);
      });
    await write(randomUUID(), {});
    expect((await device.pullAll()).flatMap(({ done }) => done)).toEqual([]);

    const [first, second] = [randomUUID(), randomUUID()];
    await write(first, { status: 201 }, ['one', 'two']);
    await write(second, {}, ['three']);
    await write(randomUUID(), { status: 422 });
    await write(randomUUID(), { deviceId: randomUUID() });
    await write(randomUUID(), { author: randomUUID() });
    const pages = await device.pullAll(1);
    expect(pages.map(({ done }) => done.toSorted())).toEqual([[], [], [first, second].toSorted()]);
    expect(await device.pull()).toMatchObject({ done: [] });
  });

  test('names a write only once its effect was delivered', async () => {
    await joinScope('a');
    await device.pullAll();
    const key = randomUUID();
    await inTransaction(async (tx) => {
      for (const name of ['one', 'two', 'three']) await putRow(tx, row(name), [scope('a')]);
      await tx.execute(sql`
        insert into idempotency_keys (key, user_id, device_id, fingerprint, status, created_at, xid)
        values (${key}::uuid, ${userId}::uuid, ${device.deviceId}::uuid, '', 200, now(), pg_current_xact_id())
      `);
    });
    const pages = await device.pullAll(1);
    expect(pages.map(({ done }) => done.length)).toEqual([0, 0, 1]);
  });

  test('a purge deletes old tombstones and keys, and keeps rows and newer ones', async () => {
    await put('kept', 'a');
    await put('gone', 'a');
    await remove('gone');
    const key = randomUUID();
    await db.execute(sql`
      insert into idempotency_keys (key, user_id, fingerprint, status, created_at, xid)
      values (${key}::uuid, ${userId}::uuid, '', 200, now(), pg_current_xact_id())
    `);
    const standing = async () => {
      const entries = await db.execute<{ id: string }>(
        sql`select id from change_index where scope = ${scope('a')} order by id`,
      );
      const keys = await db.execute(sql`select key from idempotency_keys where key = ${key}::uuid`);
      return { entries: entries.rows.map(({ id }) => id), keys: keys.rows.length };
    };
    await purgeExpired(db, new Date(Date.now() + 89 * DAY_MS).toISOString());
    expect(await standing()).toEqual({ entries: [row('gone'), row('kept')], keys: 1 });
    await purgeExpired(db, new Date(Date.now() + 93 * DAY_MS).toISOString());
    expect(await standing()).toEqual({ entries: [row('kept')], keys: 0 });
  });
});
