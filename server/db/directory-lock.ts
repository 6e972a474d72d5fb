import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** Another process works on this data directory: two at once would lose rows silently. */
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
  /** When the process started, in the system's own count: a process id is given out again. */
  started: z.string().nullable(),
  token: z.string(),
});
type Holder = z.infer<typeof Holder>;

/** The lock's file is touched this often, so that a holder on another machine or in another container shows. */
const BEAT_MS = 5_000;
const SILENT_AFTER_MS = 30_000;
/** Two that take over the same abandoned lock have both written by then; the later one holds it. */
const SETTLE_MS = 150;

/**
 * Takes the data directory for this process, until it is given back or the
 * process has died: a lock whose holder is gone is taken over.
 *
 * @returns how to give it back
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
    // Nothing may come between the look and the rename.
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

/** Nothing where the file is gone, or half written by a process that died. */
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
    // Alive, and somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start of a process as Linux counts it (proc(5), `starttime`); nothing elsewhere. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name in parentheses, may hold spaces.
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
    // Gone: somebody removed the folder under a running server. The database itself will say so.
  }
}
