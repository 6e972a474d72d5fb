import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join as joinPath } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureEpoch } from '#server/db/change-index.ts';
import type { Database } from '#server/db/database.ts';
import { pgliteDatabase } from '#server/db/pglite.ts';
import { openExecutor } from '#server/db/pglite-executor.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { databaseTemplate } from '#server/db/template.ts';
import { purgeExpired } from '#server/modules/sync/pull-retention.ts';
import {
  createDatabase,
  type DatabaseKind,
  databaseKinds,
  openTestDatabase,
  ruleKinds,
  settled,
} from '#tests/support/database.ts';
import { binaries } from '#tests/support/postgres-cluster.ts';
import { join, PullingDevice, putRow, truthFor } from './pull-world.ts';

const DAY_MS = 86_400_000;
const SCOPE = 'global';

interface Restorable {
  db: Database;
  /** @returns a function that opens the database as it is now, as often as wanted */
  backUp(): Promise<() => Promise<Database>>;
  close(): Promise<void>;
}

/** Backed up as an operator does: the files of the embedded database, a dump of PostgreSQL. */
async function openRestorable(kind: DatabaseKind): Promise<Restorable> {
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of opened.reverse()) await end();
  };
  if (kind === 'pglite') {
    const open = async (template: Uint8Array<ArrayBuffer>) => {
      const executor = await openExecutor({ dataDir: null, template });
      const db = pgliteDatabase(executor);
      opened.push(() => db.close());
      return { executor, db };
    };
    const { executor, db } = await open(await databaseTemplate());
    return {
      db,
      async backUp() {
        const image = await executor.dump();
        return async () => (await open(image)).db;
      },
      close,
    };
  }
  const original = await openTestDatabase('postgres');
  opened.push(() => original.close());
  return {
    db: original.db,
    async backUp() {
      const dump = execFileSync(joinPath(binaries(), 'pg_dump'), [original.url ?? '']);
      return async () => {
        const { url, drop } = await createDatabase();
        execFileSync(joinPath(binaries(), 'psql'), ['-q', url], {
          input: dump,
          stdio: ['pipe', 'ignore', 'ignore'],
        });
        const db = openPostgres(url);
        opened.push(drop, () => db.close());
        return db;
      };
    },
    close,
  };
}

async function epochOf(db: Database): Promise<string> {
  const { rows } = await db.execute<{ epoch: string }>(sql`select epoch from sync_epoch`);
  return rows.map(({ epoch }) => epoch).join();
}

let world: Restorable;
let device: PullingDevice;
let other: PullingDevice;

function restorableOn(kind: DatabaseKind): void {
  beforeEach(async () => {
    world = await openRestorable(kind);
    await ensureEpoch(world.db);
    const userId = randomUUID();
    await world.db.transaction((tx) => join(tx, userId, SCOPE));
    device = new PullingDevice(world.db, userId);
    other = new PullingDevice(world.db, userId);
    await put(world.db, 'before');
    await device.pullAll();
    await other.pullAll();
  });
  afterEach(() => world.close());
}

const put = (db: Database, id: string) => db.transaction((tx) => putRow(tx, id, [SCOPE]));

async function contact(one: PullingDevice, restored: Database) {
  one.db = restored;
  const pages = await one.pullAll();
  expect(one.held()).toEqual(await truthFor(restored, one.userId));
  return pages;
}

describe.each(databaseKinds)('a database on %s that was restored from a backup', (kind) => {
  restorableOn(kind);

  test('is detected by the first device that has seen more, and all pull from the start', async () => {
    const restore = await world.backUp();
    await put(world.db, 'lost');
    await device.pullAll();
    await other.pullAll();
    const restored = await restore();
    await ensureEpoch(restored);
    const before = await epochOf(restored);
    expect((await contact(device, restored))[0]?.is_fresh).toBe(true);
    expect(await epochOf(restored)).not.toBe(before);
    const renewed = await epochOf(restored);
    expect((await contact(other, restored))[0]?.is_fresh).toBe(true);
    expect(await epochOf(restored)).toBe(renewed);
  });

  test('and its original, both in use, never mix on a device that meets both', async () => {
    const copy = await (await world.backUp())();
    await ensureEpoch(copy);
    await put(world.db, 'of-original');
    await put(copy, 'of-copy');
    for (const db of [world.db, copy, world.db, copy]) await contact(device, db);
  });
});

describe.each(ruleKinds)('a restored database on %s', (kind) => {
  restorableOn(kind);

  test('is detected even after it has advanced further than the original had', async () => {
    const restore = await world.backUp();
    await put(world.db, 'lost');
    await device.pullAll();
    const restored = await restore();
    await ensureEpoch(restored);
    for (const id of ['new-1', 'new-2', 'new-3', 'new-4']) await put(restored, id);
    expect((await contact(device, restored))[0]?.is_fresh).toBe(true);
    expect(device.held()).not.toHaveProperty('lost');
  });

  test('misses nothing if transactions without changes came between backup and pull', async () => {
    const restore = await world.backUp();
    for (let turn = 0; turn < 20; turn += 1) {
      await world.db.transaction((tx) => tx.execute(sql`select pg_current_xact_id()`));
    }
    await device.pullAll();
    const restored = await restore();
    await ensureEpoch(restored);
    for (let turn = 0; turn < 40; turn += 1) await put(restored, `new-${turn % 3}`);
    await contact(device, restored);
  });

  test('lets a device continue that has seen nothing more', async () => {
    await put(world.db, 'not-seen-yet');
    const restore = await world.backUp();
    await put(world.db, 'lost');
    const restored = await restore();
    await ensureEpoch(restored);
    const before = await epochOf(restored);
    await put(restored, 'new');
    const [page] = await contact(device, restored);
    expect(page?.is_fresh).toBe(false);
    expect(await epochOf(restored)).toBe(before);
  });

  test("makes only a device start over whose acknowledged write it doesn't know", async () => {
    const restored = await (await world.backUp())();
    await ensureEpoch(restored);
    const before = await epochOf(restored);
    device.acknowledged = randomUUID();
    expect((await contact(device, restored))[0]?.is_fresh).toBe(true);
    expect((await contact(other, restored))[0]?.is_fresh).toBe(false);
    expect(await epochOf(restored)).toBe(before);
  });

  test('changes its epoch once if two devices detect it at the same time', async () => {
    const restore = await world.backUp();
    await put(world.db, 'lost');
    await device.pullAll();
    await other.pullAll();
    const restored = await restore();
    await ensureEpoch(restored);
    await settled(restored);
    device.db = restored;
    other.db = restored;
    const pages = await Promise.all([device.pullAll(), other.pullAll()]);
    const epochs = new Set(pages.flat().map(({ epoch }) => epoch));
    expect([...epochs]).toEqual([await epochOf(restored)]);
  });
});

describe.each(ruleKinds)('a cursor on %s', (kind) => {
  beforeEach(async () => {
    world = await openRestorable(kind);
    await ensureEpoch(world.db);
    device = new PullingDevice(world.db, randomUUID());
    await world.db.transaction((tx) => join(tx, device.userId, SCOPE));
    await world.db.transaction((tx) => putRow(tx, 'row', [SCOPE]));
    await device.pullAll();
  });
  afterEach(() => world.close());

  /** The cursor with other content, under any signature that the device could give it. */
  function forge(changes: Record<string, unknown>, signature?: string): void {
    const [payload = '', signed = ''] = (device.cursor ?? '').split('.');
    const content = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes };
    const forged = Buffer.from(JSON.stringify(content)).toString('base64url');
    device.cursor = `${forged}.${signature ?? signed}`;
  }

  test.each(['', undefined, 'AAAA'])(
    'that a device made up (signature %s) makes nobody else pull afresh',
    async (signature) => {
      const before = await epochOf(world.db);
      forge({ mark: { xid: '1', mark: randomUUID() } }, signature);
      expect((await device.pullAll())[0]?.is_fresh).toBe(true);
      expect(await epochOf(world.db)).toBe(before);
    },
  );

  test('from a version without marks is accepted as is', async () => {
    forge({ mark: undefined }, '');
    device.cursor = device.cursor?.split('.')[0] ?? null;
    expect((await device.pullAll())[0]?.is_fresh).toBe(false);
  });

  test('is still known when nothing has changed for longer than marks are kept', async () => {
    await world.db.execute(sql`update sync_marks set made_at = made_at - interval '200 days'`);
    await purgeExpired(world.db, new Date().toISOString());
    const { rows } = await world.db.execute(sql`select xid from sync_marks`);
    expect(rows).toHaveLength(1);
    expect((await device.pullAll())[0]?.is_fresh).toBe(false);
  });

  test('finds its mark after marks older than 90 days were purged', async () => {
    await world.db.execute(sql`update sync_marks set made_at = made_at - interval '200 days'`);
    await world.db.transaction((tx) => putRow(tx, 'newer', [SCOPE]));
    await purgeExpired(world.db, new Date(Date.now() + DAY_MS).toISOString());
    expect((await device.pullAll())[0]?.is_fresh).toBe(false);
  });
});

test('a dump restored into another cluster with lower transaction ids is pulled completely', async () => {
  const { db, close } = await openTestDatabase('postgres');
  try {
    const device = new PullingDevice(db, randomUUID());
    await ensureEpoch(db);
    await db.transaction((tx) => join(tx, device.userId, SCOPE));
    await db.transaction((tx) => putRow(tx, 'row', [SCOPE]));
    await device.pullAll();
    const before = await epochOf(db);
    // As if the old cluster had been a million transactions further.
    for (const table of ['change_index', 'scope_members', 'sync_marks']) {
      await db.execute(
        sql`update ${sql.identifier(table)} set xid = (xid::text::bigint + 1000000)::text::xid8`,
      );
    }
    await ensureEpoch(db);
    expect(await epochOf(db)).not.toBe(before);
    await db.transaction((tx) => putRow(tx, 'new', [SCOPE]));
    expect((await device.pullAll())[0]?.is_fresh).toBe(true);
    expect(device.held()).toEqual({ new: 1, row: 1 });
  } finally {
    await close();
  }
});
