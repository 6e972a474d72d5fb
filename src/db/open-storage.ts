import type Dexie from 'dexie';
import { BlockedStorage, UnopenedStorage } from './storage-trouble.ts';

/** A tab frozen in the background can't close its database. */
const BLOCKED_WAIT_MS = 5_000;

/**
 * Opens a database and upgrades it, all or nothing.
 * @throws UnopenedStorage, with a message to show; the stored data is unchanged
 */
export async function openStorage(db: Dexie): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const blocked = new Promise<never>((_, reject) => {
    db.on('blocked', () => {
      timer ??= setTimeout(() => reject(new BlockedStorage()), BLOCKED_WAIT_MS);
    });
  });
  try {
    await Promise.race([db.open(), blocked]);
  } catch (problem) {
    db.close();
    throw new UnopenedStorage(problem);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether this browser has a database of this name, without creating one. True if the browser can't tell. */
export async function isStored(name: string): Promise<boolean> {
  if (!('databases' in indexedDB)) return true;
  return (await indexedDB.databases()).some((database) => database.name === name);
}
