// `npm run test:soak`: the sync simulator with 10,000 schedules instead of the 2,000 of
// `npm test`, and the server under fire: killed 100 times on each database, PostgreSQL killed
// 50 times, 50 devices with 200 writes each. SIMULATOR_SEED starts the simulator elsewhere; a
// failing schedule prints its own.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { installPackages, requireNode, root } from './prepare.mjs';
import { providePostgres } from './test-tools.mjs';

requireNode();
installPackages();
const postgres = providePostgres();

const runs = [
  { tests: ['--project', 'simulator'], size: { SIMULATOR_SCHEDULES: '10000' } },
  {
    tests: ['--project', 'server', 'tests/server/fire/'],
    size: { FIRE_KILLS: '100', FIRE_DATABASE_KILLS: '50', FIRE_WRITES: '200' },
  },
];

const failed = runs.filter(({ tests, size }) => {
  const { status } = spawnSync(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', ...tests, '--testTimeout', '14400000', ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...size, ...process.env, ...(postgres === undefined ? {} : { POSTGRES_BIN: postgres }) },
    },
  );
  return status !== 0;
});
process.exitCode = failed.length;
