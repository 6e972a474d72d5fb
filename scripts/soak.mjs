// `npm run test:soak`: the sync simulator with 10,000 schedules instead of the 500 of
// `npm test`; all rules of the server on both databases; the server under fire: killed 100
// times on each database, PostgreSQL killed 50 times, 50 devices with 200 writes each; and a
// busy provider's whole week, entered offline on the phone, instead of a day of it; axe on each
// screen in both themes at each of its widths; all stories with everything that moves.
// The simulator starts at seed 1 and searches for each planted bug; SIMULATOR_SEED starts it elsewhere.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildWhenStale, installPackages, requireNode, root } from './prepare.mjs';
import { provideHeadlessChromium, providePostgres } from './test-tools.mjs';

requireNode();
installPackages();
buildWhenStale();
const chromium = provideHeadlessChromium();
const postgres = providePostgres();

const vitest = ['vitest', 'run', '--testTimeout', '14400000'];
const runs = [
  {
    command: [...vitest, '--project', 'simulator'],
    size: { SIMULATOR_SEED: '1', SIMULATOR_SCHEDULES: '10000' },
  },
  { command: [...vitest, '--project', 'server'], size: { RULES_ON: 'both' } },
  {
    command: [...vitest, '--project', 'server', 'tests/server/fire/'],
    size: { FIRE_KILLS: '100', FIRE_DATABASE_KILLS: '50', FIRE_WRITES: '200' },
  },
  {
    command: ['playwright', 'test', '--project=chromium', 'tests/e2e/busy-week.spec.ts'],
    size: { BUSY_WEEK: 'whole' },
  },
  {
    command: ['playwright', 'test', '--project=chromium', 'tests/e2e/accessibility.spec.ts'],
    size: { AXE: 'all' },
  },
  { command: ['playwright', 'test', '--project=chromium'], size: { MOTION: 'on' } },
];

const failed = runs.filter(({ command: [name = '', ...words], size }) => {
  const { status } = spawnSync(
    path.join(root, 'node_modules/.bin', name),
    [...words, ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...size,
        ...process.env,
        ...(chromium === undefined ? {} : { CHROMIUM_HEADLESS_PATH: chromium }),
        ...(postgres === undefined ? {} : { POSTGRES_BIN: postgres }),
      },
    },
  );
  return status !== 0;
});
process.exitCode = failed.length;
