import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer, { type Browser, type ConsoleMessage, type Page } from 'puppeteer-core';
import { test as base } from '#tests/e2e/fixtures.ts';

const executablePath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

/** Firefox with a profile on disk: it can be closed, killed, and reopened. */
export class Firefox {
  readonly #profile: string;
  readonly #report: (fault: string) => void;
  #browser: Browser | null = null;

  /** @param report called with each error that a page reports */
  constructor(profile: string, report: (fault: string) => void) {
    this.#profile = profile;
    this.#report = report;
  }

  /** Starts the browser; the page is empty. */
  async open(): Promise<Page> {
    if (!existsSync(executablePath)) {
      throw new Error(`No Firefox at ${executablePath}: install firefox-esr, or name one by FIREFOX_PATH.`);
    }
    const home = path.join(this.#profile, 'home');
    await mkdir(home, { recursive: true });
    this.#browser = await puppeteer.launch({
      browser: 'firefox',
      protocol: 'webDriverBiDi',
      executablePath,
      headless: true,
      userDataDir: path.join(this.#profile, 'profile'),
      defaultViewport: { width: 390, height: 844 },
      // As root it can write nowhere else, and starts its pages only without the sandbox.
      env: { ...process.env, HOME: home, TZ: 'America/Los_Angeles', MOZ_DISABLE_CONTENT_SANDBOX: '1' },
    });
    const [page] = await this.#browser.pages();
    return this.#watch(page ?? (await this.#browser.newPage()));
  }

  async newPage(): Promise<Page> {
    if (this.#browser === null) throw new Error('Firefox is closed.');
    return this.#watch(await this.#browser.newPage());
  }

  async close(): Promise<void> {
    const browser = this.#browser;
    this.#browser = null;
    await browser?.close();
  }

  /** Simulates a power loss: no page is notified. */
  async kill(): Promise<void> {
    const process = this.#browser?.process();
    this.#browser = null;
    if (process == null) throw new Error('Firefox is closed.');
    const exited = once(process, 'exit');
    process.kill('SIGKILL');
    await exited;
  }

  async #watch(page: Page): Promise<Page> {
    // As in the other browsers: no first-run tour.
    await page.evaluateOnNewDocument(() => {
      try {
        localStorage.setItem('caseload-tour', 'off');
      } catch {
        // An empty page has no storage.
      }
    });
    page.on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error') this.#report(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.#report(`uncaught: ${String(error)}`));
    return page;
  }
}

export const test = base.extend<{ firefox: Firefox }>({
  firefox: async ({ reports }, use) => {
    const profile = await mkdtemp(path.join(tmpdir(), 'caseload-firefox-'));
    const firefox = new Firefox(profile, (fault) => reports.add(fault));
    await use(firefox);
    await firefox.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  },
});
