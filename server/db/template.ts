import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { migrate, migrationsFolder, packageRoot } from './migrate.ts';
import { pgliteDatabase } from './pglite.ts';
import { type Executor, type ExecutorOptions, openExecutor } from './pglite-executor.ts';

/** Next to the packages, wherever the server was started from. */
function cacheFolder(): string {
  return join(packageRoot(), 'node_modules/.cache/caseload');
}

/** Differs by engine and set of migrations, so that an outdated template is never used. */
async function templateName(): Promise<string> {
  const folder = migrationsFolder();
  const engine = join(packageRoot(), 'node_modules/@electric-sql/pglite/package.json');
  const hash = createHash('sha256').update(await readFile(engine).catch(() => ''));
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
    hash.update(file).update(await readFile(join(folder, file)));
  }
  return `database-${hash.digest('hex').slice(0, 16)}.tar.gz`;
}

/**
 * A migrated, empty database as an archive. Created once and cached next to the installed packages: a new
 * directory from it opens in under a second instead of six.
 */
export async function databaseTemplate(
  open: (options: ExecutorOptions) => Promise<Executor> = openExecutor,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(cacheFolder(), await templateName());
  const known = await readFile(file).catch(() => null);
  if (known !== null) return new Uint8Array(known);
  const executor = await open({ dataDir: null, template: null });
  const db = pgliteDatabase(executor);
  try {
    await migrate(db);
    const template = await executor.dump();
    await keep(file, template);
    return template;
  } finally {
    await db.close();
  }
}

/**
 * Atomic, even if two processes create it at once. If the packages are read-only it is recreated next time.
 */
async function keep(file: string, template: Uint8Array): Promise<void> {
  const partial = `${file}.${randomUUID()}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(partial, template);
    await rename(partial, file);
  } catch {
    await rm(partial, { force: true });
  }
}
