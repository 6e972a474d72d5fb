// Programs that are right or wrong as a whole, for `npm test` and `npm run verify`.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './prepare.mjs';

/** @import { Result } from './test-results.mjs' */
/** @typedef {readonly [name: string, command: string, args: readonly string[]]} Program */

/** A program of the installed packages. @param {string} name */
export const bin = (name) => path.join(root, 'node_modules/.bin', name);

/**
 * The checks of the sources.
 *
 * @type {readonly Program[]}
 */
export const SOURCE_CHECKS = [
  ['types', bin('tsc'), ['-b', '--singleThreaded']],
  ['lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['layers', process.execPath, ['scripts/check-layers.mjs']],
  ['unused code', bin('knip'), []],
];

/**
 * One of several programs that run side by side; each prints all it has to say when it is done.
 *
 * @param {Program} program @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Result>}
 */
export async function quietCheck([name, command, args], env) {
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
  console.log(`\n── ${name}\n${output}   ${secondsSince(start)}`);
  return status === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [{ name, message: '' }] };
}

/**
 * Runs a program, and prints what it says at once.
 *
 * @param {string} name @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env]
 * @returns {number | string} its exit status
 */
export function runStep(name, command, args, env) {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const { status, signal, error } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' });
  if (error !== undefined) console.log(String(error));
  console.log(`   ${secondsSince(start)}`);
  return status ?? signal ?? 'no status';
}

/** @param {number} start */
function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
