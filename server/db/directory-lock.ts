import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Another process works on this data directory: two at once would lose rows silently. */
export class DirectoryLocked extends Error {
  constructor(folder: string, pid: number) {
    super(`${folder} is in use by process ${pid}. Stop it first, or set DATA_DIR to another folder.`);
    this.name = 'DirectoryLocked';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Takes the data directory for this process. A lock whose process has died is
 * taken over.
 *
 * @returns how to give it back
 * @throws DirectoryLocked
 */
export async function lockDirectory(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'database.lock');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const pid = Number(await readFile(file, 'utf8').catch(() => ''));
      if (Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid)) throw new DirectoryLocked(folder, pid);
      if (pid === process.pid) throw new DirectoryLocked(folder, pid);
      await rm(file, { force: true });
    }
  }
  throw new Error(`${folder} cannot be locked.`);
}
