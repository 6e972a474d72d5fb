// What the reports of Vitest and Playwright say, for `npm test` and `npm run test:soak`.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

/** @typedef {{ passed: number, failures: { name: string, message: string }[] }} Result */

/** @type {Record<'vitest' | 'playwright', { args: (report: string) => string[], env: (report: string) => Record<string, string>, read: (report: string) => Result }>} */
const runners = {
  vitest: {
    args: (report) => ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env: () => ({}),
    read: vitestResult,
  },
  playwright: {
    args: () => ['--reporter=list,json'],
    env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    read: playwrightResult,
  },
};

/**
 * Runs a test runner and returns what its report says. What the report doesn't explain (the runner crashed or
 * found no test) is one more failure.
 *
 * @param {'vitest' | 'playwright'} runner
 * @param {string} folder for the report
 * @param {(args: string[], env: Record<string, string>) => number | string} run returns the exit status
 * @returns {Result}
 */
export function suite(runner, folder, run) {
  const report = path.join(folder, `${runner}.json`);
  // A part before this one may have left its own.
  rmSync(report, { force: true });
  const { args, env, read } = runners[runner];
  const status = run(args(report), env(report));
  try {
    const result = read(report);
    if (status !== 0 && result.failures.length === 0) {
      result.failures.push({ name: runner, message: `ended with ${status}; see its output above` });
    }
    return result;
  } catch (error) {
    return { passed: 0, failures: [{ name: runner, message: `left no report: ${String(error)}` }] };
  }
}

/**
 * Prints each failure, the caller's summary, and the line `N passed, N failed`; sets the exit code.
 *
 * @param {Result[]} results @param {string[]} [summary]
 */
export function conclude(results, summary = []) {
  const failures = results.flatMap((result) => result.failures);
  for (const { name, message } of failures) {
    console.log(`\nFAILED  ${name}`);
    if (message !== '')
      console.log(message.trim().split('\n').slice(0, 60).join('\n').replace(/^/gm, '    '));
  }
  console.log('');
  for (const line of summary) console.log(line);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
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
