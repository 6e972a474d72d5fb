import { expect, signIn, test, waitForSaved } from './fixtures.ts';

test('terms are agreed with a client, and a rate shows which unbilled sessions it changes', async ({
  office,
}) => {
  const page = await office.newPage();
  await signIn(page, 'superadmin', '/admin');
  await waitForSaved(page);

  await test.step('a default of a service is raised: the sessions that change are counted before', async () => {
    await page.getByRole('link', { name: 'Rates of regions and services' }).click();
    await page.getByRole('grid', { name: 'All rates' }).getByText('Physical Therapy').first().click();
    const form = page.getByRole('form', { name: 'Edit rate' });
    await form.getByLabel('Hourly rate (dollars)').fill('300');
    await form.getByRole('button', { name: 'Preview unbilled sessions' }).click();
    await expect(
      form.getByText(/[\d,]+ unbilled sessions change: \$[\d,.]+ becomes \$[\d,.]+ \(\+\$/),
    ).toBeVisible({ timeout: 20_000 });
    await form
      .getByText(/sessions$/i)
      .last()
      .click();
    await expect(
      form
        .getByRole('list', { name: 'Sessions that change' })
        .getByText('$300')
        .or(form.getByRole('list', { name: 'Sessions that change' }).getByText('→').first())
        .first(),
    ).toBeVisible();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('grid', { name: 'All rates' }).getByText('$300.00')).toBeVisible();
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
    const form = page.getByRole('form', { name: 'New billing condition' });
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
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(row).toHaveCount(0);
    await page.goto('/admin/billing-conditions?search=copperline&show=archived');
    await expect(row).toHaveCount(1);
  });
});
