import { expect, fillLogin, signIn, test, waitForSaved } from './fixtures.ts';

test('a super admin changes a role and locks an account, and the audit log says so', async ({
  office,
  server,
  reports,
}) => {
  const lead = await server.as('lead');
  const { user_id } = lead.signIn;
  const page = await office.newPage();
  await signIn(page, 'superadmin', '/admin/users');
  await waitForSaved(page);
  const users = page.getByRole('grid', { name: 'Users' });

  await test.step('an email is found, and its row opens the page', async () => {
    await page.getByLabel('Search').fill(lead.signIn.email);
    // The list settles with what was found.
    await expect(users.getByRole('row')).toHaveCount(2);
    await users.getByText(lead.signIn.email).click();
    await expect(page).toHaveURL(`/admin/users/${user_id}`);
    // The heading, the login of this story, and the one that the demo has.
    await expect(page.getByRole('table', { name: 'Recent logins' }).getByRole('row')).toHaveCount(3);
  });

  await test.step('a new role and grant count with the next call', async () => {
    await expect(lead.call('user.list')).rejects.toMatchObject({ code: 'access.denied' });
    await page.getByRole('button', { name: 'Edit role and grants' }).click();
    const form = page.getByRole('form', { name: 'Edit role and grants' });
    await form.getByLabel('Role', { exact: true }).selectOption('Admin');
    await form.getByRole('checkbox', { name: 'Payroll' }).click();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Admin', { exact: true })).toBeVisible();
    expect((await lead.call('user.list')).length).toBeGreaterThan(0);
  });

  await test.step('a locked person is logged out, and logs in again once unlocked', async () => {
    await page.getByRole('button', { name: 'Lock account' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Nothing is lost');
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page.getByText('Locked', { exact: true })).toBeVisible();
    await expect(lead.call('user.list')).rejects.toMatchObject({ code: 'auth.signed-out' });
    await page.getByRole('button', { name: 'Unlock account' }).click();
    await page.getByRole('button', { name: 'CONFIRM' }).click();
    await expect(page.getByRole('button', { name: 'Lock account' })).toBeVisible();
    expect((await server.as('lead')).signIn.auth).toBe('1');
  });

  await test.step('the audit log has what changed from what to what', async () => {
    await page.goto(`/admin/audit?person=${user_id}&kind=changed`);
    const log = page.getByRole('grid', { name: 'Audit log' });
    await log.getByText('Role: Service Lead → Admin; Grants: None → Payroll').click();
    const table = page.getByRole('table', { name: 'What changed' });
    await expect(table.getByRole('row', { name: 'Role Service Lead Admin' })).toBeVisible();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(log.getByRole('row')).toHaveCount(4);
  });

  await test.step('an invited person chooses a role from those of the office', async () => {
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Invite user' }).click();
    const form = page.getByRole('form', { name: 'Invite user' });
    await form.getByLabel('User name').fill('ines.alder');
    await form.getByLabel('Email').fill('ines.alder@demo.caseload.example');
    await form.getByLabel('Role', { exact: true }).selectOption('Admin');
    await form.getByLabel('Employment type').selectOption('Contractor');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await users.getByText('Ines Alder', { exact: true }).click();
    await expect(page.getByRole('button', { name: 'Send invitation again' })).toBeVisible();
    await expect(page.getByText('Invited', { exact: true })).toBeVisible();
  });

  await test.step('an admin finds no super admin', async () => {
    reports.expect(/404/);
    const other = await office.browser()?.newContext({ baseURL: server.address });
    if (other === undefined) throw new Error('no browser');
    const desk = await other.newPage();
    await desk.goto('/admin/users');
    await fillLogin(desk, 'admin');
    await expect(desk.getByRole('grid', { name: 'Users' })).toBeVisible({ timeout: 30_000 });
    await desk.getByLabel('Search').fill('superadmin@');
    await expect(desk.getByText('Clear the filters, or choose All')).toBeVisible();
    await other.close();
  });
});
