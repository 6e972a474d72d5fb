import type { BrowserContext, Page } from '@playwright/test';

/** What the scripts of `holdWaits` and `breakStorage` put on the page. */
interface FaultyWindow {
  passWait(ms: number): number;
  mendStorage?: () => void;
}

/** Lets a test end the long waits of its pages with `passWait`: timers of five minutes, and the time limit of requests. */
export async function holdWaits(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const held = new Map<number, { ms: number; run: () => void }>();
    const { setTimeout: start, clearTimeout: stop } = window;
    const begin = (run: () => void, ms: number): number => {
      const id = start(() => {
        held.delete(id);
        run();
      }, ms);
      if (ms >= 30_000) held.set(id, { ms, run });
      return id;
    };
    const end = (id?: number) => {
      if (id !== undefined) held.delete(id);
      stop(id);
    };
    window.setTimeout = ((work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      begin(() => work(...given), ms)) as typeof window.setTimeout;
    window.clearTimeout = end as typeof window.clearTimeout;
    AbortSignal.timeout = (ms) => {
      const limit = new AbortController();
      begin(() => limit.abort(new DOMException('The operation timed out.', 'TimeoutError')), ms);
      return limit.signal;
    };
    const passWait = (ms: number) => {
      const due = [...held].filter(([, wait]) => wait.ms === ms);
      for (const [id, { run }] of due) {
        end(id);
        run();
      }
      return due.length;
    };
    Object.assign(window, { passWait } satisfies FaultyWindow);
  });
}

/** As if this many milliseconds had passed for the waits of exactly this length. Fails if there is none. */
export async function passWait(page: Page, ms: number): Promise<void> {
  const passed = await page.evaluate((wanted) => (window as unknown as FaultyWindow).passWait(wanted), ms);
  if (passed === 0) throw new Error(`Nothing on the page waits for ${ms} ms.`);
}

/**
 * The device can't write for a while.
 * @param store of the local database; all of them if omitted
 * @returns ends that
 */
export async function breakStorage(page: Page, store?: string): Promise<() => Promise<void>> {
  await page.evaluate((only) => {
    const { add, put } = IDBObjectStore.prototype;
    const refusing = (write: typeof put): typeof put =>
      function refuse(this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
        if (only !== undefined && this.name !== only) return write.call(this, value, key);
        throw new DOMException('The disk is broken.', 'UnknownError');
      };
    IDBObjectStore.prototype.add = refusing(add);
    IDBObjectStore.prototype.put = refusing(put);
    const mendStorage = () => Object.assign(IDBObjectStore.prototype, { add, put });
    Object.assign(window, { mendStorage });
  }, store);
  return () => page.evaluate(() => (window as unknown as FaultyWindow).mendStorage?.());
}
