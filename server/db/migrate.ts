import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import type { Database } from './database.ts';
import { type PostgresDatabase, underAdvisoryLock } from './postgres.ts';

/** An arbitrary number, the same in every process of this product. */
const MIGRATION_LOCK = 728_301;

/** The installation folder, found from sources and build alike. */
export function packageRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'server/db/migrations'))) return folder;
    if (folder === dirname(folder)) throw new Error('The folder of migrations is missing.');
  }
}

/** The one folder of migrations. */
export function migrationsFolder(): string {
  return join(packageRoot(), 'server/db/migrations');
}

/** Migrates the schema to this version. Processes that start together do it once. */
export async function migrate(db: Database): Promise<void> {
  const migrationsConfig = { migrationsFolder: migrationsFolder() };
  if (db.kind === 'pglite') {
    await migratePglite(db as never, migrationsConfig);
    return;
  }
  const { pool } = db as PostgresDatabase;
  await underAdvisoryLock(pool, MIGRATION_LOCK, () => migrateNodePostgres(db as never, migrationsConfig));
}
