import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENTITY_NAMES } from '#contract/entity-name.ts';
import type { PullPage } from '#contract/sync.ts';
import { recordChange } from '#server/db/change-index.ts';
import type { Database } from '#server/db/database.ts';
import { seedDemo } from '#server/db/seed/demo.ts';
import {
  databaseKinds,
  openTestDatabase,
  settled,
  type TestDatabase,
  usualKind,
} from '#tests/support/database.ts';
import { openApiWorld } from './api-world.ts';
import { deleteRow, join, leave, PullingDevice, putRow, renewEpoch } from './pull-world.ts';

const NOTHING = createHash('sha256').digest('hex');

describe.each(databaseKinds)('the digests of a pull on %s', (kind) => {
  let opened: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    db = opened.db;
    await renewEpoch(db);
  });
  afterAll(() => opened.close());

  /** A device that holds three rows of one scope and none of another. */
  async function deviceWithRows() {
    const device = new PullingDevice(db, randomUUID());
    device.compares = true;
    const mark = randomUUID().slice(0, 8);
    const [full, empty] = [`client:${mark}`, `student:${mark}`];
    await db.transaction(async (tx) => {
      await join(tx, device.userId, full);
      await join(tx, device.userId, empty);
      for (const id of ['a', 'b', 'c']) await putRow(tx, `${mark}-${id}`, [full]);
    });
    const page = (await device.pullAll()).at(-1);
    return { device, mark, full, empty, page };
  }

  /** The next pull's digest of one scope. */
  const nextDigest = async (device: PullingDevice, scope: string) =>
    (await device.pullAll()).at(-1)?.digests?.find((digest) => digest.scope === scope);

  test('describe the contents of each scope, even an empty one', async () => {
    const { device, full, empty, page } = await deviceWithRows();
    expect(page?.digests).toEqual(device.digestsOf([full, empty]));
    expect(page?.digests).toContainEqual({ scope: empty, rows: 0, sha256: NOTHING });
    expect(device.digestsOf([full])[0]?.rows).toBe(3);
  });

  test('come only on request', async () => {
    const { device } = await deviceWithRows();
    device.compares = false;
    expect((await device.pull()).digests).toBeUndefined();
  });

  test.each<[string, (device: PullingDevice, mark: string, scope: string) => void]>([
    ['lost a row', (device, mark) => device.rows.delete(`${mark}-b`)],
    [
      'holds a row too many',
      (device, mark, scope) =>
        device.rows.set(`${mark}-d`, { entity: 'location', version: 1, scopes: new Set([scope]) }),
    ],
    [
      'holds an older version',
      (device, mark, scope) =>
        device.rows.set(`${mark}-b`, { entity: 'location', version: 0, scopes: new Set([scope]) }),
    ],
    ['holds a row by another scope', (device, mark) => device.rows.get(`${mark}-b`)?.scopes.clear()],
  ])('differ for a device that %s', async (_, damage) => {
    const { device, mark, full } = await deviceWithRows();
    damage(device, mark, full);
    expect(await nextDigest(device, full)).not.toEqual(device.digestsOf([full])[0]);
  });

  test('ignore rows that vanished without a tombstone, as the pull does', async () => {
    const { device, mark, full } = await deviceWithRows();
    await db.transaction(async (tx) => {
      await recordChange(tx, 'location', `${mark}-ghost`, [full]);
      await deleteRow(tx, `${mark}-a`);
    });
    const digest = await nextDigest(device, full);
    expect(digest).toEqual(device.digestsOf([full])[0]);
    expect(digest?.rows).toBe(2);
  });

  test('omit a scope that the reader has left', async () => {
    const { device, full } = await deviceWithRows();
    await db.transaction((tx) => leave(tx, device.userId, full));
    expect(await nextDigest(device, full)).toBeUndefined();
  });

  test("order rows by their bytes, whatever the database's collation", async () => {
    const { device, mark, full } = await deviceWithRows();
    await db.transaction(async (tx) => {
      for (const id of ['B', 'a-b', 'a_b', 'a1', 'é', '~']) await putRow(tx, `${mark}-${id}`, [full]);
    });
    expect(await nextDigest(device, full)).toEqual(device.digestsOf([full])[0]);
  });
});

describe('the digests of a pull on postgres', () => {
  test('omit a scope with changes that the device has not received', async () => {
    const opened = await openTestDatabase('postgres');
    const { db } = opened;
    await renewEpoch(db);
    const device = new PullingDevice(db, randomUUID());
    device.compares = true;
    await db.transaction(async (tx) => {
      await join(tx, device.userId, 'moving');
      await join(tx, device.userId, 'still');
      await putRow(tx, 'row', ['moving']);
    });
    await device.pullAll();
    device.waits = false;
    await db.transaction(async (older) => {
      await older.execute(sql`select pg_current_xact_id()`);
      await db.transaction((tx) => putRow(tx, 'row', ['moving']));
      const page = (await device.pullAll()).at(-1);
      expect(device.held()).toEqual({ row: 1 });
      const told = page?.digests?.map(({ scope, sha256 }) => [scope, sha256 !== null]);
      expect(told).toEqual([
        ['moving', false],
        ['still', true],
      ]);
    });
    device.waits = true;
    const told = (await device.pullAll()).at(-1);
    expect(device.held()).toEqual({ row: 2 });
    expect(told?.digests).toEqual(device.digestsOf(['moving', 'still']));
    await opened.close();
  });
});

describe('the digests of the demo organization', () => {
  test('match the pulled rows, for rows of every kind', async () => {
    const world = await openApiWorld(usualKind);
    await seedDemo(world.db, { today: '2026-03-10', now: world.clock.now.toISOString(), scale: 0.25 });
    await settled(world.db);
    const { body: demo } = await world.call('operations.demo');
    const kinds = new Set<string>();
    for (const { email, password } of demo.sign_ins) {
      const { body: signedIn } = await world.call('auth.login', { body: { email, password } });
      const held = new Map<string, string[]>();
      let page: PullPage | null = null;
      while (page?.more !== false) {
        const cursor: Record<string, string> = page === null ? {} : { cursor: page.cursor };
        const query = { limit: '2000', digests: '1', ...cursor };
        page = (await world.call('sync.pull', { token: signedIn.token, query })).body;
        for (const { entity, id, scopes, row } of page.changes) {
          kinds.add(entity);
          const version = (row as { version?: number } | null)?.version ?? 1;
          for (const scope of scopes)
            held.set(scope, [...(held.get(scope) ?? []), `${entity}|${id}|${version}`]);
        }
      }
      expect(page.digests?.length).toBeGreaterThan(1);
      for (const { scope, rows, sha256 } of page.digests ?? []) {
        const lines = [...new Set(held.get(scope) ?? [])].sort();
        expect([scope, rows]).toEqual([scope, lines.length]);
        expect(sha256).toBe(createHash('sha256').update(lines.join('\n')).digest('hex'));
      }
    }
    // The demo has no files.
    expect([...kinds].sort()).toEqual(ENTITY_NAMES.filter((name) => name !== 'attachment').sort());
    await world.close();
  });
});
