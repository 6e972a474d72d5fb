import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** One PostgreSQL for the run, in which each file makes its own database. */
const globalSetup = ['tests/support/postgres-cluster.ts'];
const setupFiles = ['tests/support/no-console-error.ts', 'tests/support/jsdom-layout.ts'];
const localDatabase = 'fake-indexeddb/auto';
const extension = 'test.{ts,tsx}';
const counted = 'tests/server/counted/*.test.ts';
/** A page that a newer version overtakes stays overtaken: such files have modules of their own. */
const overtaken = 'tests/db/storage-guard.test.ts';
const simulator = 'tests/sync/simulator*.test.ts';

/** `npm run verify` leaves these to `npm test`: the slowest files, as `npm run test:rank` measured them, and those that start processes. */
const slow: string[] = JSON.parse(readFileSync(new URL('./tests/slow-files.json', import.meta.url), 'utf8'));
const starting = 'tests/server/fault-injection/**';
const leftOut = (mode: string, ...others: string[]) => [
  ...others,
  ...(mode === 'quick' ? [starting, ...slow] : []),
];

// Neither the server's zone nor the office's: a date reckoned in the machine's zone shows.
const elsewhere = { TZ: 'America/New_York' };

export default defineConfig(({ mode }) => ({
  test: {
    // More than there are cores: much of the time is waiting for databases and for the hashing of passwords.
    maxWorkers: 3,
    // Databases in memory make much short-lived rubbish: a larger nursery saves a seventh of the work.
    execArgv: ['--max-semi-space-size=64'],
    // Playwright's files end in .spec.ts: the globs here must never take them.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Pure rules leave nothing behind for the next file.
          isolate: false,
          environment: 'node',
          setupFiles,
          env: elsewhere,
          include: [`tests/{domain,contract,entities,machines,scripts}/**/*.${extension}`],
        },
      },
      {
        extends: true,
        test: {
          name: 'device',
          // Each device has a database of its own; loading everything again for each file is half of the work.
          isolate: false,
          environment: 'node',
          setupFiles: [...setupFiles, localDatabase],
          // Some run the real server beside the device.
          env: { TZ: 'UTC' },
          include: [`tests/{db,sync}/**/*.${extension}`],
          exclude: leftOut(mode, simulator, overtaken),
          globalSetup,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'overtaken',
          environment: 'node',
          setupFiles: [...setupFiles, localDatabase],
          env: { TZ: 'UTC' },
          include: [overtaken],
        },
      },
      {
        extends: true,
        test: {
          name: 'simulator',
          environment: 'node',
          setupFiles: [...setupFiles, localDatabase],
          env: { TZ: 'UTC' },
          include: [simulator],
          globalSetup,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'screen',
          isolate: false,
          environment: 'jsdom',
          setupFiles: [...setupFiles, localDatabase, 'tests/support/longer-timeouts.ts'],
          env: elsewhere,
          include: [`tests/{features,screens,ui,app,routes}/**/*.${extension}`],
          exclude: leftOut(mode),
          globalSetup,
          testTimeout: 20_000,
          // Some open the real server beside the screen.
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // Each file has a database of its own; the engine and the modules are loaded once.
          isolate: false,
          environment: 'node',
          setupFiles,
          env: { TZ: 'UTC' },
          include: [`tests/server/**/*.${extension}`],
          exclude: leftOut(mode, counted),
          globalSetup,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // A module in which something is counted is loaded for that file alone.
          name: 'counted',
          environment: 'node',
          setupFiles,
          env: { TZ: 'UTC' },
          include: [counted],
          globalSetup,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}));
