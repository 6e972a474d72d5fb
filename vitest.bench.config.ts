import { defineConfig } from 'vitest/config';

/** Measurements: one after another, so that none slows another, and without a time limit that cuts a slow one. */
export default defineConfig({
  test: {
    include: ['tests/bench/**/*.bench.ts'],
    environment: 'node',
    // For what is measured on PostgreSQL.
    globalSetup: ['tests/bench/synced-cluster.ts'],
    env: { TZ: 'UTC' },
    fileParallelism: false,
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    disableConsoleIntercept: true,
  },
});
