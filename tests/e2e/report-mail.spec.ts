import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, signIn, test } from './fixtures.ts';

/** The file that is attached to the newest mail about a report; null while there is none. */
async function attachedFile(dataDir: string, subject: string): Promise<Buffer | null> {
  const folder = path.join(dataDir, 'mail');
  const names = (await readdir(folder).catch((): string[] => [])).sort().reverse();
  for (const name of names) {
    const mail = await readFile(path.join(folder, name), 'utf8');
    if (!mail.includes(`Subject: ${subject}`)) continue;
    const encoded = /filename="?[\w-]+\.xlsx"?[\s\S]*?\n\n([A-Za-z0-9+/=\n]+)/.exec(mail)?.[1];
    return encoded === undefined ? null : Buffer.from(encoded.replaceAll('\n', ''), 'base64');
  }
  return null;
}

test('a report is scheduled from its Export menu, sent now, and arrives as a workbook', async ({
  office,
  server,
}) => {
  const page = await office.newPage();
  await signIn(page, 'admin', '/reports/cancellations');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Send by email…' }).click();
  const form = page.getByRole('form', { name: 'Send by email' });
  await form.getByLabel('Name').fill('Cancellations for the office');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByText('Choose at least one person.')).toBeVisible();
  await form.getByLabel('Recipients').click();
  await page.getByPlaceholder('Search people').fill('Ellery');
  await page.getByRole('option', { name: 'Marcus Ellery' }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toHaveCount(0);

  await page.goto('/reports/schedules');
  await page.getByRole('button', { name: 'Send Cancellations for the office now' }).click();
  await expect(page.getByText('Sending to 1 person')).toBeVisible();
  await expect.poll(() => attachedFile(server.dataDir, 'Cancellations')).not.toBeNull();
  const parts = unzipSync(new Uint8Array((await attachedFile(server.dataDir, 'Cancellations')) ?? []));
  expect(Object.keys(parts).filter((name) => name.startsWith('xl/worksheets/'))).toHaveLength(3);
  expect(strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('Attendance');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('row', { name: /Cancellations for the office/ })).toContainText(
    'Sent to 1 person',
  );
});
