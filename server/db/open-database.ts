import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { migrate } from './migrate.ts';
import { pgliteDatabase } from './pglite.ts';
import type { ExecutorOptions } from './pglite-executor.ts';
import { openThread } from './pglite-thread.ts';
import { openPostgres } from './postgres.ts';
import { restrictTree } from './private-files.ts';
import { databaseTemplate } from './template.ts';

/**
 * Opens and migrates the database: PostgreSQL where an address is given, else the
 * embedded engine in `dataDir`, in a thread of its own.
 *
 * `workerFile` is the thread's built file, where it is not the one of the build.
 *
 * @throws DirectoryLocked
 */
export async function openDatabase(
  options: { databaseUrl: string | null; dataDir: string },
  workerFile?: string,
): Promise<Database> {
  const db =
    options.databaseUrl === null
      ? await openEmbedded(options.dataDir, workerFile)
      : openPostgres(options.databaseUrl);
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function openEmbedded(dataDir: string, workerFile?: string): Promise<Database> {
  const release = await lockDirectory(dataDir);
  const open = (options: ExecutorOptions) => openThread(options, workerFile);
  try {
    const folder = join(dataDir, 'database');
    if (!existsSync(folder)) {
      // A start that is cut off leaves nothing that looks like a database.
      const unfinished = `${folder}.unfinished`;
      await rm(unfinished, { recursive: true, force: true });
      await (await open({ dataDir: unfinished, template: await databaseTemplate(open) })).close();
      // The engine creates some of its files writable for everybody, whatever the process asks for.
      restrictTree(unfinished);
      await rename(unfinished, folder);
    }
    return pgliteDatabase(await open({ dataDir: folder, template: null }), async () => {
      restrictTree(folder);
      await release();
    });
  } catch (error) {
    await release();
    throw error;
  }
}
