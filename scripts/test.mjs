// `npm test`: every check there is. It goes on after a failure, so that one run tells
// all of them, and ends with the line `N passed, N failed`. A skipped test has failed:
// nothing passes by not running.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { installPackages, noteBuild, requireNode, root } from './prepare.mjs';
import { makeTestFolder } from './test-folder.mjs';
import { conclude, suite } from './test-results.mjs';
import {
  provideChromium,
  provideFirefox,
  provideHeadlessChromium,
  providePgBouncer,
  providePostgres,
  provideWebKit,
} from './test-tools.mjs';

/** @import { Result } from './test-results.mjs' */

requireNode();
installPackages();
const chromium = provideChromium();
const headless = provideHeadlessChromium();
const firefox = provideFirefox();
const webkit = provideWebKit();
const postgres = providePostgres();
const pgbouncer = providePgBouncer();

const folder = makeTestFolder();
const env = {
  ...process.env,
  CI: '1',
  TMPDIR: folder,
  ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
  ...(headless === undefined ? {} : { CHROMIUM_HEADLESS_PATH: headless }),
  ...(firefox === undefined ? {} : { FIREFOX_PATH: firefox }),
  ...(webkit === undefined ? {} : { WEBKIT_DRIVER_PATH: webkit }),
  ...(postgres === undefined ? {} : { POSTGRES_BIN: postgres }),
  ...(pgbouncer === undefined ? {} : { PGBOUNCER_PATH: pgbouncer }),
};
const bin = (/** @type {string} */ name) => path.join(root, 'node_modules/.bin', name);

/** @type {Result[]} */
const results = [
  check('lock file', process.execPath, ['scripts/check-lock.mjs']),
  // First, because it writes the generated route tree that the checks below read.
  check('build', 'npm', ['run', 'build', '--silent'], noteBuild),
  ...(await Promise.all([
    quietCheck('types', bin('tsc'), ['-b', '--singleThreaded']),
    quietCheck('lint', bin('biome'), ['check', '--error-on-warnings', '.']),
    quietCheck('layers', process.execPath, ['scripts/check-layers.mjs']),
    quietCheck('unused code', bin('knip'), []),
    quietCheck('size of the log-in page', bin('size-limit'), []),
    quietCheck('words', process.execPath, ['scripts/check-words.mjs']),
  ])),
  suite('vitest', folder, (args, reporting) => runStep('vitest', bin('vitest'), ['run', ...args], reporting)),
  suite('playwright', folder, (args, reporting) =>
    runStep('playwright', bin('playwright'), ['test', ...args], reporting),
  ),
];

conclude(results);

/**
 * One program that is right or wrong as a whole.
 *
 * @param {string} name @param {string} command @param {string[]} args @param {() => void} [then]
 * @returns {Result}
 */
function check(name, command, args, then) {
  if (runStep(name, command, args) !== 0) return { passed: 0, failures: [{ name, message: '' }] };
  then?.();
  return { passed: 1, failures: [] };
}

/**
 * One of several programs that run side by side; each prints all it has to say when it is done.
 *
 * @param {string} name @param {string} command @param {string[]} args
 * @returns {Promise<Result>}
 */
async function quietCheck(name, command, args) {
  const start = performance.now();
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const status = await new Promise((resolve) => {
    child.once('error', (error) => resolve(String(error)));
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  console.log(`\n── ${name}\n${output}   ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return status === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [{ name, message: '' }] };
}

/** @param {string} name @param {string} command @param {string[]} args @param {Record<string, string>} [more] environment */
function runStep(name, command, args, more) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    env: { ...env, ...more },
    stdio: 'inherit',
  });
  if (error !== undefined) console.log(String(error));
  console.log(`   ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return status ?? signal ?? 'no status';
}
