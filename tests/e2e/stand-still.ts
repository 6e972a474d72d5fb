import type { BrowserContext } from '@playwright/test';

/** Whether stories see what moves: a browser without a graphics card draws each picture of it on the processor. */
const isMoving = process.env.MOTION === 'on';

/**
 * From now on nothing moves on the context's pages, and no caret blinks. What turned and faded took a quarter of
 * the time of the stories; `npm run test:soak` runs them with it.
 */
export async function standStill(context: BrowserContext): Promise<void> {
  if (isMoving) return;
  await context.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync(
      '*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important; }',
    );
    document.adoptedStyleSheets = [still];
  });
}
