import { expect, signIn, test, waitForSaved, wide } from './fixtures.ts';

test('two admins edit one client: the later one sees what changed, and decides', async ({
  office,
  browser,
  server,
  reports,
}) => {
  // The refused save.
  reports.expect(/412/);
  const context = await browser.newContext({ ...wide, baseURL: server.address });
  reports.watch(context);
  const first = await office.newPage();
  const second = await context.newPage();
  await signIn(first, 'superadmin', '/clients?search=copperline');
  await signIn(second, 'admin', '/clients?search=copperline');
  const opened = [];
  for (const page of [first, second]) {
    await waitForSaved(page);
    await page
      .getByRole('grid', { name: 'Clients', exact: true })
      .getByText('Copperline Charter')
      .first()
      .click();
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    opened.push(page.getByRole('form', { name: 'Edit client' }));
  }
  const [firstForm, secondForm] = opened as [(typeof opened)[0], (typeof opened)[0]];

  await test.step('the first one renames the client, and says that its notes need codes', async () => {
    await firstForm.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Copperline Schools');
    await firstForm.getByLabel('Notes need codes').click();
    await firstForm.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(first.getByRole('heading', { name: 'Copperline Schools' })).toBeVisible();
  });

  const dialog = second.getByRole('dialog', { name: 'Someone else changed this too' });
  await test.step('the second one is asked, goes back, and finds what was typed', async () => {
    await secondForm.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Copperline Charters');
    await secondForm.getByRole('button', { name: 'Add contact' }).click();
    await secondForm
      .getByRole('group', { name: /^Contact/ })
      .last()
      .getByLabel('Name')
      .fill('Noor Haddad');
    await secondForm.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toContainText('Changed by');
    await expect(dialog.getByRole('listitem')).toContainText('Notes need codes');
    await dialog.getByRole('button', { name: 'Back to the form' }).click();
    await expect(secondForm.getByRole('textbox', { name: 'Name', exact: true }).first()).toHaveValue(
      'Copperline Charters',
    );
  });

  await test.step('saved again, their name is taken, and the contact is added', async () => {
    await secondForm.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('radio', { name: /Theirs/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(second.getByText('Client saved')).toBeVisible();
    await expect(second.getByRole('heading', { name: 'Copperline Schools' })).toBeVisible();
    await expect(second.getByText('Noor Haddad')).toBeVisible();
  });
  await context.close();
});
