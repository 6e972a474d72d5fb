import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { addSession, entryOf, lockedDay, openSyncCentre, studentsOf } from './day.ts';
import { expect, signIn, syncStatus, test, waitForSaved, waitForWorker } from './fixtures.ts';

const WIDTHS = [390, 820, 1440] as const;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** All that another theme changes. */
const RULES_OF_COLOURS = ['cat.color'];

async function violationsOf(page: Page, tags: string[], exceptRules: string[]): Promise<string[]> {
  // Legacy mode opens no window of its own for the results; there are no frames of other origins here.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).withTags(tags);
  // Our bar is AA.
  const { violations } = await axe.disableRules(['color-contrast-enhanced', ...exceptRules]).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

/** Both themes at each width, without loading the page anew. */
async function expectNoViolation(
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
  await waitForWorker(page);
  await expectNoViolation(page, '/home', [820, 1440]);

  await page.getByRole('link', { name: 'Open the Sync centre' }).click();
  await expect(page.getByRole('heading', { name: 'Sync centre' })).toBeVisible();
  await expectNoViolation(page, '/sync', [820, 1440]);

  await page.goto('/reports/dashboard/my-sessions/v2');
  await page.getByRole('row').nth(1).click();
  await expect(page.getByText('Captured at')).toBeVisible();
  await expectNoViolation(page, 'a session of the report', [820, 1440]);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'My Sessions V2' })).toBeVisible();
  await expectNoViolation(page, 'the report', [820, 1440]);

  await page.goto('/no/such/screen');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectNoViolation(page, 'not found', [820, 1440]);
});

test('a provider meets no fault that axe finds, at the desk or on the phone', async ({
  server,
  network,
  phone,
}) => {
  const provider = await server.as('provider');
  const [anna, ben] = await studentsOf(provider);
  if (!anna || !ben) throw new Error('The demo provider has too few students.');
  const locked = await lockedDay(provider);
  const page = await phone.open();
  await signIn(page, 'provider', '/');
  await waitForSaved(page);
  await waitForWorker(page);
  await addSession(page, { students: [anna], date: locked, start: '17:00', minutes: 30, scheduled: 30 });
  await expect(syncStatus(page)).toHaveText('Needs attention: 1');
  network.cutOff();
  await addSession(page, {
    students: [anna, ben],
    start: '15:00',
    scheduled: 30,
    minutes: 20,
    reason: 'Fire drill',
  });
  await expect(syncStatus(page)).toHaveText('Offline – 1 change waiting');

  await page.getByRole('button', { name: 'Add lunch' }).click();
  await expectNoViolation(page, 'the lunch form');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectNoViolation(page, 'My Sessions');

  await page.getByRole('button', { name: 'Add session' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Choose at least one student.')).toBeVisible();
  await expectNoViolation(page, 'a session form with faults');
  await page.getByLabel('Student', { exact: true }).click();
  await expectNoViolation(page, 'the students to choose from', [390]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await openSyncCentre(page);
  await expectNoViolation(page, 'the Sync centre on the phone', [390]);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expectNoViolation(page, 'a confirmation', [390]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: /User menu/ }).click();
  // An open menu belongs to its button and lies over the landmarks, in none of them.
  await expectNoViolation(page, 'the user menu', [390], ['region']);
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expectNoViolation(page, 'the question before logging out', [390]);
  await page.getByRole('button', { name: 'Stay' }).click();

  await entryOf(page, '3:00 PM').getByRole('button').click();
  await expect(page.getByText('Captured at')).toBeVisible();
  await expectNoViolation(page, 'a session');
});
