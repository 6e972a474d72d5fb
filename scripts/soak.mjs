// `npm run test:soak`: the sync simulator with 10,000 schedules instead of the 2,000 of
// `npm test`. SIMULATOR_SEED starts them elsewhere; a failing schedule prints its own.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { installPackages, requireNode, root } from './prepare.mjs';

requireNode();
installPackages();

const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', '--project', 'device', 'simulator', '--testTimeout', '14400000', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { SIMULATOR_SCHEDULES: '10000', ...process.env } },
);
process.exitCode = status ?? 1;
