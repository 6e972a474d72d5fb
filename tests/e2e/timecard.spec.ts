import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { dayPlus, pacificInstant } from '#domain/time/pacific.ts';
import { takeProviderOn } from '#tests/support/new-provider.ts';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';
import { today } from './day.ts';
import {
  expect,
  noticeNetwork,
  openSignedIn,
  signIn,
  syncStatus,
  test,
  waitForSaved,
  waitForWorker,
} from './fixtures.ts';

const GROWING_DAY = 'growing-day';

test.setTimeout(120_000);

test('a workday punched offline on a phone reaches the office once', async ({ server, network, phone }) => {
  const provider = await server.as('provider');
  const { user_id } = provider.signIn;
  const page = await openSignedIn(phone, 'provider');
  const card = page.getByRole('region', { name: 'Timecard' });
  const press = async (name: string) => {
    // One punch button replaces the other: a person reads it first.
    await page.waitForTimeout(DOUBLE_TAP_MS);
    await card.getByRole('button', { name, exact: true }).click();
  };

  await test.step('the whole day is punched offline', async () => {
    network.cutOff();
    await page.reload();
    await expect(syncStatus(page)).toHaveText('Offline');
    for (const [button, state] of [
      ['Clock in', /^Working since/],
      ['Start lunch', /^At lunch since/],
      ['End lunch', /^Working since/],
      ['Pause', /^Paused since/],
      ['Resume', /^Working since/],
    ] as const) {
      await press(button);
      await expect(card.getByRole('status')).toHaveText(state);
    }
    await expect(card.getByText('Saved on this device')).toBeAttached();
    // One second can't have two identical punches.
    await expect(async () => {
      await press('Pause');
      await expect(card.getByRole('status')).toHaveText(/^Paused since/, { timeout: 1_500 });
    }).toPass();
    await press('Clock out');
    const question = page.getByRole('dialog', { name: 'Break is still running' });
    await question.getByRole('button', { name: 'Clock out' }).click();
    await expect(card.getByRole('status')).toHaveText(/^\d.*–\d.* [AP]M$/);
    await expect(card).toContainText('No lunch required.');
    await page.reload();
    await expect(card.getByRole('status')).toHaveText(/^\d.*–\d.* [AP]M$/);
    await expect(syncStatus(page)).toHaveText(/^Offline · \d+ changes to sync$/);
  });

  const lunchesToday = () => provider.call('lunch.list-of-day', { params: { a: user_id, b: today() } });
  await test.step('back online, timecard and lunch are on the server once', async () => {
    network.comeBack();
    await noticeNetwork(page);
    await waitForSaved(page);
    const lunches = await lunchesToday();
    expect(lunches).toMatchObject([{ source: 'punch', lunch_end_time: expect.any(String) }]);
    const { cards } = await (await server.as('admin')).call('lunch.list-cards', {
      query: { start_date: today(), end_date: today(), provider_id: user_id },
    });
    expect(cards).toMatchObject([
      { id: lunches[0]?.id, ended_at: expect.any(String), compliance: 'not-required' },
    ]);
  });
});

test('a day exceeds its waiver on an offline phone; on the server it needs a note', async ({
  server,
  network,
  phone,
  office,
}) => {
  // Today may not have six hours yet.
  const day = dayPlus(today(), -1);
  const { provider } = await takeProviderOn(server, GROWING_DAY, 1);
  const { user_id } = provider.signIn;
  await provider.call('timecard.create', {
    body: { id: randomUUID(), started_at: pacificInstant(day, '09:00') },
  });
  const page = await phone.open();
  await signIn(page, GROWING_DAY, '/');
  await waitForSaved(page);
  await waitForWorker(page);
  await page.goto(`/my-sessions?day=${day}`);
  const card = page.getByRole('region', { name: 'Timecard' });
  const correct = async (times: Record<string, string>, reason: string) => {
    await card.getByRole('button', { name: 'Fix times' }).click();
    const form = page.getByRole('form', { name: /^Fix times for / });
    for (const [field, time] of Object.entries(times)) await form.getByLabel(field).fill(time);
    await form.getByLabel('Reason').fill(reason);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
  };
  network.cutOff();
  await page.reload();
  await expect(syncStatus(page)).toHaveText('Offline');

  await test.step('up to six hours lunch can be waived', async () => {
    await correct({ 'Clock-in time': '07:00', 'Clock-out time': '12:45' }, 'The battery was empty.');
    await expect(card).toContainText('Lunch missed');
    await page.getByRole('button', { name: 'Add lunch' }).click();
    const form = page.getByRole('form', { name: 'New lunch break' });
    await form.getByLabel('Start time').fill('11:30');
    await form.getByLabel('Waiver').selectOption('first_meal_6h');
    await expect(form).toContainText('Lunch waived.');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
    await expect(card).toContainText('Lunch waived.');
  });

  await test.step('the day gets longer, and the phone says so immediately', async () => {
    await correct({ 'Clock-out time': '14:15' }, 'A meeting with parents.');
    await expect(card).toContainText("Lunch can't be waived: the day is 7 h 15 min long.");
    await page.reload();
    await expect(card).toContainText("Lunch can't be waived");
    await expect(syncStatus(page)).toHaveText(/^Offline · \d+ changes to sync$/);
  });

  const desk = await office.newPage();
  await test.step('on the server it is out of compliance and needs a note', async () => {
    network.comeBack();
    await noticeNetwork(page);
    await waitForSaved(page);
    const query = `from=${day}&to=${day}&compliance=noncompliant&provider=${user_id}`;
    await signIn(desk, 'admin', `/reports/dashboard/lunch-cards?${query}`);
    const table = desk.getByRole('table', { name: 'Lunch cards' });
    await expect(table).toContainText("can't be waived: the day is 7 h 15 min long");
    const menu = desk.getByRole('navigation', { name: 'Main' });
    const waiting = menu.getByText(/\d+ to acknowledge/);
    const before = Number.parseInt((await waiting.textContent()) ?? '', 10);
    await desk.getByRole('button', { name: /^Acknowledge / }).click();
    const dialog = desk.getByRole('dialog', { name: 'Acknowledge lunch card' });
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(dialog.getByText('Add a note: this day is out of compliance.')).toBeVisible();
    await dialog.getByLabel('Note').fill('Agreed on the phone.');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(dialog).toBeHidden();
    await expect(table).toContainText('Agreed on the phone.');
    await expect(menu.getByText(`${before - 1} to acknowledge`)).toBeAttached();
  });

  await test.step('the provider sees it', async () => {
    await page
      .getByRole('list', { name: 'Day' })
      .getByRole('button', { name: /Lunch waived/ })
      .click();
    await expect(page.getByRole('form', { name: 'Edit lunch break' })).toContainText('Agreed on the phone.');
  });
});

test.describe('where sheets slide in', () => {
  test.use({ isMoving: true });

  test("a double tap on a punch or on Save doesn't press what appears under the finger", async ({
    network,
    phone,
  }) => {
    const page = await openSignedIn(phone, 'provider');
    network.cutOff();
    const finger = await page.context().newCDPSession(page);
    const tapTwice = async (target: Locator) => {
      // Its final position: a sheet slides in from the edge of the screen.
      await target.tap({ trial: true });
      const box = await target.boundingBox();
      if (box === null) throw new Error('It is not on the screen.');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const at = Date.now() / 1_000;
      const tap = async (timestamp: number) => {
        await finger.send('Input.dispatchTouchEvent', {
          type: 'touchStart',
          touchPoints: [{ x, y }],
          timestamp,
        });
        await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp });
      };
      // The second tap carries its instant: the test doesn't depend on this machine's speed.
      await tap(at);
      await page.waitForTimeout(200);
      await tap(at + 0.2);
      await page.waitForTimeout(DOUBLE_TAP_MS);
    };
    const card = page.getByRole('region', { name: 'Timecard' });
    const dialogs = page.getByRole('dialog');

    for (const [name, state] of [
      ['Clock in', /^Working since/],
      ['Pause', /^Paused since/],
      ['Resume', /^Working since/],
      ['Start lunch', /^At lunch since/],
      ['End lunch', /^Working since/],
    ] as const) {
      await tapTwice(card.getByRole('button', { name, exact: true }));
      await expect(card.getByRole('status')).toHaveText(state);
      await expect(dialogs).toBeHidden();
      // One second can't have two punches.
      await page.waitForTimeout(1_000);
    }

    await page
      .getByRole('button', { name: /^Log session: / })
      .first()
      .tap();
    const form = page.getByRole('form', { name: 'New session' });
    await expect(form).toBeVisible();
    // A press at the same place immediately afterwards counts as the second tap of the one that opened the
    // form.
    await page.waitForTimeout(DOUBLE_TAP_MS);
    await tapTwice(form.getByRole('button', { name: 'Save', exact: true }));
    await expect(dialogs).toBeHidden();
  });
});
