import { readFile } from 'node:fs/promises';
import { expect, signIn, test, waitForSaved } from './fixtures.ts';

test('the office adds a region with a sub-region, archives both, and reads them offline', async ({
  office,
  reports,
}) => {
  const page = await office.newPage();
  await signIn(page, 'admin', '/admin/');
  await waitForSaved(page);
  await page.getByRole('link', { name: /Services, regions, and locations/ }).click();
  const regions = page.getByRole('grid', { name: 'Regions', exact: true });
  const save = (name: string) =>
    page.getByRole('form', { name }).getByRole('button', { name: 'Save', exact: true });

  await test.step('a region', async () => {
    await page.getByRole('button', { name: 'Add region' }).click();
    await page.getByLabel('Name').fill('Kern Plateau');
    await page.getByLabel('Region number').fill('14');
    await save('New region').click();
    await expect(regions.getByRole('row', { name: /Kern Plateau/ })).toContainText('14');
  });

  await test.step('a sub-region of it, which keeps the region from being deleted', async () => {
    await page.getByRole('tab', { name: 'Sub-regions' }).click();
    await page.getByRole('button', { name: 'Add sub-region' }).click();
    await page.getByLabel('Region', { exact: true }).selectOption('Kern Plateau');
    await page.getByLabel('Name').fill('Walker Pass');
    await save('New sub-region').click();
    await page.getByLabel('Search').fill('kern');
    await expect(page.getByRole('row', { name: /Walker Pass/ })).toContainText('Kern Plateau');

    await page.getByRole('tab', { name: 'Regions', exact: true }).click();
    await regions.getByTitle('Kern Plateau').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText("can't be deleted. 1 sub-region uses it")).toBeVisible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('form').getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('archived, it is found where archived ones are', async () => {
    await page.getByRole('button', { name: 'Archive Kern Plateau, 14' }).click();
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(regions.getByTitle('Kern Plateau')).toHaveCount(0);
    await page.getByLabel('Show', { exact: true }).selectOption('Archived');
    await expect(regions.getByRole('row', { name: /Kern Plateau/ })).toContainText('Archived');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.split(/\r?\n/)[0]?.replace('\uFEFF', '')).toBe('Name,Region number,Archived');
    expect(file).toContain('Kern Plateau,14,Yes');
  });

  await test.step('offline the last answer is read', async () => {
    reports.expect(/net::ERR_INTERNET_DISCONNECTED/);
    await office.setOffline(true);
    await page.goto('/admin/regions?show=archived');
    await expect(regions.getByRole('row', { name: /Kern Plateau/ })).toBeVisible();
  });
});
