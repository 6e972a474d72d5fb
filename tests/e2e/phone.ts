import { readdirSync, readFileSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from '@playwright/test';

type LaunchOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>;

/** A browser whose profile is on disk and outlives it. */
export class Phone {
  readonly profile: string;
  readonly #baseURL: string;
  readonly #options: LaunchOptions;
  readonly #opened: (context: BrowserContext) => Promise<void>;
  #context: BrowserContext | null = null;

  /** @param opened called at each start of the browser */
  constructor(
    profile: string,
    baseURL: string,
    options: LaunchOptions,
    opened: (context: BrowserContext) => Promise<void>,
  ) {
    this.profile = profile;
    this.#baseURL = baseURL;
    this.#options = options;
    this.#opened = opened;
  }

  get context(): BrowserContext {
    if (this.#context === null) throw new Error('The phone is closed.');
    return this.#context;
  }

  /** Starts the browser; the page is empty. */
  async open(): Promise<Page> {
    const context = await chromium.launchPersistentContext(this.profile, {
      ...this.#options,
      baseURL: this.#baseURL,
    });
    this.#context = context;
    await this.#opened(context);
    return context.pages()[0] ?? (await context.newPage());
  }

  async close(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    await context?.close();
  }

  /** Simulates a power loss: no page is notified. */
  async kill(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    if (context === null) return;
    const closed = new Promise((resolve) => context.once('close', resolve));
    for (const id of this.#browserIds()) process.kill(id, 'SIGKILL');
    await closed;
  }

  /** The browser, and the script that started it, if any. */
  #browserIds(): number[] {
    const ids = readdirSync('/proc').filter((name) => {
      if (!/^\d+$/.test(name)) return false;
      let words: string[] = [];
      try {
        words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      } catch {
        // It ended in the meantime.
      }
      const isOfProfile = words.includes(`--user-data-dir=${this.profile}`);
      return isOfProfile && !words.some((word) => word.startsWith('--type='));
    });
    if (ids.length === 0) throw new Error('The browser is not running.');
    return ids.map(Number);
  }
}
