import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { type FocusStop, focusStop } from './focus-faults.ts';

/** Tab stops of a screen or dialog that are checked; a long list repeats its rows. */
const MOST_STOPS = 60;
/** A field for a date or time has a stop for each of its parts. */
const MOST_STOPS_OF_FIELD = 8;
/** Goes on after a fault, and fails at the end. */
const soft = expect.configure({ soft: true });
const LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Goes through screens by keyboard, and reports at the end what is wrong. */
export class FocusWalk {
  readonly #page: Page;
  readonly #faults: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Without reloading the page, as a link does. */
  async goTo(address: string): Promise<void> {
    await this.#page.evaluate((to) => window.history.pushState({}, '', to), address);
    await this.settle();
  }

  /** Until the screen has what it shows. */
  async settle(): Promise<void> {
    await expect(this.#page.locator('#root')).not.toBeEmpty();
    await this.#page.waitForTimeout(150);
    await this.#page.waitForFunction(() => document.querySelector('[data-slot="skeleton"]') === null);
  }

  /** Every Tab stop of the screen, from its beginning. */
  async tabThrough(screen: string): Promise<void> {
    await this.#page.evaluate(() => {
      window.scrollTo(0, 0);
      const main = document.querySelector<HTMLElement>('main');
      main?.setAttribute('tabindex', '-1');
      main?.focus();
    });
    for (let count = 0; count < MOST_STOPS; count += 1) {
      const stop = await this.#next(screen);
      if (stop === null || !stop.isInMain) return;
    }
  }

  /**
   * Opens what a button opens, by Enter: the focus goes into it, Tab stays in it in both directions, Escape closes it,
   * and the focus returns to the button.
   */
  async openAndClose(screen: string, opener: Locator): Promise<void> {
    const name = `${screen}: ${(await opener.getAttribute('aria-label')) ?? (await opener.innerText())}`;
    await opener.focus();
    await this.#page.keyboard.press('Enter');
    const layer = this.#page.locator(LAYER).last();
    const isOpen = layer.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (!(await isOpen)) {
      this.#faults.push(`${name}: opens nothing`);
      return;
    }
    await soft
      .poll(() => this.#isInLayer(), { message: `${name}: takes the focus`, timeout: 5_000 })
      .toBe(true);
    if ((await layer.getAttribute('role')) !== 'menu') await this.#circle(name);
    await this.#page.keyboard.press('Escape');
    await expect(this.#page.locator(LAYER), `${name}: closes`).toHaveCount(0);
    await soft(opener, `${name}: gets the focus back`).toBeFocused({ timeout: 5_000 });
  }

  end(): void {
    expect([...new Set(this.#faults)]).toEqual([]);
  }

  async #isInLayer(): Promise<boolean> {
    const { isInLayer } = await focusStop(this.#page);
    return isInLayer;
  }

  /** Tab comes back to where it began, and Shift+Tab from there to the last stop. */
  async #circle(name: string): Promise<void> {
    let first: number | undefined;
    for (let count = 0; count < MOST_STOPS; count += 1) {
      const stop = await this.#next(name);
      if (stop === null) return;
      if (!stop.isInLayer) return this.#report(name, stop, 'is outside of the open dialog');
      if (stop.id === first) break;
      first ??= stop.id;
    }
    const last = await this.#next(name, 'Shift+Tab');
    if (last?.isInLayer === false) this.#report(name, last, 'is outside of the open dialog');
  }

  /** The next element with the focus; null if the focus stays where it is. */
  async #next(screen: string, key = 'Tab'): Promise<FocusStop | null> {
    const before = await focusStop(this.#page);
    for (let count = 0; count < MOST_STOPS_OF_FIELD; count += 1) {
      await this.#page.keyboard.press(key);
      const stop = await focusStop(this.#page);
      if (stop.id !== before.id) {
        for (const fault of stop.faults) this.#report(screen, stop, fault);
        return stop;
      }
      if (stop.id === 0) return stop;
    }
    this.#report(screen, before, `keeps the focus when ${key} is pressed`);
    return null;
  }

  #report(screen: string, { name }: FocusStop, fault: string): void {
    this.#faults.push(`${screen}: ${name} ${fault}`);
  }
}
