import { expect, openSignedIn, test } from './fixtures.ts';

test('a provider is offered the installation on the phone, and puts it off', async ({ phone }) => {
  const page = await openSignedIn(phone, 'provider');
  const install = page.getByRole('button', { name: 'Install app' });
  await expect(install).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(install).toBeHidden();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Install app' })).toBeVisible();
});
