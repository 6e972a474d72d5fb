// `npm run test:soak`: what takes hours, once before a release, or the parts that are named:
// `npm run test:soak -- simulator axe`. It goes on after a failure, tells in one line per part how
// it went, and ends with the line `N passed, N failed`.
// The simulator starts at seed 1 and searches for each planted bug; SIMULATOR_SEED starts it elsewhere.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildWhenStale, installPackages, requireNode, root } from './prepare.mjs';
import { makeTestFolder } from './test-folder.mjs';
import { conclude, suite } from './test-results.mjs';
import { provideHeadlessChromium, providePgBouncer, providePostgres } from './test-tools.mjs';

const vitest = { runner: /** @type {const} */ ('vitest'), args: ['run', '--testTimeout', '14400000'] };
const playwright = { runner: /** @type {const} */ ('playwright'), args: ['test', '--project=chromium'] };

/** A size that the environment sets takes precedence. */
const parts = [
  {
    name: 'simulator',
    what: 'the sync simulator, 10,000 schedules, and a search for each planted bug',
    ...vitest,
    only: ['--project', 'simulator'],
    size: { SIMULATOR_SEED: '1', SIMULATOR_SCHEDULES: '10000' },
  },
  {
    name: 'server',
    what: 'all rules of the server on both databases',
    ...vitest,
    only: ['--project', 'server'],
    size: { RULES_ON: 'both', BAD_INPUT: 'all', NAUGHTY_STRINGS: 'all' },
  },
  {
    name: 'imports',
    what: 'an organization of 5,000 students, 300 providers, and 50,000 sessions moves into PostgreSQL, takes it back, and moves in again',
    ...vitest,
    only: ['--project', 'server', 'tests/server/imports-size.test.ts'],
    size: { IMPORT_SCALE: '1' },
  },
  {
    name: 'faults',
    what: 'the server killed 100 times on each database, PostgreSQL 50 times, 50 devices with 200 writes each, and 300 unread answers',
    ...vitest,
    only: ['--project', 'server', 'tests/server/fault-injection/'],
    size: { FIRE_KILLS: '100', FIRE_DATABASE_KILLS: '50', FIRE_WRITES: '200', FIRE_UNREAD: '5' },
  },
  {
    name: 'pooler',
    what: 'the same through a pooler: two servers, a storm of devices, and processes that are killed',
    ...vitest,
    only: ['--project', 'server', 'tests/server/fault-injection/'],
    size: { FIRE_POOLER: '1' },
  },
  {
    name: 'week',
    what: 'a busy provider’s whole week, entered offline on the phone',
    ...playwright,
    only: ['tests/e2e/busy-week.spec.ts'],
    size: { BUSY_WEEK: 'whole' },
  },
  {
    name: 'axe',
    what: 'axe on each screen, in both themes, at each of its widths, the search box of each list, and the keyboard on each screen',
    ...playwright,
    only: ['tests/e2e/accessibility.spec.ts', 'tests/e2e/search-boxes.spec.ts', 'tests/e2e/keyboard.spec.ts'],
    size: { AXE: 'all', SEARCH_BOXES: 'all', KEYBOARD: 'all' },
  },
  {
    name: 'motion',
    what: 'all stories with everything that moves',
    ...playwright,
    only: [],
    size: { MOTION: 'on' },
  },
];

const words = process.argv.slice(2);
const chosen = parts.filter(({ name }) => words.includes(name));
/** Words that name no part go to the runners: a file, an option. */
const more = words.filter((word) => !parts.some(({ name }) => name === word));

requireNode();
installPackages();
buildWhenStale();
const chromium = provideHeadlessChromium();
const postgres = providePostgres();
const pgbouncer = providePgBouncer();
const folder = makeTestFolder();

const results = (chosen.length === 0 ? parts : chosen).map(({ name, what, runner, args, only, size }) => {
  console.log(`\n── ${name}: ${what}`);
  const start = performance.now();
  const result = suite(runner, folder, (reporters, reporting) => {
    const { status, signal, error } = spawnSync(
      path.join(root, 'node_modules/.bin', runner),
      [...args, ...only, ...more, ...reporters],
      {
        cwd: root,
        stdio: 'inherit',
        env: {
          ...size,
          ...process.env,
          TMPDIR: folder,
          ...(chromium === undefined ? {} : { CHROMIUM_HEADLESS_PATH: chromium }),
          ...(postgres === undefined ? {} : { POSTGRES_BIN: postgres }),
          ...(pgbouncer === undefined ? {} : { PGBOUNCER_PATH: pgbouncer }),
          ...reporting,
        },
      },
    );
    if (error !== undefined) console.log(String(error));
    return status ?? signal ?? 'no status';
  });
  return { ...result, name, minutes: (performance.now() - start) / 60_000 };
});

conclude(
  results,
  results.map(
    ({ name, passed, failures, minutes }) =>
      `${failures.length === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(9)}  ${passed} passed, ${failures.length} failed, ${minutes.toFixed(1)} min`,
  ),
);
