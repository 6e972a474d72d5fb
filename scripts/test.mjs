// `npm test`: every check there is. It goes on after a failure, so that one run tells
// all of them, and ends with the line `N passed, N failed`. A skipped test has failed:
// nothing passes by not running.
import { installPackages, noteBuild, requireNode } from './prepare.mjs';
import { bin, quietCheck, runStep, SOURCE_CHECKS } from './steps.mjs';
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

/** @type {Result[]} */
const results = [
  check('lock file', process.execPath, ['scripts/check-lock.mjs']),
  // First, because it writes the generated route tree that the checks below read.
  check('build', 'npm', ['run', 'build', '--silent'], noteBuild),
  ...(await Promise.all([
    ...SOURCE_CHECKS.map((program) => quietCheck(program, env)),
    quietCheck(['size of the log-in page', bin('size-limit'), []], env),
    quietCheck(['words', process.execPath, ['scripts/check-words.mjs']], env),
  ])),
  suite('vitest', folder, (args, reporting) =>
    runStep('vitest', bin('vitest'), ['run', ...args], { ...env, ...reporting }),
  ),
  suite('playwright', folder, (args, reporting) =>
    runStep('playwright', bin('playwright'), ['test', ...args], { ...env, ...reporting }),
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
  if (runStep(name, command, args, env) !== 0) return { passed: 0, failures: [{ name, message: '' }] };
  then?.();
  return { passed: 1, failures: [] };
}
