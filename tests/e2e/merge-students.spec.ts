import { randomUUID } from 'node:crypto';
import { fullName } from '#domain/students/student-name.ts';
import { firstStudentOf } from './day.ts';
import { expect, signIn, test, waitForSaved } from './fixtures.ts';

test('the office merges two records of one child, old addresses lead on, and it undoes the merge', async ({
  office,
  server,
}) => {
  const student = await firstStudentOf(await server.as('provider'));
  const admin = await server.as('admin');
  const id = randomUUID();
  await admin.call('student.create', {
    body: {
      ...{ id, first_name: student.first_name, last_name: student.last_name, grade: '', date_of_birth: null },
      ...{ home_language: student.home_language, qualifications: [], client: student.client, location: null },
      ...{ iep_annual_date: null, iep_triennial_date: null, district_student_id: 'D-4711', case_manager: '' },
      ...{ sex: '', street: '', city: '', state: '', zip: '' },
      ...{ payer: '', member_id: '', has_esy: false, consent_date: null, release_date: null },
    },
    write: { key: randomUUID(), base_version: 0 },
  });
  const page = await office.newPage();
  await signIn(page, 'admin', `/students/info/${id}`);
  await waitForSaved(page);

  await test.step('the other record is found by its name, and what moves is shown first', async () => {
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page
      .getByRole('button', { name: `Merge with ${fullName(student)}` })
      .first()
      .click();
    await page.getByRole('button', { name: 'Swap' }).click();
    await expect(page.getByText('The other record is empty.')).toBeVisible();
    const number = page.getByRole('radiogroup', { name: 'District student ID' });
    await expect(number.getByRole('radio', { name: 'D-4711' })).toBeVisible();
    await number.getByRole('radio', { name: 'D-4711' }).click();
  });

  await test.step('merged, the record that stays opens, and the old address leads to it', async () => {
    await page.getByRole('button', { name: 'Merge records' }).click();
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page).toHaveURL(new RegExp(`/students/info/${student.id}`));
    await expect(page.getByText('D-4711')).toBeVisible();
    await page.goto(`/students/info/${id}`);
    await expect(page).toHaveURL(new RegExp(`/students/info/${student.id}`));
    await page.goto(`/archived/students/info/${id}`);
    await expect(page.getByText(/Merged into/).first()).toBeVisible();
    await page.getByRole('link', { name: fullName(student) }).click();
    await expect(page).toHaveURL(new RegExp(`/students/info/${student.id}`));
  });

  await test.step('undone, both are back', async () => {
    await page.getByRole('button', { name: 'Undo merge' }).click();
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page.getByText('Merge undone')).toBeVisible();
    await page.goto(`/students/info/${id}`);
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/students/info/${id}`));
  });
});
