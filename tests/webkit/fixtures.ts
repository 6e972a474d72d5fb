import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '#tests/e2e/fixtures.ts';
import { WebDriverPage } from './web-driver.ts';

const driverProgram = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';
const displayProgram = '/usr/bin/Xvfb';
/** Debian's own Python: its packages contain the GTK bindings. */
const python = '/usr/bin/python3';
const browser = path.join(import.meta.dirname, 'browser.py');

const CONSOLE_ERROR = /^CONSOLE (?:JS )?ERROR (.*)/;
/** The browser's messages when a connection is refused or interrupted, and the errors that scripts get. */
const NETWORK_WORDS = /Failed to load resource|due to access control checks|Load failed|network connection/;

/** WebKitGTK with a profile on disk: it can be closed, killed, and reopened. */
class WebKit {
  readonly #profile: string;
  readonly #report: (fault: string) => void;
  #display: { process: ChildProcess; name: string } | null = null;
  #driver: ChildProcess | null = null;

  /** @param report called with each error that a page reports */
  constructor(profile: string, report: (fault: string) => void) {
    this.#profile = profile;
    this.#report = report;
  }

  /** Starts the browser; the page is empty. */
  async open(): Promise<WebDriverPage> {
    for (const program of [driverProgram, displayProgram, python]) {
      if (!existsSync(program)) {
        throw new Error(
          `No ${program}: install webkit2gtk-driver, xvfb, python3-gi and gir1.2-webkit2-4.1, as npm test does.`,
        );
      }
    }
    this.#display ??= await startDisplay();
    const home = path.join(this.#profile, 'home');
    await mkdir(home, { recursive: true });
    const port = await freePort();
    // A process group of its own: the driver, the browser, and its page processes end together.
    const driver = spawn(driverProgram, [`--port=${port}`], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: home,
        DISPLAY: this.#display.name,
        TZ: 'America/Los_Angeles',
        LANG: 'C.UTF-8',
        // No session bus and no graphics card here.
        NO_AT_BRIDGE: '1',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      },
    });
    this.#driver = driver;
    const said: string[] = [];
    for (const stream of [driver.stdout, driver.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line);
        const [, error] = CONSOLE_ERROR.exec(line) ?? [];
        if (error !== undefined) this.#report(error);
      });
    }
    const address = `http://127.0.0.1:${port}`;
    const end = once(driver, 'exit').then(() => {
      throw new Error(`The driver ended. ${said.join('\n')}`);
    });
    await Promise.race([answering(`${address}/status`), end]);
    const args = [browser, path.join(this.#profile, 'profile')];
    const opened = WebDriverPage.open(address, { 'webkitgtk:browserOptions': { binary: python, args } });
    return Promise.race([opened, end]);
  }

  /** Simulates a power loss: no page is notified. */
  async kill(): Promise<void> {
    const driver = this.#driver;
    this.#driver = null;
    if (driver?.pid === undefined) throw new Error('WebKit is closed.');
    const exited = once(driver, 'exit');
    process.kill(-driver.pid, 'SIGKILL');
    await exited;
  }

  async close(): Promise<void> {
    if (this.#driver !== null) await this.kill();
    const display = this.#display?.process;
    this.#display = null;
    if (display === undefined) return;
    const exited = once(display, 'exit');
    display.kill();
    await exited;
  }
}

/** A virtual screen with the first free number. */
async function startDisplay(): Promise<{ process: ChildProcess; name: string }> {
  const display = spawn(
    displayProgram,
    ['-displayfd', '1', '-screen', '0', '800x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const number = await Promise.race([
    once(createInterface({ input: display.stdout }), 'line'),
    once(display, 'exit').then(([code]) => {
      throw new Error(`Xvfb ended with ${code}.`);
    }),
  ]);
  return { process: display, name: `:${number[0]}` };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

/** Resolves once the address answers. */
async function answering(url: string): Promise<void> {
  for (;;) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const test = base.extend<{ webkit: WebKit }>({
  webkit: async ({ reports, network }, use) => {
    const profile = await mkdtemp(path.join(tmpdir(), 'caseload-webkit-'));
    const webkit = new WebKit(profile, (fault) => {
      if (!(network.hasFailed && NETWORK_WORDS.test(fault))) reports.add(fault);
    });
    await use(webkit);
    await webkit.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  },
});
