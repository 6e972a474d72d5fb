import { rowsOf } from './busy-week-office.ts';
import { today } from './day.ts';
import { expect, fillLogin, test, waitForSaved } from './fixtures.ts';

const DAY_MS = 86_400_000;

test.setTimeout(120_000);

test("a phone whose clock is a day ahead shows a warning, and punches by the server's time", async ({
  server,
  phone,
}) => {
  const before = Date.now() - 60_000;
  const page = await phone.open();
  await page.clock.install({ time: Date.now() + DAY_MS });
  await page.goto('/');
  await fillLogin(page, 'provider');
  await waitForSaved(page);
  await expect(
    page.getByText(/^This device's clock is 1 d ahead\. We use the server's time instead\./),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clock in' }).click();
  await expect(page.getByText(/^Working since/)).toBeVisible();
  await waitForSaved(page);
  const provider = await server.as('provider');
  const cards = (await rowsOf(provider)).get('timecard') as { work_date: string; started_at: string }[];
  const [card] = cards.filter(({ started_at }) => Date.parse(started_at) > before);
  expect(card?.work_date).toBe(today());
  expect(Date.parse(card?.started_at ?? '')).toBeLessThan(Date.now() + 60_000);
});
