import type { Page } from '@playwright/test';
import { fillSession, firstStudentOf } from './day.ts';
import { expect, openSignedIn, test } from './fixtures.ts';

test.setTimeout(120_000);

/** Whether taps reach the screen itself; what is above it takes them where it covers the screen. */
const screenTakesTaps = (page: Page) =>
  page.locator('[data-screen]').evaluate((screen) => getComputedStyle(screen).pointerEvents === 'auto');

/** The control under the middle of a button of the screen. */
const isUncovered = (page: Page, name: string) =>
  page.evaluate((label) => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(label));
    if (button === undefined) return false;
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  }, name);

test('a form and its lists keep taps from the screen below, and closing the form scrolls nothing', async ({
  phone,
}) => {
  const page = await openSignedIn(phone, 'provider');
  const add = page.getByRole('button', { name: 'Add session' });
  await expect(add).toBeVisible();
  expect(await isUncovered(page, 'Add session')).toBe(true);

  await add.tap();
  const form = page.getByRole('form', { name: 'New session' });
  await expect(form).toBeVisible();
  expect(await isUncovered(page, 'Add session')).toBe(false);
  // What stays as it was isn't styled again.
  expect(await screenTakesTaps(page)).toBe(true);
  const before = await page.evaluate(() => window.scrollY);

  await form.getByLabel('Students', { exact: true }).tap();
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await screenTakesTaps(page)).toBe(false);
  await page.keyboard.press('Escape');
  // Once the list has faded out.
  await expect.poll(() => screenTakesTaps(page)).toBe(true);

  await form.getByRole('button', { name: 'Cancel' }).tap();
  await expect(form).toBeHidden();
  await expect(add).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
});

test('a saved form leaves at once, and its button opens another one right away', async ({
  server,
  phone,
}) => {
  const student = await firstStudentOf(await server.as('provider'));
  const page = await openSignedIn(phone, 'provider');
  await page.getByRole('button', { name: 'Add session' }).tap();
  const form = page.getByRole('form', { name: 'New session' });
  await fillSession(form, { students: [student], start: '06:00' });
  await page.evaluate(() => {
    const isOpen = () => document.querySelector('form[aria-label="New session"]') !== null;
    let wasOpen = false;
    const exit = new MutationObserver(() => {
      if (isOpen()) wasOpen = true;
      if (!wasOpen || isOpen()) return;
      exit.disconnect();
      // The first frame without the form.
      requestAnimationFrame(() => {
        const add = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Add session');
        add?.click();
      });
    });
    exit.observe(document, { childList: true, subtree: true });
  });
  await form.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect(form.getByLabel('Students', { exact: true })).toHaveText('One student, or a group');
  await expect(page).toHaveURL(/open=session/);
});
