// Runs a command of the built server: `node scripts/server-command.mjs seed --scale 100`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildWhenStale, installPackages, requireNode, root } from './prepare.mjs';

requireNode();
installPackages();
buildWhenStale();

const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'dist/server/server.js'), ...process.argv.slice(2)],
  { stdio: 'inherit', env: { DATA_DIR: path.join(root, 'data'), NODE_ENV: 'production', ...process.env } },
);
process.exitCode = status ?? 1;
