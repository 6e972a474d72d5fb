// What the tests need besides packages: Chromium with its window and without, Firefox, WebKit, PostgreSQL, and PgBouncer.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const postgresRoot = '/usr/lib/postgresql';

/**
 * A Chromium that can be launched, installed from the system's packages if need be.
 *
 * @returns {string | undefined}
 */
export function provideChromium() {
  return provide('chromium', 'CHROMIUM_PATH', '/usr/bin/chromium');
}

/**
 * The same engine without all that a window needs: what a story costs is mostly its browser. The program
 * itself, not the script that starts it: a signal that ends a browser must reach it.
 *
 * @returns {string | undefined}
 */
export function provideHeadlessChromium() {
  const program = '/usr/lib/chromium/chromium-headless-shell';
  return provide('chromium-headless-shell', 'CHROMIUM_HEADLESS_PATH', program);
}

/**
 * A Firefox that can be launched, installed from the system's packages if need be.
 *
 * @returns {string | undefined}
 */
export function provideFirefox() {
  return provide('firefox-esr', 'FIREFOX_PATH', '/usr/bin/firefox-esr');
}

/**
 * The driver of a WebKit that can be launched, installed from the system's packages if need be, with all that its
 * launch takes: a screen in memory, and what tests/webkit/browser.py is written in.
 *
 * @returns {string | undefined}
 */
export function provideWebKit() {
  const packages = 'webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1';
  return provideFound(packages, 'WEBKIT_DRIVER_PATH', findWebKit);
}

/**
 * The folder with `initdb` and `postgres`, installed from the system's packages if need be.
 *
 * @returns {string | undefined}
 */
export function providePostgres() {
  return provideFound('postgresql', 'POSTGRES_BIN', findPostgres);
}

/**
 * A pooler in front of PostgreSQL, installed from the system's packages if need be.
 *
 * @returns {string | undefined}
 */
export function providePgBouncer() {
  return provide('pgbouncer', 'PGBOUNCER_PATH', '/usr/sbin/pgbouncer');
}

/** @param {string} name of the Debian package @param {string} setting @param {string} program */
function provide(name, setting, program) {
  return provideFound(name, setting, () =>
    [process.env[setting], program].find((place) => place !== undefined && existsSync(place)),
  );
}

/** @param {string} name of the Debian packages @param {string} setting @param {() => string | undefined} find */
function provideFound(name, setting, find) {
  const found = find() ?? (installFromSystem(name) ? find() : undefined);
  if (found === undefined) {
    console.error(
      `${name}: not here and could not be installed. Tests that need it will fail. Install it, or say in ${setting} where it is.`,
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

function findWebKit() {
  const bindings = ['-c', 'import gi; gi.require_version("WebKit2", "4.1")'];
  const isComplete =
    existsSync('/usr/bin/Xvfb') && spawnSync('/usr/bin/python3', bindings, { stdio: 'ignore' }).status === 0;
  if (!isComplete) return undefined;
  return [process.env.WEBKIT_DRIVER_PATH, '/usr/bin/WebKitWebDriver'].find(
    (place) => place !== undefined && existsSync(place),
  );
}

/** @param {string} names of Debian packages, apart by spaces */
function installFromSystem(names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${names} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return [['update'], ['install', '-y', '--no-install-recommends', ...names.split(' ')]].every(
    (args) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0,
  );
}
