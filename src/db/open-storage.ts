import type Dexie from 'dexie';
import { BlockedStorage, UnopenedStorage } from './storage-trouble.ts';

/** A tab that is frozen in the background cannot let go of its database. */
const BLOCKED_WAIT_MS = 5_000;

/**
 * Opens a database and brings it up to date, all or nothing.
 *
 * @throws UnopenedStorage, with words to show; what was stored is left as it was
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

/** Whether this browser has a database of this name. It makes none, and where the browser cannot tell, says yes. */
export async function isStored(name: string): Promise<boolean> {
  if (!('databases' in indexedDB)) return true;
  return (await indexedDB.databases()).some((database) => database.name === name);
}
