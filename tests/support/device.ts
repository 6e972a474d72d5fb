import { randomUUID } from 'node:crypto';
import Dexie from 'dexie';
import type { WriteAnswer } from '#contract/sync.ts';
import { LocalDatabase, type OutboxRow } from '#db/local-database.ts';
import type { SyncPosition } from '#db/meta-rows.ts';
import type { Clock } from '#sync/clock.ts';
import type { DrainLock, PushOutcome, PushTransport } from '#sync/outbox/drain.ts';
import { syncPosition } from '#sync/pull/pull.ts';
import type { Workspace } from '#sync/workspace.ts';

/** A clock that stands still until moved. Its random number is one half by default. */
export interface TestClock extends Clock {
  pass(ms: number): void;
  chance: number;
}

export function testClock(start = '2026-03-10T18:00:00.000Z'): TestClock {
  let now = Date.parse(start);
  return {
    chance: 0.5,
    now: () => now,
    random() {
      return this.chance;
    },
    pass(ms) {
      now += ms;
    },
  };
}

export function freshKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);
}

/** The browser's lock manager in one process: queued, never stolen, released with its holder. */
export function lockQueue(): DrainLock {
  const tails = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const run = (tails.get(name) ?? Promise.resolve()).then(work, work);
    tails.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  };
}

export interface TestDevice {
  name: string;
  key: CryptoKey;
  clock: TestClock;
  lock: DrainLock;
  /** The page's connection. */
  db: LocalDatabase;
  workspace: Workspace;
  /** Another connection to the same database: a second tab or, with `null`, the worker. */
  connect(key?: CryptoKey | null): LocalDatabase;
  close(): Promise<void>;
}

export async function openDevice(
  options: { user_id?: string; name?: string; key?: CryptoKey; clock?: TestClock } = {},
): Promise<TestDevice> {
  const { name = `device-${randomUUID()}`, clock = testClock(), user_id = randomUUID() } = options;
  const key = options.key ?? (await freshKey());
  const connections: LocalDatabase[] = [];
  const connect = (as: CryptoKey | null = key) => {
    const connection = new LocalDatabase(name, as);
    connections.push(connection);
    return connection;
  };
  const db = connect();
  const workspace: Workspace = { db, user_id, device_id: randomUUID(), clock, wake: () => undefined };
  return {
    name,
    key,
    clock,
    lock: lockQueue(),
    db,
    workspace,
    connect,
    async close() {
      for (const connection of connections) connection.close();
      await Dexie.delete(name);
    },
  };
}

/** Sets how far the first pull of a device has come; without `change` it is complete. */
export async function pulledSoFar(db: LocalDatabase, change: Partial<SyncPosition> = {}): Promise<void> {
  await db.meta.put({ ...(await syncPosition(db)), was_whole: true, is_refreshing: false, ...change });
}

/** A scripted server: answers each write of a batch, and records what it was sent. */
export interface ScriptedServer {
  transport: PushTransport;
  batches: OutboxRow[][];
  /** Returned instead of answers, once. */
  next: PushOutcome | null;
  answer(row: OutboxRow): Partial<WriteAnswer>;
}

export function scriptedServer(answer: ScriptedServer['answer']): ScriptedServer {
  const server: ScriptedServer = {
    batches: [],
    next: null,
    answer,
    async transport(batch) {
      server.batches.push([...batch]);
      const said = server.next;
      server.next = null;
      if (said !== null) return said;
      const answers = batch.map(
        (row): WriteAnswer => ({
          write_id: row.write_id,
          status: 200,
          code: null,
          message: null,
          version: null,
          ...server.answer(row),
        }),
      );
      return { kind: 'answers', answers };
    },
  };
  return server;
}

/** The states of the outbox in local order. */
export async function outboxStates(db: LocalDatabase): Promise<string[]> {
  return (await db.outbox.orderBy('seq').toArray()).map((row) => row.state);
}

/**
 * Every record of every database of this browser profile as text; bytes as Latin-1, so that text in them is
 * visible.
 */
export async function everythingStored(): Promise<string> {
  const found: string[] = [];
  for (const { name, version } of await indexedDB.databases()) {
    found.push(String(name));
    const connection = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name as string, version);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    for (const store of connection.objectStoreNames) {
      const records = await new Promise<unknown[]>((resolve, reject) => {
        const request = connection.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      found.push(store, ...records.map(asText));
    }
    connection.close();
  }
  return found.join('\n');
}

function asText(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  if (Array.isArray(value)) return value.map(asText).join('\n');
  // A key that can be stored as an object would be a key on disk.
  if (value instanceof CryptoKey) return 'CryptoKey';
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, inner]) => `${name}=${asText(inner)}`)
      .join('\n');
  return String(value);
}
