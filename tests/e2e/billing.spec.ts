import { expect, signIn, test, waitForSaved } from './fixtures.ts';

test('a month is billed: from the figures to an invoice, a payment, and QuickBooks', async ({ office }) => {
  test.setTimeout(120_000);
  const page = await office.newPage();
  await signIn(page, 'superadmin', '/billing/clients');
  await waitForSaved(page);

  await test.step('a figure says why, and its row opens the sessions', async () => {
    const clients = page.getByRole('grid', { name: 'Client Billing' });
    const family = clients.getByRole('row').filter({ hasText: 'Adeyemi Family' });
    await family
      .getByRole('button', { name: /why this number/ })
      .first()
      .click();
    const why = page.getByRole('dialog', { name: 'Why this number' });
    await expect(why.getByText(/, 20\d\d–20\d\d, \$\d+\.\d\d an hour: \d+ lines?, /).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await family.getByText('Adeyemi Family').click();
    await expect(page).toHaveURL(/\/billing\?.*client=/);
    const lines = page.getByRole('table', { name: 'Billing lines' });
    await expect(lines.getByText('To invoice').first()).toBeVisible();
  });

  await test.step('a draft is created, sent, and paid', async () => {
    await page.getByRole('link', { name: 'Invoices', exact: true }).click();
    await page.getByRole('link', { name: 'Create invoices' }).click();
    const clients = page.getByRole('grid', { name: 'Clients to invoice' });
    await clients.getByRole('checkbox', { name: /Adeyemi Family/ }).click();
    await page.getByRole('button', { name: /^Create( |$)/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Create( |$)/ }).click();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await clients.getByRole('link', { name: 'Open draft' }).click();
    await expect(page.getByRole('heading', { name: 'Draft invoice' })).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Mark as sent' }).click();
    await expect(page.getByRole('heading', { name: /^Invoice INV-20\d\d-\d{5}$/ })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Record payment' })).toBeHidden();
    await expect(page.getByRole('table', { name: 'Summary of the invoice' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Lines of the invoice' })).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.getByRole('button', { name: 'Record payment' }).click();
    await page.getByRole('form').getByLabel('Reference').fill('10432');
    await page.getByRole('form').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('list', { name: 'Payments' })).toContainText('Check 10432');
  });

  await test.step('a line is credited with a reason', async () => {
    await page.getByRole('button', { name: 'Credit…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Credit INV/ });
    await dialog.getByRole('checkbox').nth(1).click();
    await dialog.getByLabel('Reason').fill('Disputed by the family.');
    await dialog.getByRole('button', { name: 'Issue credit note' }).click();
    await expect(page.getByText(/\(credited with CR-20\d\d-\d{5}\)/)).toBeVisible();
  });

  await test.step('QuickBooks gets it in a batch', async () => {
    await page.goto('/billing/quickbooks');
    await expect(page.getByRole('grid', { name: 'To export' }).getByText('Adeyemi Family')).toHaveCount(2);
    await page.getByRole('button', { name: 'Create batch' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create batch' }).click();
    await expect(page.getByText('Everything is exported')).toBeVisible();
    await page
      .getByRole('button', { name: /^Download batch/ })
      .first()
      .click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Journal entries (CSV)' }).click();
    expect((await download).suggestedFilename()).toMatch(/^quickbooks-journal-.*\.csv$/);
  });
});
