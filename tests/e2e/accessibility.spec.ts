import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signIn, test, waitForSaved } from './fixtures.ts';

const WIDTHS = [390, 820, 1440] as const;
const THEMES = ['light', 'dark'] as const;

async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

/** Both themes at each width, without loading the page anew. */
async function expectNoViolation(page: Page, screen: string, widths: readonly number[] = WIDTHS) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Colours that are still on their way from one theme to the other are no one's contrast.
      await page.waitForFunction(() =>
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      );
      expect.soft(await violationsOf(page), `${screen}, ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
}

test.setTimeout(180_000);

test('the screens before the log-in have no fault that axe finds', async ({ office }) => {
  const page = await office.newPage();
  for (const address of [
    '/login',
    '/reset-password',
    '/password-reset-confirm/?token=abc',
    '/password-reset-confirm/',
    '/login-support',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoViolation(page, address);
  }
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await expectNoViolation(page, 'a login form with faults', [390]);
});

test('the screens of the office have no fault that axe finds', async ({ office }) => {
  const page = await office.newPage();
  await signIn(page, 'admin');
  await waitForSaved(page);
  await expectNoViolation(page, '/home', [820, 1440]);
});
