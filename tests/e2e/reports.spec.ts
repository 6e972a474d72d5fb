import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, signIn, syncStatus, test, waitForSaved, waitForWorker } from './fixtures.ts';

test('a report is filtered, saved as a view, and found again offline, on paper and in Excel', async ({
  office,
  reports,
}) => {
  const page = await office.newPage();
  await signIn(page, 'superadmin', '/payroll/durations');
  await waitForSaved(page);
  await waitForWorker(page);
  const table = page.getByRole('table', { name: 'Changed durations' });
  const rows = table.getByRole('row');

  await test.step('filters, columns, and sorting are saved as a view', async () => {
    await expect(page.getByText('Up to date: all devices have synced.')).toBeVisible();
    const pending = Number(await table.getAttribute('aria-rowcount'));
    await page.getByLabel('Status').selectOption('All');
    await expect.poll(async () => Number(await table.getAttribute('aria-rowcount'))).toBeGreaterThan(pending);
    const all = Number(await table.getAttribute('aria-rowcount'));
    await page.getByLabel('Status').selectOption('Approved');
    await expect.poll(async () => Number(await table.getAttribute('aria-rowcount'))).toBeLessThan(all);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Reason' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Minutes', exact: true }).click();
    await expect(table.getByRole('columnheader', { name: 'Minutes' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('View name').fill('To review');
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByText('View saved on this device')).toBeVisible();
  });
  const shown = await rows.nth(1).innerText();
  const count = Number(await table.getAttribute('aria-rowcount'));

  await test.step('offline the view restores them', async () => {
    reports.expect(/net::ERR_INTERNET_DISCONNECTED/);
    await office.setOffline(true);
    await page.goto('/payroll/durations');
    await expect(syncStatus(page)).toHaveText('Offline');
    await expect(page.getByText(/can't tell if other devices have unsynced changes/)).toBeVisible();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'To review', exact: true }).click();
    await expect(page).toHaveURL(/status=approved/);
    await expect(table).toHaveAttribute('aria-rowcount', String(count));
    await expect(table.getByRole('columnheader', { name: 'Reason' })).toHaveCount(0);
    expect(await rows.nth(1).innerText()).toBe(shown);
  });

  await test.step('Excel opens all of its rows', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^changed-durations-.*\.xlsx$/);
    const parts = unzipSync(new Uint8Array(await readFile(await file.path())));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet.match(/<row /g)).toHaveLength(count);
    expect(sheet).toContain('Difference');
    expect(sheet).not.toContain('Reason');
    expect(strFromU8(parts['xl/worksheets/sheet2.xml'] ?? new Uint8Array())).toContain('Status: Approved');
  });

  await test.step('so does paper', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(page.locator('[data-slot="printed-rows"] tr')).toHaveCount(count);
  });
  await office.setOffline(false);

  await test.step('two are approved together, with a preview before and a summary after', async () => {
    await expect(syncStatus(page)).toHaveText('All changes synced', { timeout: 30_000 });
    await page.getByLabel('Status').selectOption('Pending');
    await expect(rows.nth(1)).toContainText('Pending');
    const pending = Number(await table.getAttribute('aria-rowcount'));
    for (const row of [rows.nth(1), rows.nth(2)]) await row.getByRole('checkbox').click();
    const name = 'Approve 2 changed durations';
    const selected = page.getByRole('region', { name: 'Selected rows' });
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('View name').fill('Two selected');
    await page.getByRole('button', { name: 'Save view' }).click();
    const toast = await page.locator('[data-sonner-toast]').boundingBox();
    const bar = await selected.boundingBox();
    expect((toast?.y ?? 0) + (toast?.height ?? 0), 'the message is above the actions').toBeLessThanOrEqual(
      bar?.y ?? 0,
    );
    await selected.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toContainText('Pay and billing change from');
    await dialog.getByRole('button', { name }).click();
    await expect(dialog.getByText('Approved: 2 changed durations')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(table).toHaveAttribute('aria-rowcount', String(pending - 2));
  });
});
