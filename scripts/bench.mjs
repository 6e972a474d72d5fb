// `npm run bench`: the size of the login page, then every measurement in tests/bench.
// `npm run bench -- pull` runs those whose file name holds "pull".
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildWhenStale, installPackages, requireNode, root } from './prepare.mjs';
import { provideChromium, providePostgres } from './test-tools.mjs';

requireNode();
installPackages();
const chromium = provideChromium();
const postgres = providePostgres();
buildWhenStale();

const env = {
  ...process.env,
  ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
  ...(postgres === undefined ? {} : { POSTGRES_BIN: postgres }),
};
const statuses = [
  ['size-limit'],
  ['vitest', 'run', '--config', 'vitest.bench.config.ts', ...process.argv.slice(2)],
].map(
  ([name = '', ...args]) =>
    spawnSync(path.join(root, 'node_modules/.bin', name), args, { cwd: root, env, stdio: 'inherit' }).status,
);
process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
