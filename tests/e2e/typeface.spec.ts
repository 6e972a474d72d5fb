import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';

/** The headline's typeface, and the layout shift of the page since it started loading. */
function drawnIn(page: Page): Promise<{ faces: string[]; shift: number }> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const shifts = await new Promise<PerformanceEntryList>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      });
      setTimeout(resolve, 300, []);
    });
    return {
      faces: [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      shift: shifts.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
    };
  });
}

test('the first visit renders in our own typeface, without layout shift', async ({ phone }) => {
  const page = await phone.open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  // A busy machine draws the words before it has drawn their typeface.
  await expect.poll(async () => (await drawnIn(page)).faces).toContain('Inter');
  const { shift } = await drawnIn(page);
  expect(shift).toBeLessThanOrEqual(0.01);
  expect(asked.filter((path) => path.endsWith('.woff2'))).toHaveLength(1);
  // The demo accounts are requested only in a demo.
  expect(new Set(asked.filter((path) => path !== '/api/demo/')).size).toBeLessThanOrEqual(10);
});

test('the typeface is available offline', async ({ phone, network }) => {
  const page = await openSignedIn(phone, 'provider');
  network.cutOff();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect.poll(async () => (await drawnIn(page)).faces).toContain('Inter');
});
