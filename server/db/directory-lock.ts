import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Another process uses this data directory: two at once would silently lose rows. */
export class DirectoryLocked extends Error {
  constructor(folder: string, holder: Holder) {
    const where = holder.host === hostname() ? '' : ` on ${holder.host}`;
    super(
      `${folder} is in use by process ${holder.pid}${where}. Stop it first, or set DATA_DIR to another folder.`,
    );
    this.name = 'DirectoryLocked';
  }
}

const Holder = z.object({
  pid: z.number(),
  host: z.string(),
  /** The process's start time as the system counts it, because process ids are reused. */
  started: z.string().nullable(),
  token: z.string(),
});
type Holder = z.infer<typeof Holder>;

/**
 * The lock file is touched at this interval, so that a holder on another machine or in another container is
 * noticed.
 */
const BEAT_MS = 5_000;
const SILENT_AFTER_MS = 30_000;
/**
 * By then, two processes that take over the same abandoned lock have both written; the later one holds it.
 */
const SETTLE_MS = 150;

/**
 * Locks the data directory for this process, until released or the process dies: a lock whose holder is gone
 * is taken over.
 * @returns a release function
 * @throws DirectoryLocked
 */
export async function lockDirectory(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'database.lock');
  const own: Holder = {
    pid: process.pid,
    host: hostname(),
    started: startOf(process.pid),
    token: randomUUID(),
  };
  if (!created(file, own)) {
    // Nothing may happen between the check and the rename.
    const holder = readHolder(file);
    if (holder !== null && isThere(holder, file)) throw new DirectoryLocked(folder, holder);
    replace(file, own);
    await sleep(SETTLE_MS);
    const winner = readHolder(file);
    if (winner?.token !== own.token) throw new DirectoryLocked(folder, winner ?? own);
  }
  const beat = setInterval(() => touch(file), BEAT_MS).unref();
  return async () => {
    clearInterval(beat);
    if (readHolder(file)?.token === own.token) rmSync(file, { force: true });
  };
}

function created(file: string, own: Holder): boolean {
  try {
    writeFileSync(file, JSON.stringify(own), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function replace(file: string, own: Holder): void {
  const written = `${file}.${own.token}`;
  writeFileSync(written, JSON.stringify(own));
  renameSync(written, file);
}

/** Null if the file is gone, or half written by a process that died. */
function readHolder(file: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function isThere(holder: Holder, file: string): boolean {
  if (holder.host !== hostname()) return Date.now() - lastBeat(file) < SILENT_AFTER_MS;
  return isAlive(holder.pid) && startOf(holder.pid) === holder.started;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Alive, but owned by another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start time of a process on Linux (proc(5), `starttime`); null elsewhere. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program name in parentheses, may contain spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function lastBeat(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Gone: someone removed the folder of a running server. The database itself will report it.
  }
}
