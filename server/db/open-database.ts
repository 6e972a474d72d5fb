import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { migrate } from './migrate.ts';
import { pgliteDatabase } from './pglite.ts';
import type { ExecutorOptions } from './pglite-executor.ts';
import { openThread } from './pglite-thread.ts';
import { poolerProblem, UnfitPooler } from './pooler.ts';
import { openPostgres, type PostgresDatabase } from './postgres.ts';
import { restrictTree } from './private-files.ts';
import { databaseTemplate } from './template.ts';

/**
 * Opens and migrates the database: PostgreSQL if a URL is given, otherwise the embedded engine in `dataDir`,
 * in its own thread.
 *
 * `workerFile` is the thread's built file, if it differs from the build's.
 * @throws DirectoryLocked, UnfitPooler
 */
export async function openDatabase(
  options: { databaseUrl: string | null; databaseDirectUrl?: string | null; dataDir: string },
  workerFile?: string,
): Promise<Database> {
  const { databaseUrl, databaseDirectUrl = null } = options;
  const db =
    databaseUrl === null
      ? await openEmbedded(options.dataDir, workerFile)
      : openPostgres(databaseUrl, { directUrl: databaseDirectUrl });
  try {
    if (db.kind === 'postgres') await refuseUnfitPooler(db as PostgresDatabase);
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
      // An interrupted start must not leave anything that looks like a database.
      const unfinished = `${folder}.unfinished`;
      await rm(unfinished, { recursive: true, force: true });
      await (await open({ dataDir: unfinished, template: await databaseTemplate(open) })).close();
      // The engine creates some of its files world-writable, regardless of the umask.
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

async function refuseUnfitPooler(db: PostgresDatabase): Promise<void> {
  const problem = await poolerProblem(db);
  if (problem !== null) throw new UnfitPooler(problem);
}
