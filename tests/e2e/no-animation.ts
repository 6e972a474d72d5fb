import type { BrowserContext } from '@playwright/test';

/** Whether browser tests show animation: a browser without a graphics card renders each frame on the CPU. */
const isMoving = process.env.MOTION === 'on';

/**
 * Disables animation and caret blinking on the context's pages. They took a quarter of the tests' time; `npm
 * run test:soak` runs with them.
 */
export async function disableAnimation(context: BrowserContext): Promise<void> {
  if (isMoving) return;
  await context.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; }',
    );
    document.adoptedStyleSheets = [still];
  });
}

/** The first-run tour would move every screen of a new person down. */
export async function skipTour(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      localStorage.setItem('caseload-tour', 'off');
    } catch {
      // An empty page has no storage.
    }
  });
}
