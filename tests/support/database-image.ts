import { fromBase64, toBase64 } from '#contract/encryption.ts';

interface IndexImage {
  name: string;
  keyPath: string | string[] | null;
  unique: boolean;
  multiEntry: boolean;
}

export interface StoreImage {
  name: string;
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: IndexImage[];
  /** As JSON; bytes as `{ "$bytes": base64 }`. */
  records: unknown[];
}

/** A database as IndexedDB has it, independent of the code that created it. */
export interface DatabaseImage {
  name: string;
  /** IndexedDB's own number: ten times Dexie's. */
  version: number;
  stores: StoreImage[];
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function keyPathOf({ keyPath }: { keyPath: IDBObjectStore['keyPath'] | null }) {
  return Array.isArray(keyPath) ? [...keyPath] : (keyPath as string | null);
}

/** Takes the image of an existing database. */
export async function imageOf(name: string): Promise<DatabaseImage> {
  const connection = await answerOf(indexedDB.open(name));
  const stores: StoreImage[] = [];
  for (const storeName of connection.objectStoreNames) {
    const store = connection.transaction(storeName).objectStore(storeName);
    stores.push({
      name: storeName,
      keyPath: keyPathOf(store),
      autoIncrement: store.autoIncrement,
      indexes: Array.from(store.indexNames, (indexName) => {
        const index = store.index(indexName);
        const { unique, multiEntry } = index;
        return { name: indexName, keyPath: keyPathOf(index), unique, multiEntry };
      }),
      records: (await answerOf(store.getAll())).map(asJson),
    });
  }
  const { version } = connection;
  connection.close();
  return { name, version, stores };
}

/** Recreates the database of an image: stores, indexes, records. */
export async function restoreImage({ name, version, stores }: DatabaseImage): Promise<void> {
  await answerOf(indexedDB.deleteDatabase(name));
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    for (const { name: storeName, keyPath, autoIncrement, indexes, records } of stores) {
      const store = request.result.createObjectStore(storeName, { keyPath, autoIncrement });
      for (const { name: indexName, keyPath: path, unique, multiEntry } of indexes) {
        if (path !== null) store.createIndex(indexName, path, { unique, multiEntry });
      }
      for (const record of records) store.add(fromJson(record));
    }
  };
  (await answerOf(request)).close();
}

/** The records of a store as stored. */
export function recordsOf(image: DatabaseImage, store: string): Record<string, unknown>[] {
  const found = image.stores.find(({ name }) => name === store);
  return (found?.records ?? []).map((record) => fromJson(record) as Record<string, unknown>);
}

function asJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $bytes: toBase64(value) };
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, asJson(part)]));
}

function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== 'object' || value === null) return value;
  if ('$bytes' in value) return fromBase64(String(value.$bytes));
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, fromJson(part)]));
}
