import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const PERMISSIONS = 0o777;
const STICKY = 0o1000;

/** The product's own entries in a data directory; anything else there is left as it is. */
const OWN_NAMES = [
  'database',
  'database.unfinished',
  'database.lock',
  'attachments',
  'mail',
  'secrets.json',
] as const;

/** The data directory is shared with other programs, such as /tmp. */
export class SharedDirectory extends Error {
  constructor(folder: string) {
    super(`${folder} is shared with other users. Set DATA_DIR to a folder that only Caseload uses.`);
    this.name = 'SharedDirectory';
  }
}

/**
 * Makes the data directory readable by the server's user only: folders 0700, files 0600, also for everything
 * that this process creates from now on. Creates the directory.
 * @returns what could not be changed, because it belongs to someone else or the file system has no
 * permissions
 * @throws SharedDirectory
 */
export function keepPrivate(dataDir: string): string[] {
  process.umask(0o077);
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER });
  if ((statSync(dataDir).mode & STICKY) !== 0) throw new SharedDirectory(dataDir);
  const failed = restrict(dataDir, OWNER_ONLY_FOLDER, statSync(dataDir).mode);
  return [...failed, ...OWN_NAMES.flatMap((name) => restrictTree(join(dataDir, name)))];
}

/**
 * Sets folders to 0700 and files to 0600, recursively. Links are not followed.
 * @returns what could not be changed
 */
export function restrictTree(place: string): string[] {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found?.isFile()) return restrict(place, OWNER_ONLY_FILE, found.mode);
  if (!found?.isDirectory()) return [];
  // The folder first: once it is closed, no one can reach what is still open inside.
  const failed = restrict(place, OWNER_ONLY_FOLDER, found.mode);
  return [...failed, ...readdirSync(place).flatMap((name) => restrictTree(join(place, name)))];
}

function restrict(place: string, wanted: number, mode: number): string[] {
  // Without permissions, all files look world-writable and stay so.
  if (process.platform === 'win32' || (mode & PERMISSIONS) === wanted) return [];
  try {
    chmodSync(place, wanted);
    return [];
  } catch (error) {
    // Removed in the meantime by another process.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : [place];
  }
}
