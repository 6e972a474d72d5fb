import type { Page } from '@playwright/test';

/** How much of the page has moved since it started loading, without what a tap or a key has moved: 0 to 1 and more. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const shifts = await new Promise<PerformanceEntryList>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      });
      setTimeout(resolve, 300, []);
    });
    return shifts.reduce((sum, entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      };
      return sum + (hadRecentInput ? 0 : value);
    }, 0);
  });
}
