import { randomUUID } from 'node:crypto';
import Dexie, { type DBCore, type DBCoreTable, liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ANSWER_MARKER } from '#contract/errors.ts';
import { encryptParts, keepOffline, storeFile, unsentFile } from '#db/attachment-files.ts';
import type { LocalDatabase } from '#db/local-database.ts';
import { noteStorageTrouble, storageTrouble } from '#db/storage-trouble.ts';
import { queueWrite } from '#sync/outbox/queue-write.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { lunchEntry } from '#tests/support/device-entries.ts';

/** Injected database faults, and counters. */
interface Faults {
  /** Consumed from the front; no fault once empty. */
  atBegin: DOMException[];
  atRequest: DOMException[];
  atCommit: DOMException[];
  /** Thrown by every cursor over this index of the outbox. */
  atCursor: { index: string; problem: () => DOMException } | null;
  begun: number;
}

const LOST = () => new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
const CLOSING = () => new DOMException('The database connection is closing.', 'InvalidStateError');
const FULL = () => new DOMException('Encountered full disk.', 'QuotaExceededError');

function injectFaults(db: Dexie): Faults {
  const faults: Faults = { atBegin: [], atRequest: [], atCommit: [], atCursor: null, begun: 0 };
  const failing = (table: DBCoreTable): DBCoreTable => {
    const failWrite = () => faults.atRequest.shift();
    return {
      ...table,
      mutate(request) {
        const problem = failWrite();
        return problem === undefined ? table.mutate(request) : Dexie.Promise.reject(problem);
      },
      openCursor(request) {
        const fails = table.name === 'outbox' && faults.atCursor?.index === request.query.index.name;
        return fails ? Dexie.Promise.reject(faults.atCursor?.problem()) : table.openCursor(request);
      },
    };
  };
  db.use({
    stack: 'dbcore',
    name: 'faults',
    create: (core: DBCore): DBCore => ({
      ...core,
      transaction(...parts) {
        faults.begun += 1;
        const atBegin = faults.atBegin.shift();
        if (atBegin !== undefined) throw atBegin;
        const transaction = core.transaction(...parts);
        const atCommit = faults.atCommit.shift();
        if (atCommit !== undefined) failAtCommit(transaction as unknown as IDBTransaction, atCommit);
        return transaction;
      },
      table: (name) => failing(core.table(name)),
    }),
  });
  return faults;
}

/**
 * All requests of the transaction succeed; then the browser aborts it with this reason. Its writes may be
 * stored.
 */
function failAtCommit(transaction: IDBTransaction, reason: DOMException): void {
  Object.defineProperty(transaction, 'oncomplete', { set: () => undefined });
  transaction.addEventListener('complete', () => {
    Object.defineProperty(transaction, 'error', { value: reason });
    transaction.onabort?.(new Event('abort'));
  });
}

let device: TestDevice;
let db: LocalDatabase;
let faults: Faults;
let warnings: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  device = await openDevice();
  db = device.db;
  faults = injectFaults(db);
  await db.open();
  faults.begun = 0;
});

afterEach(async () => {
  faults.atBegin = [];
  faults.atRequest = [];
  faults.atCursor = null;
  await db.meta.clear();
  warnings.mockRestore();
  vi.unstubAllGlobals();
  await device.close();
});

async function save(): Promise<string> {
  const body = lunchEntry();
  await queueWrite(device.workspace, { endpoint: 'lunch.create', id: body.id, body, lane: 'day' });
  return body.id;
}

const saved = () => db.outbox.count();

describe('a lost connection', () => {
  test('is reopened, and an operation that never began runs once', async () => {
    faults.atBegin = [LOST(), LOST()];
    expect(await saved()).toBe(0);
    faults.atBegin = [LOST(), CLOSING()];
    await save();
    expect(await saved()).toBe(1);
    expect(storageTrouble()).toBeNull();
  });

  test('during a transaction: the aborted operation is retried as a whole', async () => {
    await save();
    faults.atRequest = [LOST()];
    await save();
    expect(await saved()).toBe(2);
    expect(await db.lunchBreaks.count()).toBe(2);
  });

  test('at the commit: an operation that may have been stored is not retried', async () => {
    faults.begun = 0;
    faults.atCommit = [LOST()];
    let runs = 0;
    const work = db.transaction('rw', db.meta, async () => {
      runs += 1;
      await db.meta.put({ key: 'pause', reason: 'outdated' });
    });
    await expect(work).rejects.toThrow('lost');
    expect(runs).toBe(1);
    expect(faults.begun).toBe(1);
  });

  test('that the browser closed is reopened by the next read', async () => {
    await save();
    db.backendDB().close();
    db.close({ disableAutoOpen: false });
    expect(await saved()).toBe(1);
  });

  test("doesn't stop a live query", async () => {
    const seen: number[] = [];
    faults.atBegin = [LOST()];
    const following = liveQuery(() => db.outbox.count()).subscribe({ next: (count) => seen.push(count) });
    await vi.waitFor(() => expect(seen).toEqual([0]));
    await save();
    await vi.waitFor(() => expect(seen).toEqual([0, 1]));
    following.unsubscribe();
  });

  test('that stays lost is reported until the next success', async () => {
    faults.atBegin = Array.from({ length: 50 }, LOST);
    await expect(save()).rejects.toThrow('lost');
    expect(storageTrouble()).toBe('broken');
    faults.atBegin = [];
    await save();
    expect(storageTrouble()).toBeNull();
    expect(await saved()).toBe(1);
  });

  test('that was closed on purpose stays closed', async () => {
    db.close();
    await expect(db.outbox.count()).rejects.toThrow(Dexie.DatabaseClosedError);
    await expect(save()).rejects.toThrow(Dexie.DatabaseClosedError);
    await db.open();
  });
});

describe('an operation that fails on every new connection', () => {
  const readKeys = () => db.outbox.orderBy('entity_id').keys();

  beforeEach(async () => {
    faults.atCursor = { index: 'entity_id', problem: LOST };
    await expect(readKeys()).rejects.toThrow('lost');
  });

  test('stops after a few retries, and storage counts as broken', () => {
    expect(faults.begun).toBe(4);
    expect(storageTrouble()).toBe('broken');
  });

  test('fails immediately from then on, and keeps the connection open for others', async () => {
    const connection = db.backendDB();
    faults.begun = 0;
    await expect(readKeys()).rejects.toThrow('lost');
    expect(faults.begun).toBe(1);
    expect(db.backendDB()).toBe(connection);
    await save();
    expect(await saved()).toBe(1);
    expect(db.backendDB()).toBe(connection);
  });

  test('keeps storage broken until it succeeds, even if others succeed', async () => {
    await save();
    await db.open();
    expect(storageTrouble()).toBe('broken');
    noteStorageTrouble('full');
    await save();
    expect(storageTrouble()).toBe('broken');
    faults.atCursor = null;
    expect(await readKeys()).toHaveLength(2);
    expect(storageTrouble()).toBeNull();
  });

  test("doesn't prevent a lost connection from being reopened", async () => {
    faults.atBegin = [LOST(), CLOSING()];
    await save();
    expect(await saved()).toBe(1);
  });

  test('is forgotten when the database is closed for good', async () => {
    db.close();
    expect(storageTrouble()).toBeNull();
    faults.atCursor = null;
    await db.open();
  });
});

describe('a full disk', () => {
  /** Caches by name, without those that were dropped. */
  function stubCaches(names: string[], isServerThere = true): Set<string> {
    const kept = new Set(names);
    vi.stubGlobal('caches', {
      keys: async () => [...kept],
      delete: async (name: string) => kept.delete(name),
    });
    vi.stubGlobal('fetch', async () => {
      if (!isServerThere) throw new TypeError('fetch failed');
      return new Response(null, { headers: { [ANSWER_MARKER]: '1' } });
    });
    return kept;
  }
  const shell = `workbox-precache-v2-${randomUUID()}`;

  test.each([
    { when: 'at a request', fail: () => faults.atRequest.push(FULL()) },
    { when: 'at the commit', fail: () => faults.atCommit.push(FULL()) },
  ])('$when: drops caches except the shell, and retries once', async ({ fail }) => {
    const kept = stubCaches(['pictures', shell]);
    fail();
    await db.meta.put({ key: 'pause', reason: 'outdated' });
    expect(await db.meta.count()).toBe(1);
    expect([...kept]).toEqual([shell]);
    expect(storageTrouble()).toBeNull();
  });

  test('drops the shell last, and never without the server', async () => {
    const online = stubCaches([shell]);
    faults.atRequest = [FULL()];
    await save();
    expect([...online]).toEqual([]);
    const offline = stubCaches([shell], false);
    faults.atRequest = [FULL()];
    await save();
    expect([...offline]).toEqual([shell]);
    expect(await saved()).toBe(2);
  });

  test('drops copies of what the server has, and nothing that is still to be sent', async () => {
    stubCaches([]);
    const bytes = new Uint8Array(1_000);
    const [copy, unsent] = [randomUUID(), randomUUID()];
    await keepOffline(db, copy, bytes, '2026-03-10T18:00:00.000Z');
    await storeFile(
      db,
      unsentFile(unsent, 1, '2026-03-10T18:00:00.000Z'),
      await encryptParts(db, unsent, bytes),
    );
    faults.atRequest = [FULL()];
    await save();
    expect(await db.attachmentFiles.toCollection().primaryKeys()).toEqual([unsent]);
    expect(await db.attachmentParts.toCollection().primaryKeys()).toEqual([[unsent, 1]]);
  });

  test('is reported after one retry; nothing is partially stored, and the report clears automatically', async () => {
    stubCaches([]);
    faults.atRequest = [FULL(), FULL()];
    await expect(save()).rejects.toThrow('full disk');
    expect(faults.atRequest).toEqual([]);
    expect(storageTrouble()).toBe('full');
    expect(await saved()).toBe(0);
    expect(await db.lunchBreaks.count()).toBe(0);
    await save();
    expect(storageTrouble()).toBeNull();
  });
});

test('an error of the operation itself is not retried', async () => {
  let runs = 0;
  const work = db.transaction('rw', db.meta, async () => {
    runs += 1;
    throw new Error('A rule is broken.');
  });
  await expect(work).rejects.toThrow('A rule is broken.');
  expect(runs).toBe(1);
  expect(storageTrouble()).toBeNull();
});
