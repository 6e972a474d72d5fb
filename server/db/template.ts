import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { migrate, migrationsFolder } from './migrate.ts';
import { pgliteDatabase } from './pglite.ts';
import { openExecutor } from './pglite-executor.ts';

/** Changes with every migration, so that an older template is never taken. */
async function templateName(): Promise<string> {
  const folder = migrationsFolder();
  const hash = createHash('sha256');
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
    hash.update(file).update(await readFile(join(folder, file)));
  }
  return `database-${hash.digest('hex').slice(0, 16)}.tar.gz`;
}

/**
 * A migrated, empty database as an archive. Made once and kept beside the
 * installed packages: a new directory from it opens in under a second instead
 * of six.
 */
export async function databaseTemplate(folder = resolve('node_modules/.cache/caseload')): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(folder, await templateName());
  const known = await readFile(file).catch(() => null);
  if (known !== null) return new Uint8Array(known);
  const executor = await openExecutor({ dataDir: null, template: null });
  const db = pgliteDatabase(executor);
  await migrate(db);
  const template = await executor.dump();
  await db.close();
  await mkdir(folder, { recursive: true });
  // Whole or not at all, also when two make it at once.
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, template);
  await rename(partial, file);
  return template;
}
