import { readFile } from 'node:fs/promises';
import { expect, signIn, test, waitForSaved, waitForWorker } from './fixtures.ts';

test('the office adds a client, archives it instead of losing it, and reads it offline', async ({
  office,
  reports,
}) => {
  const page = await office.newPage();
  await signIn(page, 'superadmin', '/clients');
  await waitForSaved(page);
  await waitForWorker(page);
  const clients = page.getByRole('grid', { name: 'Clients', exact: true });

  await test.step('a new client opens once it is saved', async () => {
    await page.getByRole('button', { name: 'Add client' }).click();
    const form = page.getByRole('form', { name: 'New client' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Lantern Hill Academy');
    await form.getByRole('button', { name: 'Add contact' }).click();
    await form.getByRole('group', { name: 'Contact 1' }).getByLabel('Name').fill('Noor Haddad');
    await form.getByLabel('Contract cap (dollars)').fill('$120,000');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/clients\/info\/[0-9a-f-]+\/lantern-hill-academy/);
    await expect(page.getByRole('heading', { name: 'Lantern Hill Academy' })).toBeVisible();
    await expect(page.getByText('Noor Haddad')).toBeVisible();
    await page.getByRole('tab', { name: 'Billing' }).click();
    await expect(page.getByText('$120,000.00')).toBeVisible();
  });

  await test.step('it opens in Admin too', async () => {
    await page.getByRole('button', { name: 'Admin login' }).click();
    await expect(page).toHaveURL(/\/admin\/clients\//);
    await expect(page.getByRole('heading', { name: 'Lantern Hill Academy' })).toBeVisible();
    await page.goBack();
  });

  await test.step('deactivated, it is among the archived ones', async () => {
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Confirmation - Deactivate' })).toBeVisible();
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page.getByText('Deactivated', { exact: true })).toBeVisible();
    await page.goto('/clients/archived');
    await page.getByRole('grid', { name: 'Archived Clients' }).getByText('Lantern Hill Academy').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page).toHaveURL('/clients');
  });

  await test.step('a district with students is archived instead, as the dialog says before', async () => {
    await page.getByLabel('Search').fill('copperline');
    // Header, the one found, and the total.
    await expect(clients.getByRole('row')).toHaveCount(3);
    await clients.getByText('Copperline Charter Schools').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('It will be archived instead.');
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page).toHaveURL('/clients');
    await page.goto('/clients/archived');
    const archived = page.getByRole('grid', { name: 'Archived Clients' });
    await expect(archived.getByText('Copperline Charter Schools')).toBeVisible();
  });

  await test.step('the list is taken along as a file, and read offline', async () => {
    await page.goto('/clients?search=redbark');
    await expect(clients.getByText('Redbark Valley Unified School District').first()).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.split(/\r?\n/)[0]).toContain(
      'Name,District,Services,Regions,Region numbers,Manager,Students',
    );
    reports.expect(/net::ERR_INTERNET_DISCONNECTED/);
    await office.setOffline(true);
    await page.reload();
    await expect(page.getByText('Showing the last data we received.')).toBeVisible();
    await expect(clients.getByText('Redbark Valley Unified School District').first()).toBeVisible();
    await office.setOffline(false);
  });
});

test('a service lead opens clients of their services, without contract and archive', async ({
  office,
  reports,
}) => {
  reports.expect(/status of 40[34]/);
  const page = await office.newPage();
  await signIn(page, 'lead', '/clients');
  await waitForSaved(page);
  await page.getByRole('grid', { name: 'Clients' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('tab', { name: 'Students' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Billing' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Admin login' })).toHaveCount(0);
  await page.goto('/clients/archived');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('the office sets a rate for a client and drafts the next year from it', async ({ office }) => {
  const page = await office.newPage();
  await signIn(page, 'superadmin', '/clients?search=lopez');
  await page.getByRole('grid', { name: 'Clients', exact: true }).getByText('Lopez Family').click();
  await page.getByRole('tab', { name: 'Rates' }).click();
  const applied = page.getByRole('grid', { name: 'Rates that apply' });
  const all = page.getByRole('grid', { name: 'All rates' });

  await page.getByRole('button', { name: 'Add rate' }).click();
  const form = page.getByRole('form', { name: /^New rate for / });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByText('Choose a service.')).toBeVisible();
  await form.getByLabel('Service').selectOption({ label: 'Occupational Therapy' });
  await form.getByLabel('Hourly rate (dollars)').fill('101.25');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  const row = applied.getByRole('row').filter({ hasText: '$101.25' });
  await expect(row).toContainText('Client rate for');

  await page.getByRole('button', { name: "Create next year's rates" }).click();
  await page.getByLabel('Change (percent)').fill('4');
  await page.getByRole('button', { name: 'Create drafts' }).click();
  // $101.25 and 4 %.
  const draft = all.getByRole('row').filter({ hasText: '$105.30' });
  await draft.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('button', { name: 'Activate rate' }).click();
  await expect(draft).toContainText('Active');
  await expect(applied.getByRole('row').filter({ hasText: '$105.30' })).toBeVisible();
});
