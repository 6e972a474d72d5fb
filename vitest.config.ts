import { defineConfig } from 'vitest/config';

const setupFiles = ['tests/support/no-console-error.ts'];
const localDatabase = 'fake-indexeddb/auto';
const extension = 'test.{ts,tsx}';

// Neither the server's zone nor the office's: a date reckoned in the machine's zone shows.
const elsewhere = { TZ: 'America/New_York' };

export default defineConfig({
  test: {
    // Much of the time is waiting for databases and for the hashing of passwords.
    maxWorkers: 2,
    // Playwright's files end in .spec.ts: the globs here must never take them.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles,
          env: elsewhere,
          include: [`tests/{domain,contract,machines,scripts}/**/*.${extension}`],
        },
      },
      {
        extends: true,
        test: {
          name: 'device',
          environment: 'node',
          setupFiles: [...setupFiles, localDatabase],
          // The simulator runs the real server beside the devices.
          env: { TZ: 'UTC' },
          include: [`tests/{db,sync}/**/*.${extension}`],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'screen',
          environment: 'jsdom',
          setupFiles: [...setupFiles, localDatabase],
          env: elsewhere,
          include: [`tests/{features,ui,app,routes}/**/*.${extension}`],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          setupFiles,
          env: { TZ: 'UTC' },
          include: [`tests/server/**/*.${extension}`],
          // One PostgreSQL for the run, in which each file makes its own database.
          globalSetup: ['tests/support/postgres-cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
