import { expect, openSignedIn, test } from './fixtures.ts';

test('a provider is offered to install the app on the phone, and declines', async ({ phone }) => {
  const page = await openSignedIn(phone, 'provider');
  const install = page.getByRole('button', { name: 'Install app' });
  await expect(install).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(install).toBeHidden();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Install app' })).toBeVisible();
});
