import { readFile } from 'node:fs/promises';
import { DOUBLE_TAP_MS } from '#ui/double-tap.ts';
import { workbookFile } from '#ui/workbook.ts';
import { expect, signIn, test, wide } from './fixtures.ts';

const CLIENTS =
  'Name;District;Contract start\r\nAlder School;Alder District;7/1/2025\r\nAlder District;;45839\r\n';
const STUDENTS = {
  name: 'Caseload',
  head: ['Student Name', 'SIS ID', 'DOB', 'School District', 'Office notes'],
  rows: [
    ['Quillfeather, Nia', 'A-1', { day: '2016-09-05' }, 'Alder School', '=1+1'],
    ['Quillfeather, Obi', 'A-2', { day: '2017-01-31' }, 'Alder School', ''],
    ['Quillfeather, Una', 'A-3', { day: '2018-01-31' }, 'Elsewhere School', ''],
  ],
} as const;

test('an office moves in with a CSV file and a workbook, and takes an import back', async ({
  office,
  server,
}) => {
  const admin = await server.as('superadmin');
  const page = await office.newPage();
  // It appears where "Check" was pressed, and a person reads the check first.
  const pressImport = async (name: string) => {
    await page.waitForTimeout(DOUBLE_TAP_MS);
    await page.getByRole('button', { name }).click();
  };
  await signIn(page, 'superadmin', '/admin/import');

  await test.step('clients from a CSV file in Windows-1252, with the district below its member', async () => {
    await page.getByRole('link', { name: 'Import clients' }).click();
    await page.getByLabel('File', { exact: true }).setInputFiles({
      ...{ name: 'clients.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(CLIENTS.replace('Alder School', 'Alder Séhool'), 'latin1'),
    });
    await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252');
    await page.getByRole('button', { name: 'Check 2 lines' }).click();
    await expect(page.getByText('2 new clients', { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 600, height: 900 });
    await expect(page.getByRole('heading', { name: 'Not available on a phone' })).toBeVisible();
    await expect(page.getByText('2 new clients', { exact: true })).toBeHidden();
    await page.setViewportSize(wide.viewport);
    await expect(page.getByText('2 new clients', { exact: true })).toBeVisible();
    await pressImport('Import 2 clients');
    await expect(page.getByText('2 clients added.')).toBeVisible();
    const clients = await admin.call('client.list-all');
    const school = clients.find(({ name }) => name === 'Alder Séhool');
    expect(school).toMatchObject({ district_name: 'Alder District', contract_start: '2025-07-01' });
  });

  await test.step('students from a workbook: a line with an error is downloaded', async () => {
    await expect(page.getByRole('link', { name: 'Next: schools' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to imports' }).click();
    await page.getByRole('link', { name: 'Import students' }).click();
    const file = workbookFile([
      {
        ...STUDENTS,
        rows: STUDENTS.rows.map((row) =>
          row.map((cell) => (cell === 'Alder School' ? 'Alder Séhool' : cell)),
        ),
      },
    ]);
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'students.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(file),
    });
    await page.getByLabel('Case manager').selectOption('Office notes');
    await page.getByRole('button', { name: 'Check 3 lines' }).click();
    await expect(page.getByText('2 new students · 1 with errors')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download lines with errors' }).click();
    const saved = await (await download).path();
    expect(await readFile(saved, 'utf8')).toMatch(
      /Quillfeather, Una.*Elsewhere School.*,4,.*no client is named/,
    );
    await pressImport('Import 2 students, skip 1 line with errors');
    await expect(page.getByText('2 students added, 1 line with errors left out.')).toBeVisible();
    const students = await admin.call('student.list');
    const nia = students.find(
      ({ first_name, last_name }) => `${last_name} ${first_name}` === 'Quillfeather Nia',
    );
    expect(nia?.date_of_birth).toBe('2016-09-05');
    const read = await admin.call('student.read', { params: { id: nia?.id ?? '' } });
    // Our own workbook put an apostrophe before the formula-like text; it goes away again.
    expect(read).toMatchObject({ case_manager: '=1+1', district_student_id: 'A-1' });
  });

  await test.step('the clients are in use, the students can be taken back', async () => {
    await page.getByRole('link', { name: 'Back to imports' }).click();
    const row = (name: string) =>
      page.getByRole('table', { name: 'Past imports' }).getByRole('row', { name });
    await row('clients.csv').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('dialog')).toContainText("2 records can't be undone.");
    await expect(page.getByRole('dialog')).toContainText('in use by a student.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await row('students.xlsx').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo 2 records' }).click();
    await expect(row('students.xlsx').getByText('Undone', { exact: true })).toBeVisible();
    const students = await admin.call('student.list');
    expect(students.filter(({ last_name }) => last_name === 'Quillfeather')).toEqual([]);
  });

  await test.step('the same file goes in again, with its columns remembered', async () => {
    await page.getByRole('link', { name: 'Import students' }).click();
    await page.getByLabel('File', { exact: true }).setInputFiles({
      ...{ name: 'students.csv', mimeType: 'text/csv' },
      buffer: Buffer.from('Student Name,SIS ID,Office notes\n"Quillfeather, Nia",A-1,later\n'),
    });
    await expect(page.getByLabel('Case manager')).toHaveValue('2');
    await page.getByRole('button', { name: 'Check 1 line' }).click();
    await pressImport('Import 1 student');
    await expect(page.getByText('1 student added.')).toBeVisible();
  });
});
