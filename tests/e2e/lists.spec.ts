import type { Page } from '@playwright/test';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';
import { expect, signIn, test, waitForSaved } from './fixtures.ts';

// Lists that are longer than their frames.

/** How far a list is scrolled, and what its first row in sight is. */
async function placeIn(page: Page, label: string): Promise<{ top: number; row: string }> {
  const frame = page.getByRole('region', { name: `${label}, scrolling` });
  return frame.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    const rows = [...element.querySelectorAll('tbody tr[data-index]')];
    const seen = rows.find((row) => row.getBoundingClientRect().top >= top + 44);
    return { top: element.scrollTop, row: seen?.textContent ?? '' };
  });
}

/** Scrolls a list to its middle and opens the first row that is whole in sight there. */
async function openFromTheMiddle(page: Page, label: string): Promise<{ top: number; row: string }> {
  const frame = page.getByRole('region', { name: `${label}, scrolling` });
  await frame.evaluate((element) => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
  });
  await expect.poll(async () => (await placeIn(page, label)).row).not.toBe('');
  const place = await placeIn(page, label);
  expect(place.top).toBeGreaterThan(100);
  // At its name: a figure tells what it is made of.
  await frame
    .getByRole('row')
    .filter({ hasText: place.row })
    .first()
    .click({ position: { x: 90, y: 12 } });
  return place;
}

const lists = [
  {
    name: 'students',
    address: '/students',
    label: 'Students',
    narrow: (page: Page) => page.getByLabel('Service').selectOption({ index: 1 }),
    filter: /service=/,
    sort: 'Grade',
    back: 'Students',
  },
  {
    name: 'timesheets of a period',
    address: '/reports/timesheet/all',
    label: 'Timesheets of the period',
    narrow: (page: Page) => page.getByLabel('Search').fill('a'),
    filter: /search=a/,
    sort: 'Provider',
    back: 'Timesheets',
  },
  {
    name: 'sessions of the office',
    address: '/reports/dashboard/my-sessions/v2',
    label: 'Sessions',
    narrow: (page: Page) => page.getByLabel('State').selectOption('Logged'),
    filter: /state=/,
    sort: 'Provider',
    back: 'My Sessions V2',
  },
] as const;

test('a list is where it was left, after Back and after the link back to it', async ({ office }) => {
  test.setTimeout(150_000);
  const page = await office.newPage();
  await signIn(page, 'superadmin', '/students');
  await waitForSaved(page);
  // So that each list is longer than its frame.
  await page.setViewportSize({ width: 1440, height: 420 });
  for (const { name, address, label, narrow, filter, sort, back } of lists) {
    await test.step(name, async () => {
      await page.goto(address);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await narrow(page);
      await expect(page).toHaveURL(filter);
      await page.getByRole('columnheader', { name: sort }).getByRole('button').click();
      await expect(page).toHaveURL(/sort=/);
      // A row that scrolls below the heading just pressed takes no second tap of it.
      await page.waitForTimeout(DOUBLE_TAP_MS);
      const left = page.url();
      for (const leave of ['the link', 'Back']) {
        const place = await openFromTheMiddle(page, label);
        const link = page.getByRole('main').getByRole('link', { name: back, exact: true });
        await expect(link).toBeVisible();
        // Not lost with the row that was clicked.
        await expect(page.getByRole('main'), name).toBeFocused();
        if (leave === 'the link') await link.click();
        else await page.goBack();
        await expect(page).toHaveURL(left);
        await expect.poll(() => placeIn(page, label), `${name}, by ${leave}`).toEqual(place);
      }
    });
  }

  await test.step('where the tab has not shown the list, the link opens it', async () => {
    const row = page.getByRole('row').nth(1);
    await page.goto('/students');
    await row.click();
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
    const student = page.url();
    const other = await office.newPage();
    await other.goto(student);
    await other.getByRole('main').getByRole('link', { name: 'Students', exact: true }).click();
    await expect(other).toHaveURL(/\/students\/?$/);
    await expect(other.getByRole('row').nth(1)).toBeVisible();
  });
});

test('the office approves timesheets one after the other by keys, and ends where it began', async ({
  office,
}) => {
  const page = await office.newPage();
  await signIn(page, 'superadmin', '/reports/timesheet/all?status=submitted&sort=-provider');
  await waitForSaved(page);
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows.nth(2)).toBeVisible();
  const waiting = page.getByRole('radio', { name: /^Submitted \d+/ });
  const count = Number(/\d+/.exec((await waiting.textContent()) ?? '')?.[0]);
  expect(count).toBeGreaterThan(2);
  const names = (await rows.allTextContents())
    .slice(1, count + 1)
    .map((text) => text.replace(/Submitted.*/, ''));
  const title = page.getByRole('heading', { level: 1 });
  const place = (at: number) => page.getByText(`Timesheet ${at} of ${count}: ${names[at - 1]}`);

  await rows.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(title).toContainText(names[0] ?? '');
  await expect(place(1)).toBeVisible();
  await expect(page.getByText('Keys: J next, K previous')).toBeVisible();
  await page.keyboard.press('j');
  await expect(title).toContainText(names[1] ?? '');
  await page.keyboard.press('k');
  await expect(title).toContainText(names[0] ?? '');

  await test.step('pressed twice the key approves one, and more presses not the next one unread', async () => {
    await expect(page.getByRole('button', { name: 'Approve & next' })).toBeVisible();
    await page.waitForTimeout(450);
    await page.keyboard.press('a');
    await expect(page.getByRole('button', { name: 'Press A again' })).toBeVisible();
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    await expect(place(2)).toBeVisible();
    await expect(title).toContainText(names[1] ?? '');
    await expect(page.getByText(`Approved: ${names[0]}`).first()).toBeVisible();
    await page.waitForTimeout(450);
    await expect(title).toContainText(names[1] ?? '');
  });

  await test.step('a key that is typed into a reason does nothing else', async () => {
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Confirmation - Reject' });
    await dialog.getByLabel('Notes').pressSequentially('A jaw day is missing.');
    await dialog.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page.getByText(`Rejected: ${names[1]}`).first()).toBeVisible();
    // What is decided keeps its place.
    await expect(place(3)).toBeFocused();
  });

  await page.getByRole('main').getByRole('link', { name: 'Timesheets', exact: true }).click();
  await expect(page).toHaveURL(/status=submitted.*sort=-provider|sort=-provider.*status=submitted/);
  await expect(page.getByRole('radio', { name: `Submitted ${count - 2}` })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('radio', { name: /^Approved/ }).click();
  await expect(page.getByRole('row').filter({ hasText: names[0] ?? '' })).toBeVisible();
});
