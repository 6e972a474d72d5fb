// Where a run of the tests keeps its databases and the profiles of its browsers.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm';
const ROOM = 8 * 2 ** 30;
const NAME = /^caseload-run-(\d+)$/;

/**
 * Makes an empty folder, which is removed when this process ends. It is in memory if there is room, where a test
 * database is made several times as fast: nothing here has to survive the machine.
 *
 * @returns {string} the folder, which others can enter: PostgreSQL runs as another user
 */
export function makeTestFolder() {
  const parent = hasRoom(MEMORY) ? MEMORY : tmpdir();
  removeAbandoned(parent);
  const folder = path.join(parent, `caseload-run-${process.pid}`);
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => process.exit(1));
  }
  return folder;
}

/** @param {string} folder */
function hasRoom(folder) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM;
}

/** Removes what runs that were killed have left. @param {string} parent */
function removeAbandoned(parent) {
  for (const name of readdirSync(parent)) {
    const id = NAME.exec(name)?.[1];
    if (id === undefined || isRunning(Number(id))) continue;
    rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

/** @param {number} id of a process */
function isRunning(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
