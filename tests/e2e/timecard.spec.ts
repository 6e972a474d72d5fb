import { randomUUID } from 'node:crypto';
import { today } from './day.ts';
import { expect, noticeNetwork, openSignedIn, signIn, syncStatus, test, waitForSaved } from './fixtures.ts';

test.setTimeout(120_000);

test('a working day punched on a phone without a network reaches the office once, and is acknowledged there', async ({
  server,
  network,
  phone,
  office,
}) => {
  const provider = await server.as('provider');
  const { user_id } = provider.signIn;
  const page = await openSignedIn(phone, 'provider');
  const card = page.getByRole('region', { name: 'Timecard' });
  const press = (name: string) => card.getByRole('button', { name, exact: true }).click();

  await test.step('the whole day is punched offline', async () => {
    network.cutOff();
    await page.reload();
    await expect(syncStatus(page)).toHaveText('Offline');
    for (const [button, state] of [
      ['Start day', /^Working since/],
      ['Start lunch', /^At lunch since/],
      ['End lunch', /^Working since/],
      ['Pause', /^Paused since/],
      ['Resume', /^Working since/],
    ] as const) {
      await press(button);
      await expect(card.getByRole('status')).toHaveText(state);
    }
    await expect(card.getByText('Saved on this device')).toBeAttached();
    // One second holds no two punches alike.
    await expect(async () => {
      await press('Pause');
      await expect(card.getByRole('status')).toHaveText(/^Paused since/, { timeout: 1_500 });
    }).toPass();
    await press('End day');
    const question = page.getByRole('dialog', { name: 'The pause is still running' });
    await question.getByRole('button', { name: 'End day' }).click();
    await expect(card.getByRole('status')).toHaveText(/M – .*M$/);
    await expect(card).toContainText('No lunch required.');
    await page.reload();
    await expect(card.getByRole('status')).toHaveText(/M – .*M$/);
    await expect(syncStatus(page)).toHaveText(/^Offline – \d+ changes waiting$/);
  });

  const lunchesToday = () => provider.call('lunch.list-of-day', { params: { a: user_id, b: today() } });
  await test.step('once there is a network, card and lunch are at the office once', async () => {
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

  await test.step('an admin acknowledges a waiver with a note', async () => {
    const lunch_start_time = new Date().toISOString();
    await provider.call('lunch.create', {
      body: { id: randomUUID(), waiver_type: 'standing_6h', lunch_start_time },
    });
    const desk = await office.newPage();
    await signIn(desk, 'admin', `/reports/dashboard/lunch-cards?from=${today()}&provider=${user_id}`);
    await expect(desk.getByRole('navigation', { name: 'Main' })).toContainText('to acknowledge');
    await desk.getByRole('button', { name: /^Acknowledge / }).click();
    const dialog = desk.getByRole('dialog', { name: 'Acknowledge lunch card' });
    await dialog.getByLabel('Note').fill('Agreed on the phone.');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(dialog).toBeHidden();
    await expect(desk.getByRole('table', { name: 'Lunch cards' })).toContainText('Agreed on the phone.');
  });

  await test.step('the provider sees it', async () => {
    await page
      .getByRole('list', { name: 'Day' })
      .getByRole('button', { name: /Lunch Break/ })
      .click();
    await expect(page.getByRole('form', { name: 'Edit lunch break' })).toContainText('Agreed on the phone.');
  });
});
