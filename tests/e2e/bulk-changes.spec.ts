import { expect, signIn, test, waitForSaved } from './fixtures.ts';

test('the office renews services of chosen students, transfers one, and takes both back', async ({
  office,
}) => {
  const page = await office.newPage();
  await signIn(page, 'admin', '/students');
  await waitForSaved(page);

  await test.step('what is renewed and who moves up is said before', async () => {
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
    for (const place of [0, 1, 2]) await boxes.nth(place).click();
    await page.getByRole('button', { name: 'Renew 3 students' }).click();
    const dialog = page.getByRole('dialog', { name: 'Renew for a new year' });
    const grades = dialog.getByRole('table', { name: 'Grades' });
    await expect(grades.getByRole('row')).toHaveCount(4);
    await expect(dialog.getByRole('status')).toContainText(/Renews \d services?.* Moves \d grades? up\./);
    for (const box of await dialog.getByRole('checkbox', { name: /^Renew / }).all()) await box.check();
    await expect(dialog.getByRole('status')).not.toContainText('Renews 0');
    await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('Admin lists it, and takes it back', async () => {
    await page.goto('/admin/bulk-changes');
    const list = page.getByRole('table', { name: 'Bulk changes' });
    const renewal = list.getByRole('row').nth(1);
    await expect(renewal).toContainText('Renewal for a year');
    await renewal.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('button', { name: 'Undo for 3 students' }).click();
    await expect(renewal).toContainText('Undone on');
  });

  await test.step('a transfer says who is billed, waits for its day, and is taken back', async () => {
    await page.goto('/students');
    await page
      .getByRole('grid', { name: 'Students' })
      .getByRole('row')
      .nth(1)
      .getByRole('gridcell')
      .nth(1)
      .click();
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Transfer / });
    await dialog.getByLabel('New client').selectOption({ index: 1 });
    const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('First day').fill(inTwoWeeks);
    await expect(dialog.getByRole('list', { name: 'Billing' })).toContainText('are still billed to');
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    const transfers = page.getByRole('list', { name: 'Transfers' });
    await expect(transfers).toContainText('Will be transferred');
    await transfers.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('button', { name: 'Undo for 1 student' }).click();
    await expect(transfers).toBeHidden();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Timeline' })).toContainText('Grade:');
  });
});

test('the office transfers several students, archives several providers, and takes both back', async ({
  office,
}) => {
  const page = await office.newPage();
  await signIn(page, 'admin', '/students');
  await waitForSaved(page);
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });

  await test.step('for each service of the students one says whether it continues with the new client', async () => {
    for (const place of [0, 1]) await boxes.nth(place).click();
    await page.getByRole('button', { name: 'Transfer 2 students' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transfer students' });
    const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('First day').fill(inTwoWeeks);
    const clients = dialog.getByLabel('New client');
    const changes = dialog.getByRole('list', { name: 'Changes' });
    let index = await clients.getByRole('option').count();
    // One that neither of them is with already.
    await expect(async () => {
      index -= 1;
      await clients.selectOption({ index });
      await expect(changes.getByRole('listitem')).toHaveCount(2, { timeout: 5_000 });
    }).toPass();
    await expect(changes).not.toContainText(/ ends?(,|$)/);
    const services = dialog.getByRole('group', { name: 'Services that continue with the new client' });
    const [first] = await services.getByRole('checkbox').all();
    await first?.click();
    await expect(services).toContainText('planned sessions are removed.');
    await expect(changes).toContainText(/ ends?(,|$)/);
    await dialog.getByRole('button', { name: 'Transfer 2 students' }).click();
    await expect(dialog.getByRole('status')).toHaveText('2 students changed');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo for 2 students' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('what is open of each provider is said before they are archived', async () => {
    await page.goto('/providers');
    const names = await Promise.all(
      [0, 1].map(async (place) =>
        (await boxes.nth(place).getAttribute('aria-label'))?.replace('Select ', ''),
      ),
    );
    for (const place of [0, 1]) await boxes.nth(place).click();
    await page.getByRole('button', { name: 'Archive 2 providers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archive providers' });
    const changes = dialog.getByRole('list', { name: 'Changes' });
    for (const name of names) await expect(changes).toContainText(`${name}: is archived, `);
    await expect(changes).toContainText(/still open: \d+ active students?/);
    await dialog.getByRole('button', { name: 'Archive 2 providers' }).click();
    await expect(dialog.getByRole('status')).toHaveText('2 providers changed');
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    const list = page.getByRole('grid', { name: 'Providers' });
    for (const name of names) await expect(list).not.toContainText(name ?? '');

    await page.goto('/admin/bulk-changes');
    const latest = page.getByRole('table', { name: 'Bulk changes' }).getByRole('row').nth(1);
    await expect(latest).toContainText('Providers archived');
    await latest.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('button', { name: 'Undo for 2 providers' }).click();
    await expect(latest).toContainText('Undone on');
    await page.goto('/providers');
    for (const name of names) await expect(list).toContainText(name ?? '');
  });
});
