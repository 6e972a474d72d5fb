// What the tests need besides packages: a Chromium, a Firefox and the programs of PostgreSQL.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const postgresRoot = '/usr/lib/postgresql';

/**
 * A Chromium that can be launched, installed from the system's packages if need be.
 *
 * @returns {string | undefined}
 */
export function provideChromium() {
  return provideBrowser('chromium', 'CHROMIUM_PATH');
}

/**
 * A Firefox that can be launched, installed from the system's packages if need be.
 *
 * @returns {string | undefined}
 */
export function provideFirefox() {
  return provideBrowser('firefox-esr', 'FIREFOX_PATH');
}

/**
 * The folder with `initdb` and `postgres`, installed from the system's packages if need be.
 *
 * @returns {string | undefined}
 */
export function providePostgres() {
  return provide('postgresql', 'POSTGRES_BIN', findPostgres);
}

/** @param {string} name of the Debian package and its program @param {string} setting */
function provideBrowser(name, setting) {
  return provide(name, setting, () =>
    [process.env[setting], `/usr/bin/${name}`].find((place) => place !== undefined && existsSync(place)),
  );
}

/** @param {string} name @param {string} setting @param {() => string | undefined} find */
function provide(name, setting, find) {
  const found = find() ?? (installFromSystem(name) ? find() : undefined);
  if (found === undefined) {
    console.error(
      `${name} is not here and could not be installed: its tests will fail. Install it, or say in ${setting} where it is.`,
    );
  }
  return found;
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
