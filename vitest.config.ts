import { defineConfig } from 'vitest/config';

const setupFiles = ['tests/support/no-console-error.ts'];
const extension = 'test.{ts,tsx}';

export default defineConfig({
  test: {
    // Playwright's files end in .spec.ts: the globs here must never take them.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles,
          include: [`tests/{domain,contract,machines,scripts}/**/*.${extension}`],
        },
      },
      {
        extends: true,
        test: {
          name: 'device',
          environment: 'jsdom',
          setupFiles: [...setupFiles, 'fake-indexeddb/auto'],
          include: [`tests/{db,sync,features,ui,app}/**/*.${extension}`],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          setupFiles,
          include: [`tests/server/**/*.${extension}`],
          env: { TZ: 'UTC' },
          // Some of these start a PostgreSQL of their own.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
