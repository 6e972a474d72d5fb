import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { migrate } from './migrate.ts';
import { pgliteDatabase } from './pglite.ts';
import { openThread } from './pglite-thread.ts';
import { openPostgres } from './postgres.ts';
import { databaseTemplate } from './template.ts';

/**
 * Opens and migrates the database: PostgreSQL where an address is given, else the
 * embedded engine in `dataDir`, in a thread of its own.
 *
 * @throws DirectoryLocked
 */
export async function openDatabase(options: { databaseUrl: string | null; dataDir: string }): Promise<Database> {
  if (options.databaseUrl !== null) {
    const db = openPostgres(options.databaseUrl);
    await migrate(db);
    return db;
  }
  const release = await lockDirectory(options.dataDir);
  try {
    const folder = join(options.dataDir, 'database');
    const template = existsSync(join(folder, 'PG_VERSION')) ? null : await databaseTemplate();
    const db = pgliteDatabase(await openThread({ dataDir: folder, template }), release);
    await migrate(db);
    return db;
  } catch (error) {
    await release();
    throw error;
  }
}
