// What the tests need besides packages: a Chromium and the programs of PostgreSQL.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const postgresRoot = '/usr/lib/postgresql';

/**
 * A Chromium that can be launched, installed from the system's packages if need be.
 *
 * @returns {string | undefined}
 */
export function provideChromium() {
  return (
    findChromium() ?? (installFromSystem('chromium') ? findChromium() : undefined) ?? missing('Chromium')
  );
}

/**
 * The folder with `initdb` and `postgres`, installed from the system's packages if need be.
 *
 * @returns {string | undefined}
 */
export function providePostgres() {
  return (
    findPostgres() ?? (installFromSystem('postgresql') ? findPostgres() : undefined) ?? missing('PostgreSQL')
  );
}

function findChromium() {
  return [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find(
    (place) => place !== undefined && existsSync(place),
  );
}

function findPostgres() {
  const versions = existsSync(postgresRoot) ? readdirSync(postgresRoot).sort((a, b) => +b - +a) : [];
  return [process.env.POSTGRES_BIN, ...versions.map((version) => `${postgresRoot}/${version}/bin`)].find(
    (folder) => folder !== undefined && existsSync(`${folder}/initdb`),
  );
}

/** @param {string} name the Debian package */
function installFromSystem(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${name} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return [['update'], ['install', '-y', '--no-install-recommends', name]].every(
    (args) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0,
  );
}

/** @param {string} what @returns {undefined} */
function missing(what) {
  console.error(`${what} is not here and cannot be installed without root: its tests will fail.`);
}
