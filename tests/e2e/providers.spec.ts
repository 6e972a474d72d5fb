import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, signIn, syncStatus, test, waitForSaved } from './fixtures.ts';

const EMAIL = 'nadia.okafor@demo.caseload.example';
const PASSWORD = 'four quiet purple otters';

/** The link in the newest email to an address, on this server; the text is wrapped for email. */
async function linkMailedTo(dataDir: string, email: string): Promise<string> {
  const folder = path.join(dataDir, 'mail');
  for (const name of (await readdir(folder).catch(() => [])).sort().reverse()) {
    const mail = (await readFile(path.join(folder, name), 'utf8')).replace(/=\n/g, '').replaceAll('=3D', '=');
    const link = /\/password-reset-confirm\/\?token=[\w%-]+/.exec(mail)?.[0];
    if (mail.includes(`To: ${email}`) && link !== undefined) return link;
  }
  return '';
}

test('the office adds a provider, who accepts the invitation, and ends and restores their access', async ({
  office,
  server,
  browser,
  reports,
}) => {
  const page = await office.newPage();
  await signIn(page, 'superadmin', '/providers');
  await waitForSaved(page);

  await test.step('a new provider opens once they are saved', async () => {
    await page.getByRole('button', { name: 'Add provider' }).click();
    const form = page.getByRole('form', { name: 'New provider' });
    await form.getByLabel('First name').fill('Nadia');
    await form.getByLabel('Last name').fill('Okafor');
    await form.getByLabel('Email').fill(EMAIL);
    await form.getByLabel('User name').fill('nadia.okafor');
    await form.getByLabel('Employment type').selectOption('contractor');
    await form.getByLabel('NPI').fill('1234567890');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByText(/An NPI has 10 digits/)).toBeVisible();
    await form.getByLabel('NPI').fill('1234567893');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/providers\/info\/[0-9a-f-]+/);
    await expect(page.getByRole('heading', { name: 'Nadia Okafor' })).toBeVisible();
    await expect(page.getByText('1234567893')).toBeVisible();
  });

  const own = await browser.newContext();
  reports.watch(own);
  const theirs = await own.newPage();
  await test.step('they choose a password by the emailed link, and log in', async () => {
    await expect.poll(() => linkMailedTo(server.dataDir, EMAIL)).not.toBe('');
    const origin = new URL(page.url()).origin;
    await theirs.goto(`${origin}${await linkMailedTo(server.dataDir, EMAIL)}`);
    await theirs.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Set password' }).click();
    await theirs.getByRole('link', { name: 'Log in' }).click();
    await theirs.getByLabel('Email').fill(EMAIL);
    await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(syncStatus(theirs)).toBeVisible({ timeout: 30_000 });
  });

  await test.step('their pay is entered', async () => {
    await page.getByRole('tab', { name: 'Rates' }).click();
    await page.getByRole('button', { name: 'Add pay rate' }).click();
    const form = page.getByRole('form', { name: 'New pay rate' });
    await form.getByLabel('Service').selectOption({ label: 'Occupational Therapy' });
    await form.getByLabel('Hourly pay (dollars)').fill('62.50');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('grid', { name: 'Pay rates' }).getByText('$62.50')).toBeVisible();
  });

  await test.step('deactivated, they are archived and logged out', async () => {
    reports.expect(/status of 401/);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirmation - Deactivate' });
    await expect(dialog).toContainText('They have no open work.');
    await dialog.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page.getByText('Deactivated', { exact: true })).toBeVisible();
    await theirs.reload();
    await expect(theirs).toHaveURL(/\/login/, { timeout: 30_000 });
    await page.goto('/providers/archived');
    await page.getByRole('grid', { name: 'Archived Providers' }).getByText('Nadia Okafor').click();
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
  });
  await own.close();
});

test('a supervisor reads the team, without employment, pay, and archive', async ({ office, reports }) => {
  reports.expect(/status of 40[34]/);
  const page = await office.newPage();
  await signIn(page, 'supervisor', '/providers');
  await waitForSaved(page);
  await page.getByLabel('Role').selectOption('Provider');
  await page.getByRole('grid', { name: 'Providers' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('tab', { name: 'Students' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Rates' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveCount(0);
  await expect(page.getByText('Employment type')).toHaveCount(0);
  await page.goto('/providers/archived');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
