import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { migrate as migrateNodePostgres } from 'drizzle-orm/node-postgres/migrator';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import type { Database } from './database.ts';
import { MIGRATION_LIMITS, openPostgres, type PostgresDatabase, underAdvisoryLock } from './postgres.ts';

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
  const place = db as PostgresDatabase;
  await underAdvisoryLock(place, MIGRATION_LOCK, async () => {
    // A pooler's sessions are for short transactions, and a large table takes longer than a statement may.
    const direct = openPostgres(place.directUrl, { limits: MIGRATION_LIMITS });
    try {
      await whenUnlocked(() => migrateNodePostgres(direct as never, migrationsConfig));
    } finally {
      await direct.close();
    }
  });
}

const LOCK_TIMEOUT = '55P03';
const MOST_TRIES = 60;

/**
 * Repeats a migration that met a locked table, while servers of the version before let go of it in between. It runs in
 * one transaction: nothing of a failed one is kept.
 */
async function whenUnlocked(migrating: () => Promise<void>): Promise<void> {
  for (let made = 1; ; made += 1) {
    try {
      await migrating();
      return;
    } catch (error) {
      const { code, cause } = error as { code?: string; cause?: { code?: string } };
      if ((cause?.code ?? code) !== LOCK_TIMEOUT || made === MOST_TRIES) throw error;
      await sleep(1_000);
    }
  }
}
