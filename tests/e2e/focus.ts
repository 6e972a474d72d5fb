import type { Page } from '@playwright/test';

/** More stops than this repeat what was checked, as in the rows of a list. */
const STOPS = 60;

/**
 * What is wrong with the stops of the Tab key: one that shows no ring, or that something covers. Leaves the
 * focus and the scroll position as they were.
 */
export async function focusFaults(page: Page): Promise<string[]> {
  // Scripts move a visible focus only if the person's last one was visible.
  await page.keyboard.press('Shift');
  return page.evaluate((most) => {
    const before = document.activeElement;
    const at = [scrollX, scrollY] as const;
    const within =
      [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body;
    const stops = [
      ...within.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled') &&
        element.checkVisibility({ visibilityProperty: true }) &&
        element.getBoundingClientRect().width > 1,
    );
    const isRinged = (element: Element | null | undefined) =>
      element != null &&
      getComputedStyle(element).outlineStyle !== 'none' &&
      parseFloat(getComputedStyle(element).outlineWidth) >= 2;
    const faultOf = (element: HTMLElement): string | null => {
      element.focus();
      if (document.activeElement !== element) return null;
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      if (![element, element.parentElement, ...labels].some(isRinged)) return 'shows no ring';
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [x, y] = [(Math.max(0, left) + Math.min(innerWidth, right)) / 2, (top + bottom) / 2];
      // What is higher than the window shows a part of itself.
      if (bottom - top > innerHeight / 2) return null;
      if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return 'is out of sight';
      const shown = document.elementFromPoint(x, Math.min(innerHeight - 1, Math.max(0, y)));
      const isThere = shown !== null && (element.contains(shown) || shown.contains(element));
      return isThere || labels.some((label) => label.contains(shown))
        ? null
        : `is below ${shown?.outerHTML.slice(0, 80)}`;
    };
    const faults = stops.slice(0, most).flatMap((element) => {
      const fault = faultOf(element);
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      return fault === null ? [] : [`${element.tagName.toLowerCase()} "${name}" ${fault}`];
    });
    if (before instanceof HTMLElement) before.focus();
    scrollTo(...at);
    return faults;
  }, STOPS);
}
