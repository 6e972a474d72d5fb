import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandProblem } from './commands.ts';
import type { Config } from './config.ts';
import { lockDirectory } from './db/directory-lock.ts';
import { restrictTree } from './db/private-files.ts';

/** Everything that an installation with the embedded database stores, except files of a running process. */
const PARTS = ['database', 'attachments', 'mail', 'secrets.json'] as const;

/**
 * `backup <folder>`: copies database, attachments, emails, and secret into a new folder that only the
 * server's user can read. It refuses while the server runs, so that all parts are consistent. The folder
 * appears complete or not at all.
 * @throws CommandProblem, DirectoryLocked
 */
export async function backupCommand(config: Config, args: string[]): Promise<string> {
  refusePostgres(config, 'pg_dump');
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const target = folderOf(positionals, 'backup');
  if (existsSync(target)) throw new CommandProblem(`${target} already exists. Choose a new folder.`);
  if (!existsSync(join(config.dataDir, 'database'))) {
    throw new CommandProblem(`No database found in ${config.dataDir}.`);
  }
  const release = await lockDirectory(config.dataDir);
  try {
    await copyParts(config.dataDir, target);
  } finally {
    await release();
  }
  return `The backup is in ${target}. It holds student records and, for a demo, its secret: keep it private.`;
}

/**
 * `restore <folder> [--replace]`: restores a backup to the data directory. Existing data stays untouched
 * without `--replace`; with it, it is renamed, not deleted.
 * @throws CommandProblem, DirectoryLocked
 */
export async function restoreCommand(config: Config, args: string[], now: Date): Promise<string> {
  refusePostgres(config, 'pg_restore');
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const source = folderOf(positionals, 'restore');
  const { dataDir } = config;
  if (!existsSync(join(source, 'database'))) throw new CommandProblem(`No backup found in ${source}.`);
  const release = await lockDirectory(dataDir);
  try {
    const present = PARTS.filter((part) => existsSync(join(dataDir, part)));
    if (present.includes('database') && !values.replace) {
      throw new CommandProblem(
        `${dataDir} already has a database. To replace it and keep the old one under another name, add --replace.`,
      );
    }
    // Complete before any existing data is moved.
    const arriving = join(dataDir, 'restoring');
    await rm(arriving, { recursive: true, force: true });
    await copyParts(source, arriving);
    const aside = join(dataDir, `replaced-${now.toISOString().replaceAll(':', '-')}`);
    if (present.length > 0) await mkdir(aside, { mode: 0o700 });
    for (const part of present) await rename(join(dataDir, part), join(aside, part));
    for (const part of PARTS) {
      if (existsSync(join(arriving, part))) await rename(join(arriving, part), join(dataDir, part));
    }
    await rm(arriving, { recursive: true });
    const replaced = present.length > 0 ? ` The old database is in ${aside}.` : '';
    return `The backup is restored to ${dataDir}.${replaced} Start the server. Devices resend what it is missing.`;
  } finally {
    await release();
  }
}

async function copyParts(from: string, to: string): Promise<void> {
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  for (const part of PARTS) {
    if (!existsSync(join(from, part))) continue;
    await cp(join(from, part), join(unfinished, part), { recursive: true, preserveTimestamps: true });
  }
  restrictTree(unfinished);
  await rename(unfinished, to);
}

function folderOf([folder, ...rest]: string[], command: string): string {
  if (folder === undefined || rest.length > 0) {
    throw new CommandProblem(`Enter one folder: npm run ${command} -- <folder>`);
  }
  return resolve(folder);
}

function refusePostgres({ databaseUrl }: Config, tool: string): void {
  if (databaseUrl === null) return;
  throw new CommandProblem(`DATABASE_URL points to PostgreSQL: use ${tool}, as described in the README.`);
}
