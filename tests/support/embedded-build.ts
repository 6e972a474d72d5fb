import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

export interface EmbeddedBuild {
  /** The thread of the embedded database, built from the current sources. */
  workerFile: string;
  /** A process that uses an embedded database; see the file of that name. */
  processFile: string;
  remove(): Promise<void>;
}

/** Builds what Node can't load from source: the database's thread, and a separate process. */
export async function buildEmbedded(): Promise<EmbeddedBuild> {
  // Inside of node_modules, so that packages are found from there.
  const outDir = path.join(root, 'node_modules/.cache/caseload', `embedded-${randomUUID()}`);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      rollupOptions: {
        input: {
          'pglite-worker': path.join(root, 'server/db/pglite-worker.ts'),
          'embedded-process': path.join(root, 'tests/support/embedded-process.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  });
  return {
    workerFile: path.join(outDir, 'pglite-worker.js'),
    processFile: path.join(outDir, 'embedded-process.js'),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
