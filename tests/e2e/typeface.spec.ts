import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './fixtures.ts';
import { layoutShift } from './layout-shift.ts';

/** The typefaces that the page has drawn. */
function facesOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);
  });
}

test('the first visit renders in our own typeface, without layout shift', async ({ phone }) => {
  const page = await phone.open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  // A busy machine draws the words before it has drawn their typeface.
  await expect.poll(() => facesOf(page)).toContain('Inter');
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
  expect(asked.filter((path) => path.endsWith('.woff2'))).toHaveLength(1);
  // The demo accounts are requested only in a demo.
  expect(new Set(asked.filter((path) => path !== '/api/demo/')).size).toBeLessThanOrEqual(10);
});

test('the typeface is available offline', async ({ phone, network }) => {
  const page = await openSignedIn(phone, 'provider');
  network.cutOff();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect.poll(() => facesOf(page)).toContain('Inter');
});
