// What must be there before the product can run: packages and a build that fits the sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const buildStamp = path.join(root, 'dist/sources.sha256');
const sources = [
  'contract',
  'domain',
  'entities',
  'server',
  'src',
  'public',
  'scripts/compress-build.mjs',
  'scripts/first-login.mjs',
  'scripts/icons.mjs',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.server.config.ts',
];

/** Ends the process with a sentence if this Node is too old for the tools below. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Caseload needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
}

/**
 * Installs the packages of the lock file unless exactly these are there.
 *
 * It compares what npm noted about the last installation, not file times: a
 * fresh clone and a copied folder both have misleading ones.
 */
export function installPackages() {
  if (packagesFitLock()) return;
  console.log('Installing packages …');
  run(npm, ['ci', '--include=dev', '--no-audit', '--no-fund']);
}

/** Builds page, worker and server unless the last build was made from these very sources. */
export function buildWhenStale() {
  const fingerprint = fingerprintOf(sources);
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === fingerprint) return;
  console.log('Building …');
  run(npm, ['run', 'build', '--silent']);
  noteBuild();
}

/** Remembers that dist/ was built from the sources as they are now. */
export function noteBuild() {
  mkdirSync(path.dirname(buildStamp), { recursive: true });
  // Taken after the build, which may rewrite the generated route tree.
  writeFileSync(buildStamp, fingerprintOf(sources));
}

function packagesFitLock() {
  const noted = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(noted)) return false;
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const present = readPackages(noted);
  return Object.entries(wanted).every(([place, { version, optional }]) => {
    const found = present[place];
    // Packages for other platforms are optional and rightly absent.
    return place === '' || (found === undefined ? optional === true : found.version === version);
  });
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }>} */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * One text for the content of these files and folders: another one as soon as a byte of them changes.
 *
 * @param {readonly string[]} places seen from the root
 */
export function fingerprintOf(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesOf).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} source @returns {string[]} */
function filesOf(source) {
  const full = path.join(root, source);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [source];
  return readdirSync(full).flatMap((name) => filesOf(`${source}/${name}`));
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
