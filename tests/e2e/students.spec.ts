import type { Page } from '@playwright/test';
import { fullName } from '#domain/students/student-name.ts';
import { displayDay } from '#domain/time/pacific.ts';
import { addSession, entryOf, firstStudentOf, today } from './day.ts';
import {
  expect,
  noticeNetwork,
  openSignedIn,
  signIn,
  syncStatus,
  test,
  waitForSaved,
  waitForWorker,
  wide,
} from './fixtures.ts';

const form = (page: Page, name: string) => page.getByRole('form', { name });
const save = (page: Page, name: string) =>
  form(page, name).getByRole('button', { name: 'Save', exact: true }).click();

test("a provider works in a student's file offline; all of it reaches the office, and no one else", async ({
  browser,
  server,
  network,
  reports,
  office,
}) => {
  const provider = await server.as('provider');
  const student = await firstStudentOf(provider);
  const name = fullName(student);
  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  const page = await context.newPage();
  await signIn(page, 'provider');
  await waitForSaved(page);
  await waitForWorker(page);
  network.cutOff();

  await test.step('the list finds the student by part of the name, and the URL keeps the search', async () => {
    await page.getByRole('link', { name: 'My Students', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'My Students' })).toBeVisible();
    await page.getByLabel('Search').fill(`${student.first_name} ${student.last_name}`);
    await expect(page).toHaveURL(/search=/);
    await page.reload();
    await expect(page.getByLabel('Search')).toHaveValue(`${student.first_name} ${student.last_name}`);
    await page.getByRole('row', { name: new RegExp(`${student.last_name}, ${student.first_name}`) }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
  });

  await test.step('a parent', async () => {
    await page.getByRole('button', { name: 'Add parent' }).click();
    await form(page, 'New parent').getByLabel('First name').fill('Alma');
    await form(page, 'New parent').getByLabel('Phone').fill('ask the aunt');
    await save(page, 'New parent');
    await expect(form(page, 'New parent').getByText('This field is required.')).toBeVisible();
    await expect(form(page, 'New parent').getByText('Enter a valid phone number.')).toBeVisible();
    await form(page, 'New parent').getByLabel('Last name').fill('Offline');
    await form(page, 'New parent').getByLabel('Phone').fill('(555) 010-0134');
    await save(page, 'New parent');
    await expect(page.getByRole('link', { name: /^Call Alma Offline/ })).toHaveAttribute(
      'href',
      'tel:5550100134',
    );
  });

  await test.step('a note', async () => {
    await page.getByRole('tab', { name: 'Notes', exact: true }).click();
    await expect(page).toHaveURL(/tab=notes/);
    await page.getByRole('button', { name: 'Add note' }).first().click();
    await form(page, 'New note').getByLabel('Note', { exact: true }).fill('Left the hearing aid at home.');
    await save(page, 'New note');
    await expect(
      page.getByRole('list', { name: 'Notes' }).getByText('Left the hearing aid at home.'),
    ).toBeVisible();
  });

  await test.step('a goal is copied from the bank, changed, and archived', async () => {
    await page.getByRole('tab', { name: 'Goals' }).click();
    await page.getByRole('button', { name: 'Add goal' }).first().click();
    await form(page, 'New goal').getByLabel('From the goal bank').click();
    await page.getByRole('option').first().click();
    await expect(form(page, 'New goal').getByLabel('Goal', { exact: true })).not.toHaveValue('');
    await form(page, 'New goal').getByLabel('Target', { exact: true }).fill('9 of 10, offline');
    await form(page, 'New goal').getByLabel('Target date').fill('2001-01-01');
    await save(page, 'New goal');
    await expect(
      form(page, 'New goal').getByText("The target date can't be before the start date."),
    ).toBeVisible();
    await form(page, 'New goal').getByLabel('Target date').fill('');
    await save(page, 'New goal');
    const goal = page.getByRole('listitem').filter({ hasText: '9 of 10, offline' });
    await expect(goal.getByText('Saved on this device')).toBeVisible();
    await goal.getByRole('button', { name: /^Archive/ }).click();
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(goal).toBeHidden();
  });

  await network.comeBack();
  await noticeNetwork(page);
  await expect(syncStatus(page)).toHaveText('All changes synced', { timeout: 60_000 });

  const params = { id: student.id };
  const parents = await provider.call('parent.list', { params });
  expect(parents.filter(({ last_name }) => last_name === 'Offline')).toMatchObject([{ first_name: 'Alma' }]);
  const notes = await provider.call('student-note.list', { params });
  expect(notes.filter(({ note }) => note === 'Left the hearing aid at home.')).toHaveLength(1);
  const goals = await provider.call('goal.list', { params });
  expect(goals.filter(({ target }) => target === '9 of 10, offline')).toMatchObject([{ archived: true }]);

  await test.step('the office finds it, ends the service, and the student leaves the device', async () => {
    const desk = await office.newPage();
    await signIn(desk, 'admin');
    await waitForSaved(desk);
    await waitForWorker(desk);
    await desk.goto(`/students/info/${student.id}?tab=notes`);
    await expect(desk.getByText('Left the hearing aid at home.')).toBeVisible();
    const admin = await server.as('admin');
    for (const row of await admin.call('student-service.list', { params })) {
      await admin.call('student-service.delete', { params: { id: row.id } });
    }
    await expect(page.getByText('Page not found, or you')).toBeVisible({ timeout: 30_000 });
    await page.goto('/my-students');
    await expect(page.getByRole('heading', { name: 'My Students' })).toBeVisible();
    await expect(
      page.getByRole('row', { name: new RegExp(`${student.last_name}, ${student.first_name}`) }),
    ).toHaveCount(0);
  });
});

test('on a phone a student opens from a session, offline', async ({ phone, network, server }) => {
  const provider = await server.as('provider');
  const student = await firstStudentOf(provider);
  const [parent] = await provider.call('parent.list', { params: { id: student.id } });
  if (parent === undefined) throw new Error('The demo student has no parents.');
  const page = await openSignedIn(phone, 'provider');
  network.cutOff();
  await addSession(page, { students: [student], start: '17:10', notes: 'Phone in the corridor.' });
  await entryOf(page, '5:10 PM').getByRole('button').click();
  await page.getByRole('button', { name: 'Student details' }).click();
  const sheet = page.getByRole('dialog', { name: fullName(student) });
  await expect(sheet.getByText(fullName(parent)).first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Add note' }).first().click();
  await form(page, 'New note').getByLabel('Note', { exact: true }).fill('Written at the door.');
  await save(page, 'New note');
  await expect(sheet.getByText('Written at the door.')).toBeVisible();
  await expect(sheet.getByText(displayDay(today())).first()).toBeVisible();
});

test('the office maintains the bank and the codes: an entry, its translation, a file with line errors', async ({
  office,
  server,
}) => {
  const page = await office.newPage();
  await signIn(page, 'admin');
  await waitForSaved(page);
  await waitForWorker(page);
  await page.goto('/admin/soap-options');
  await page.getByRole('button', { name: 'Add goal' }).click();
  await form(page, 'New goal').getByLabel('Text').fill('Orders lunch with a full sentence.');
  await form(page, 'New goal').getByLabel('Spanish').fill('Pide el almuerzo con una frase completa.');
  await save(page, 'New goal');
  await expect(form(page, 'New goal')).toBeHidden();
  await page.getByLabel('Search').fill('almuerzo');
  const row = page.getByRole('row', { name: /^Orders lunch/ });
  await expect(row.getByText('Spanish')).toBeVisible();
  // The list settles with what was found.
  await expect(page.getByRole('grid', { name: 'Goals' }).getByRole('row')).toHaveCount(2);
  await row.getByRole('button', { name: /^Archive/ }).click();
  await page.getByRole('button', { name: 'CONFIRM' }).click();
  await expect(row).toBeHidden();
  await page.getByLabel('Search').fill('');

  await page.getByRole('tab', { name: 'DX codes' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import DX codes' });
  await page.getByLabel('File').setInputFiles({
    ...{ name: 'codes.csv', mimeType: 'text/csv' },
    // As an older Excel saves it.
    buffer: Buffer.from(
      'code;description\r\nZ99.89;Dependence on devices, caf\u00e9\r\nnonsense;x\r\n',
      'latin1',
    ),
  });
  await expect(dialog.getByText('1 new · 0 changed · 0 unchanged · 1 with errors')).toBeVisible();
  await expect(dialog.getByText(/^Line 3: NONSENSE isn't a valid ICD-10-CM code/)).toBeVisible();
  await expect(dialog.getByRole('cell', { name: 'Dependence on devices, café' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1 code, skip 1 line with errors' }).click();
  await expect(dialog).toBeHidden();
  await page.getByLabel('Search').fill('Z99.89');
  await expect(page.getByRole('row', { name: /Dependence on devices/ })).toBeVisible();
  const provider = await server.as('provider');
  const codes = await provider.call('dx-code.list');
  expect(codes.map(({ code }) => code)).toContain('Z99.89');
});

test('the office adds a student, is told of a similar one, and archives and restores the student', async ({
  office,
}) => {
  const page = await office.newPage();
  await signIn(page, 'admin', '/students');
  await waitForSaved(page);

  await test.step('a similar name is pointed out, and the new student opens once saved', async () => {
    await page.getByRole('button', { name: 'Add student' }).click();
    const fields = form(page, 'New student');
    await fields.getByLabel('First name').fill('Katarina');
    await fields.getByLabel('Last name').fill('Umberfield');
    // No phone has this screen, but a form that is open stays open.
    for (const width of [600, 820, wide.viewport.width]) {
      await page.setViewportSize({ width, height: wide.viewport.height });
      await expect(fields.getByLabel('Last name')).toHaveValue('Umberfield');
    }
    await save(page, 'New student');
    await expect(page).toHaveURL(/\/students\/info\/[0-9a-f-]+/);
    await expect(page.getByRole('heading', { level: 1, name: 'Katarina Umberfield' })).toBeVisible();
    await page.goto('/students');
    await page.getByRole('button', { name: 'Add student' }).click();
    await fields.getByLabel('First name').fill('Catarina');
    await fields.getByLabel('Last name').fill('Umberfeild');
    await expect(fields.getByText('Katarina Umberfield')).toBeVisible();
    await fields.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
  });

  await test.step('an IEP date in the past is announced in the list and on the page', async () => {
    await page.getByLabel('Search').fill('Umberfield');
    await page.getByRole('row', { name: /Umberfield, Katarina/ }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await form(page, 'Edit student').getByLabel('Annual IEP review').fill('2020-01-15');
    await save(page, 'Edit student');
    await expect(page.getByText(/days overdue$/)).toBeVisible();
    await page.getByRole('link', { name: 'Students', exact: true }).last().click();
    await expect(page.getByRole('row', { name: /Umberfield, Katarina/ })).toContainText('days overdue');
  });

  await test.step('archived, the student is among the archived ones, and comes back', async () => {
    await page.getByRole('row', { name: /Umberfield, Katarina/ }).click();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Confirmation - Archive' });
    await expect(dialog).toContainText('Recorded sessions and notes are kept.');
    await dialog.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page.getByText('Deactivated', { exact: true })).toBeVisible();
    await page.goto('/archived/students?search=Umberfield');
    await page.getByRole('row', { name: /Umberfield, Katarina/ }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
  });
});
