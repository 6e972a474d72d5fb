import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { fingerprintOf } from '#scripts/prepare.mjs';

const root = path.resolve(import.meta.dirname, '../..');
// Inside of node_modules, so that packages are found from there.
const cache = path.join(root, 'node_modules/.cache/caseload');
const SOURCES = ['contract', 'domain', 'server', 'package-lock.json', 'vite.server.config.ts'];
/** Longer than any run that may still use it. */
const KEPT_MS = 24 * 3_600_000;

export interface ServerBuild {
  serverFile: string;
  /** The thread of the embedded database. */
  workerFile: string;
}

let building: Promise<ServerBuild> | undefined;

/**
 * The server built from the current sources, without the page. Built once per state of the sources: the
 * folder is named by their hash, so it is never stale.
 */
export function builtServer(): Promise<ServerBuild> {
  building ??= buildOnce();
  return building;
}

async function buildOnce(): Promise<ServerBuild> {
  const folder = path.join(cache, `server-${fingerprintOf(SOURCES).slice(0, 16)}`);
  if (!existsSync(folder)) {
    await removeOld();
    // Two runs may build at the same time; the folder appears atomically.
    const outDir = path.join(cache, `server-unfinished-${randomUUID()}`);
    await build({
      root,
      configFile: path.join(root, 'vite.server.config.ts'),
      logLevel: 'error',
      build: { outDir },
    });
    await rename(outDir, folder).catch(async (problem: unknown) => {
      await rm(outDir, { recursive: true, force: true });
      if (!existsSync(folder)) throw problem;
    });
  }
  return {
    serverFile: path.join(folder, 'server.js'),
    workerFile: path.join(folder, 'pglite-worker.js'),
  };
}

async function removeOld(): Promise<void> {
  const names = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith('server-')) : [];
  for (const folder of names.map((name) => path.join(cache, name))) {
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > KEPT_MS) await rm(folder, { recursive: true, force: true });
  }
}
