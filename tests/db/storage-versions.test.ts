import { randomUUID } from 'node:crypto';
import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LocalDatabase } from '#db/local-database.ts';
import { isStored, openStorage } from '#db/open-storage.ts';
import { isStorageProblem, notSavedWords, storageTrouble, UnopenedStorage } from '#db/storage-trouble.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { imageOf } from '#tests/support/database-image.ts';
import { freshKey, openDevice, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';

/** The app of the next release, with an injected upgrade. */
class NextDatabase extends LocalDatabase {
  constructor(name: string, key: CryptoKey, upgrade: () => void) {
    super(name, key);
    this.version(this.verno + 1)
      .stores({ tasks: 'id' })
      .upgrade(async (tx) => {
        await tx.table('outbox').toCollection().modify({ state: 'held' });
        upgrade();
      });
  }
}

let device: TestDevice;
let warnings: ReturnType<typeof vi.spyOn>;
beforeEach(async () => {
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  device = await openDevice();
  await save();
});
afterEach(async () => {
  warnings.mockRestore();
  await device.close();
});

async function save(): Promise<void> {
  const body = lunchEntry();
  await queueWrite(device.workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'day' });
}

describe('a failing upgrade', () => {
  const failing = () => {
    throw new TypeError('row.about is not iterable');
  };

  test('leaves version and data unchanged, and says so', async () => {
    device.db.close();
    const before = await imageOf(device.name);
    const next = new NextDatabase(device.name, device.key, failing);
    const failure = await openStorage(next).catch((problem: unknown) => problem);
    expect(failure).toBeInstanceOf(UnopenedStorage);
    expect(isStorageProblem(failure)).toBe(true);
    expect((failure as Error).message).toMatch(
      /couldn't be opened or updated\. Everything you saved is safe/,
    );
    expect(await imageOf(device.name)).toEqual(before);
    await expect(next.outbox.count()).rejects.toThrow(Dexie.DatabaseClosedError);
  });

  test('is repeated by the next version that succeeds', async () => {
    device.db.close();
    await openStorage(new NextDatabase(device.name, device.key, failing)).catch(() => undefined);
    const mended = new NextDatabase(device.name, device.key, () => undefined);
    await openStorage(mended);
    expect((await mended.outbox.toArray()).map(({ state }) => state)).toEqual(['held']);
    mended.close();
  });
});

test('reports a tab that blocks an upgrade, and changes nothing', async () => {
  device.db.close();
  // A frozen tab: it receives no events and closes nothing.
  const frozen = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(device.name);
    request.onsuccess = () => resolve(request.result);
  });
  const next = new NextDatabase(device.name, device.key, () => undefined);
  await expect(openStorage(next)).rejects.toThrow(/Close your other Caseload tabs/);
  expect(storageTrouble()).toBe('blocked');
  frozen.close();
});

test('checks for a database without creating one', async () => {
  const name = `nobody-${randomUUID()}`;
  expect(await isStored(name)).toBe(false);
  expect(await isStored(device.name)).toBe(true);
  expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(name);
});

// Last: this page is superseded for good.
describe('a tab whose database is upgraded by a newer version', () => {
  test('closes it immediately, stores nothing more, and says what to do', async () => {
    const { outbox } = device.db;
    const next = new NextDatabase(device.name, device.key, () => undefined);
    await openStorage(next);
    expect(next.verno).toBe(device.db.verno + 1);
    expect(storageTrouble()).toBe('superseded');
    const failure = await save().catch((problem: unknown) => problem);
    expect(isStorageProblem(failure)).toBe(true);
    expect(notSavedWords(failure)).toMatch(/^a newer version of Caseload is open in another tab/);
    await expect(outbox.count()).rejects.toThrow(Dexie.DatabaseClosedError);
    expect(await next.outbox.count()).toBe(1);
    next.close();
  });

  test("doesn't open the newer version's database", async () => {
    const next = new NextDatabase(device.name, device.key, () => undefined);
    await openStorage(next);
    next.close();
    const older = new LocalDatabase(device.name, await freshKey());
    await expect(openStorage(older)).rejects.toThrow(/A newer version of Caseload was used/);
    await expect(older.outbox.count()).rejects.toThrow();
  });
});
