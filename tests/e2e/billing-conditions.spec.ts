import { expect, signIn, test, waitForSaved } from './fixtures.ts';

test('terms are agreed with a client, and a rate shows which unbilled sessions it changes', async ({
  office,
}) => {
  const page = await office.newPage();
  await signIn(page, 'superadmin', '/admin');
  await waitForSaved(page);

  await test.step('a rate of a client is raised: the sessions that change are counted before', async () => {
    await page.goto('/clients?search=copperline');
    await page
      .getByRole('grid', { name: 'Clients', exact: true })
      .getByText('Copperline Charter Schools')
      .click();
    await page.getByRole('tab', { name: 'Rates' }).click();
    const all = page.getByRole('grid', { name: 'All rates' });
    const own = all
      .getByRole('row')
      .filter({ hasText: 'Copperline Charter Schools' })
      .filter({ hasText: 'Occupational Therapy' })
      .filter({ hasText: 'Individual' });
    await own.click();
    const form = page.getByRole('form', { name: 'Edit rate' });
    await form.getByLabel('Hourly rate (dollars)').fill('300');
    await form.getByRole('button', { name: 'Preview unbilled sessions' }).click();
    const found = form.getByText(/unbilled sessions? changes?: \$[\d,.]+ becomes \$[\d,.]+ \(\+\$/);
    await expect(found).toBeVisible({ timeout: 20_000 });
    await form.getByText(/^(The first \d+ sessions|Sessions)$/).click();
    const sessions = form.getByRole('list', { name: 'Sessions that change' });
    await expect(sessions.getByText('→').first()).toBeVisible();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(own.getByText('$300.00')).toBeVisible();
  });

  await test.step('a default of a service applies where nothing else does, and says so', async () => {
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Rates of regions and services' }).click();
    const applied = page.getByRole('grid', { name: 'Rates that apply' });
    await expect(applied.getByText(/^Service default for/).first()).toBeVisible();
  });

  await test.step('a condition is added for a client in its Billing tab', async () => {
    await page.goto('/clients?search=copperline');
    await page
      .getByRole('grid', { name: 'Clients', exact: true })
      .getByText('Copperline Charter Schools')
      .click();
    await page.getByRole('tab', { name: 'Billing' }).click();
    const today = page.getByRole('grid', { name: 'Conditions that apply today' });
    await today.getByText('Authorization required').click();
    const form = page.getByRole('form', { name: 'New condition' });
    await form.getByLabel('Note').fill('Asked for by the district.');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(
      today.getByText("Billed only within the dates of a student's assigned service."),
    ).toBeVisible();
  });

  await test.step('it is listed in Admin, and archived there', async () => {
    await page.goto('/admin/billing-conditions?search=copperline');
    const list = page.getByRole('grid', { name: 'Billing conditions' });
    const row = list.getByRole('row').filter({ hasText: 'Authorization required' });
    await row.getByRole('button', { name: /^Archive/ }).click();
    const confirm = page.getByRole('button', { name: 'CONFIRM' });
    await confirm.click();
    // The list behind the question has no rows for anybody until it is answered.
    await expect(confirm).toBeHidden();
    await expect(row).toHaveCount(0);
    await page.goto('/admin/billing-conditions?search=copperline&show=archived');
    await expect(row).toHaveCount(1);
  });
});
