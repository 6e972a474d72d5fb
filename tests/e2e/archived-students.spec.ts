import { fullName } from '#domain/students/student-name.ts';
import { expect, noticeNetwork, signIn, test, waitForSaved, waitForWorker, wide } from './fixtures.ts';

test('an admin opens a student who was archived years ago, and restores the student', async ({
  browser,
  server,
  network,
  reports,
}) => {
  const admin = await server.as('admin');
  const archived = await admin.call('student.list-archived', { query: {} });
  const dayOf = ({ archived_on }: (typeof archived)[number]) => archived_on ?? '';
  const [first] = archived.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)));
  if (first === undefined) throw new Error('There are no archived students.');
  const { id, first_name, last_name } = first;
  const name = fullName(first);
  const row = { name: new RegExp(`${last_name}, ${first_name}`) };
  const context = await browser.newContext({ ...wide, baseURL: network.address });
  reports.watch(context);
  const page = await context.newPage();
  await signIn(page, 'admin');
  await waitForSaved(page);
  await waitForWorker(page);

  await test.step('offline the page says that it needs a connection, and the list since when it knows', async () => {
    network.cutOff();
    await page.goto(`/archived/students/info/${id}`);
    await expect(page.getByText('Not on this device. It opens when you are online.')).toBeVisible();
    await page.goto('/archived/students');
    await expect(page.getByText(/This list has students archived since/)).toBeVisible();
    await expect(page.getByRole('row', row)).toBeHidden();
  });

  await test.step('online the command palette finds the student, and the page opens', async () => {
    network.comeBack();
    await noticeNetwork(page);
    await expect(page.getByRole('row', row)).toBeVisible();
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('dialog').getByRole('combobox').fill(name);
    await page.getByRole('option', { name: new RegExp(`${name}.*Archived`) }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/archived/students/info/${id}`));
  });

  await test.step('restored, the student is among the active ones, also offline', async () => {
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    network.cutOff();
    await page.goto(`/students?search=${encodeURIComponent(last_name)}`);
    await expect(page.getByRole('row', row).first()).toBeVisible();
  });
});
