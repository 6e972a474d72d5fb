import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const WIDTHS = [390, 820, 1440] as const;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All that another theme changes. */
const RULES_OF_COLOURS = ['cat.color'];
/** A script, as the builder takes an empty one for none. */
const NOTHING_TO_BRING = ';';

async function violationsOf(page: Page, tags: string[], exceptRules: string[]): Promise<string[]> {
  // A page keeps axe until it is left: bringing it again costs as much as a small screen's check.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: NOTHING_TO_BRING } : {}) })
    // What passes is not described node by node: nobody reads it.
    .options({ resultTypes: ['violations'] })
    // Legacy mode opens no window of its own for the results; there are no frames of other origins here.
    .setLegacyMode(true)
    .withTags(tags)
    // Our bar is AA.
    .disableRules(['color-contrast-enhanced', ...exceptRules]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

/** Both themes at each width, without loading the page anew. */
export async function expectNoViolation(
  page: Page,
  screen: string,
  widths: readonly number[] = WIDTHS,
  exceptRules: string[] = [],
) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const [colorScheme, tags] of [
      ['light', RULES],
      ['dark', RULES_OF_COLOURS],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Colours that are still on their way from one theme to the other are no one's contrast.
      await page.waitForFunction(() =>
        document.getAnimations().every(({ playState }) => playState !== 'running'),
      );
      const found = await violationsOf(page, [...tags], exceptRules);
      expect.soft(found, `${screen}, ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
}
