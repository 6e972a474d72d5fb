import type { Locator } from '@playwright/test';

/**
 * The product's promised limits: for an ordinary session, and for a note carried forward, without its text.
 */
export const MOST_TAPS = { session: 3, note: 6 };

/** Taps like a thumb, and counts. */
export class TouchInput {
  taps = 0;

  async tap(target: Locator): Promise<void> {
    await target.tap();
    this.taps += 1;
  }
}
