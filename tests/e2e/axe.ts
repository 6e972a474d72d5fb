import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { seedOfCommit } from '#tests/support/commit-seed.ts';
import { expect } from './fixtures.ts';

const WIDTHS = [390, 820, 1440] as const;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Everything that differs between themes. */
const RULES_OF_COLORS = ['cat.color'];
/** A script, because the builder treats an empty one as none. */
const NOTHING_TO_BRING = ';';

async function violationsOf(page: Page, tags: string[], exceptRules: string[]): Promise<string[]> {
  // A page keeps axe until it is left: injecting it again costs as much as checking a small screen.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: NOTHING_TO_BRING } : {}) })
    // Passed checks aren't reported node by node: no one reads them.
    .options({ resultTypes: ['violations'] })
    // Legacy mode opens no window for the results; there are no cross-origin frames here.
    .setLegacyMode(true)
    .withTags(tags)
    // Our bar is AA.
    .disableRules(['color-contrast-enhanced', ...exceptRules]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
  tags: readonly string[];
}

const TURN = seedOfCommit();

/** The appearances of a screen in this run: one, which differs by commit, or all in the soak run. */
function looksOf(screen: string, widths: readonly number[]): Look[] {
  if (process.env.AXE === 'all') {
    return widths.flatMap((width) => [
      { width, colorScheme: 'light', tags: RULES },
      { width, colorScheme: 'dark', tags: RULES_OF_COLORS },
    ]);
  }
  const looks = widths.flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme, tags: RULES })),
  );
  const turn = [...screen].reduce((sum, letter) => sum + letter.charCodeAt(0), TURN);
  return looks.slice(turn % looks.length).slice(0, 1);
}

/** Checks a screen in this run's appearances, without reloading the page: axe finds no fault, and the page fits its window. */
export async function expectNoViolation(
  page: Page,
  screen: string,
  widths: readonly number[] = WIDTHS,
  exceptRules: string[] = [],
) {
  const height = 900;
  for (const { width, colorScheme, tags } of looksOf(screen, widths)) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Where the test has scrolled, the top bar covers half of what lies below it.
    await page.evaluate(() => window.scrollTo(0, 0));
    // Colors in transition between themes have no meaningful contrast.
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    );
    const beyond = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
    expect.soft(beyond, `${screen}, px wider than the window of ${width} px`).toBeLessThanOrEqual(0);
    const found = await violationsOf(page, [...tags], exceptRules);
    expect.soft(found, `${screen}, ${width} px, ${colorScheme}`).toEqual([]);
  }
  // The test continues at the width that it expects.
  const last = widths.at(-1);
  if (last !== undefined) await page.setViewportSize({ width: last, height });
}
