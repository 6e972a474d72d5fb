// `npm test`: every check there is. It goes on after a failure, so that one run tells
// all of them, and ends with the line `N passed, N failed`. A skipped test has failed:
// nothing passes by not running.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installPackages, noteBuild, requireNode, root } from './prepare.mjs';
import {
  provideChromium,
  provideFirefox,
  provideHeadlessChromium,
  providePostgres,
  provideWebKit,
} from './test-tools.mjs';

/** @typedef {{ passed: number, failures: { name: string, message: string }[] }} Result */

requireNode();
installPackages();
const chromium = provideChromium();
const headless = provideHeadlessChromium();
const firefox = provideFirefox();
const webkit = provideWebKit();
const postgres = providePostgres();

const reports = mkdtempSync(path.join(tmpdir(), 'caseload-test-'));
const vitestReport = path.join(reports, 'vitest.json');
const playwrightReport = path.join(reports, 'playwright.json');
const env = {
  ...process.env,
  CI: '1',
  ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
  ...(headless === undefined ? {} : { CHROMIUM_HEADLESS_PATH: headless }),
  ...(firefox === undefined ? {} : { FIREFOX_PATH: firefox }),
  ...(webkit === undefined ? {} : { WEBKIT_DRIVER_PATH: webkit }),
  ...(postgres === undefined ? {} : { POSTGRES_BIN: postgres }),
  PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
};
const bin = (/** @type {string} */ name) => path.join(root, 'node_modules/.bin', name);

/** @type {Result[]} */
const results = [
  check('lock file', process.execPath, ['scripts/check-lock.mjs']),
  // First, because it writes the generated route tree that the checks below read.
  check('build', 'npm', ['run', 'build', '--silent'], noteBuild),
  ...(await Promise.all([
    quietCheck('types', bin('tsc'), ['-b']),
    quietCheck('lint', bin('biome'), ['check', '--error-on-warnings', '.']),
    quietCheck('rooms', process.execPath, ['scripts/check-rooms.mjs']),
    quietCheck('unused code', bin('knip'), []),
    quietCheck('size of the log-in page', bin('size-limit'), []),
    quietCheck('words', process.execPath, ['scripts/check-words.mjs']),
  ])),
  suite('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`], () =>
    vitestResult(vitestReport),
  ),
  suite('playwright', ['test', '--reporter=list,json'], () => playwrightResult(playwrightReport)),
];
rmSync(reports, { recursive: true });

const failures = results.flatMap((result) => result.failures);
for (const { name, message } of failures) {
  console.log(`\nFAILED  ${name}`);
  if (message !== '') console.log(message.trim().split('\n').slice(0, 60).join('\n').replace(/^/gm, '    '));
}
const passed = results.reduce((sum, result) => sum + result.passed, 0);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

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

/**
 * A test runner; what its report does not explain (it crashed, found no test) is one more failure.
 *
 * @param {string} name @param {string[]} args @param {() => Result} read
 * @returns {Result}
 */
function suite(name, args, read) {
  const status = runStep(name, bin(name), args);
  try {
    const result = read();
    if (status !== 0 && result.failures.length === 0) {
      result.failures.push({ name, message: `ended with ${status}; see its output above` });
    }
    return result;
  } catch (error) {
    return { passed: 0, failures: [{ name, message: `left no report: ${String(error)}` }] };
  }
}

/** @param {string} name @param {string} command @param {string[]} args */
function runStep(name, command, args) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const { status, signal, error } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' });
  if (error !== undefined) console.log(String(error));
  console.log(`   ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return status ?? signal ?? 'no status';
}

/** @param {string} file @returns {Result} */
function vitestResult(file) {
  /** @type {{ testResults: { name: string, startTime: number, endTime: number, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const place = path.relative(root, name);
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed')) {
      return [{ name: place, message }];
    }
    return assertionResults
      .filter((test) => test.status !== 'passed')
      .map((test) => ({
        name: `${place} › ${test.fullName}`,
        message: test.failureMessages?.join('\n') || test.status,
      }));
  });
  tellSlowest(testResults);
  const passed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
  return { passed, failures };
}

/**
 * Where the time goes, so that what grows out of the budget is seen.
 *
 * @param {{ name: string, startTime: number, endTime: number }[]} files
 */
function tellSlowest(files) {
  const slowest = files
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 15);
  console.log('\nThe slowest files:');
  for (const { name, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${path.relative(root, name)}`);
}

/**
 * @typedef {{ title: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ title: string, file: string, tests: { status: string, results: PlaywrightAttempt[] }[] }} PlaywrightSpec
 * @typedef {{ duration: number, error?: { message?: string }, steps?: { title: string, duration: number }[], attachments?: { name: string, path?: string }[] }} PlaywrightAttempt
 * @param {string} file @returns {Result}
 */
function playwrightResult(file) {
  if (!existsSync(file)) throw new Error(`${file} was not written`);
  /** @type {{ suites: PlaywrightSuite[], errors: { message?: string }[] }} */
  const { suites, errors } = JSON.parse(readFileSync(file, 'utf8'));
  const specs = suites.flatMap(specsOf);
  const tests = specs.flatMap(({ title, file: place, tests: runs }) =>
    runs.map(({ status, results: attempts }) => ({
      name: `${place} › ${title}`,
      status,
      message: attempts.map(failureOf).join('\n'),
    })),
  );
  for (const { name, message } of tests.filter(({ status }) => status === 'flaky')) {
    console.log(`\nFAILED ONCE, then passed: ${name}\n${stripColors(message.trim()).replace(/^/gm, '    ')}`);
  }
  const passed = ['expected', 'flaky'];
  return {
    passed: tests.filter(({ status }) => passed.includes(status)).length,
    failures: [
      ...tests
        .filter(({ status }) => !passed.includes(status))
        .map(({ name, status, message }) => ({ name, message: message.trim() || status })),
      ...errors.map(({ message = '' }) => ({ name: 'playwright', message })),
    ].map(({ name, message }) => ({ name, message: stripColors(message) })),
  };
}

/**
 * What went wrong, how long each step took and what the page showed: a story that fails
 * once in a hundred runs must tell all of it the first time.
 *
 * @param {PlaywrightAttempt} attempt
 */
function failureOf({ error, duration, steps = [], attachments = [] }) {
  if (error === undefined) return '';
  const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;
  const shown = attachments.find(({ name }) => name === 'error-context')?.path;
  return [
    error.message ?? '',
    `${seconds(duration)}; ${steps.map((step) => `${step.title} ${seconds(step.duration)}`).join(', ')}`,
    shown !== undefined && existsSync(shown) ? readFileSync(shown, 'utf8') : '',
  ].join('\n');
}

/** @param {PlaywrightSuite} suiteOrFile @returns {PlaywrightSpec[]} */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** @param {string} text */
function stripColors(text) {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');
}
