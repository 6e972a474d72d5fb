import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import type { UserFile } from '#contract/users.ts';
import { ROLES } from '#domain/access/roles.ts';
import { InviteUser } from '#features/users/invite-form.tsx';
import { sendInvitations } from '#features/users/send-invitations.ts';
import { UserInfo } from '#features/users/user-info.tsx';
import { users } from '#features/users/user-list.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const TESSA: UserFile = {
  ...{ id: uuidv7(), version: 3, name: 'Tessa Quill', username: 'tessa.quill', email: 'tessa@test.example' },
  full_name: 'Tessa Quill',
  ...{ role: ROLES.serviceLead, grants: ['payroll.view'], emp: 'w2_exempt', is_active: true },
  ...{
    is_provider: false,
    is_invited: false,
    invitation: null,
    has_second_factor: false,
    last_login_at: '2026-03-10T15:00:00.000Z',
  },
  ...{ open_logins: 2, unsynced: 3 },
};
const LOCKED: UserFile = {
  ...TESSA,
  ...{ id: uuidv7(), name: 'Omar Finch', username: 'omar.finch', email: 'omar@test.example' },
  ...{ is_active: false, open_logins: 0 },
};
const INVITED: UserFile = {
  ...TESSA,
  ...{ id: uuidv7(), name: 'Ines Alder', username: 'ines.alder', email: 'ines@test.example' },
  ...{ is_invited: true, last_login_at: null },
  invitation: { sent_at: '2026-03-02T17:00:00.000Z', expires_at: '2026-03-09T16:00:00.000Z' },
};
const NEVER_INVITED: UserFile = {
  ...INVITED,
  ...{ id: uuidv7(), name: 'Nora Vance', username: 'nora.vance', email: 'nora@test.example' },
  invitation: { sent_at: null, expires_at: null },
};
const LOGIN = {
  ...{ id: uuidv7(), user_id: TESSA.id, username: TESSA.username, ended_at: null },
  ...{ signed_in_at: '2026-03-10T15:00:00.000Z', last_seen_at: '2026-03-10T16:30:00.000Z' },
};

let device: TestDevice;
let user: UserFile;
let fault: Error | null;
/** Someone else was faster with this user. */
let refused: string | null;
let writes: { name: EndpointName; input: Record<string, unknown> }[];
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [user, fault, refused, writes] = [TESSA, null, null, []];
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function answer(name: EndpointName, input: object): unknown {
  if (fault !== null) throw fault;
  if (name === 'user.list') return [TESSA, LOCKED, INVITED, NEVER_INVITED];
  if (name === 'user.read') return user;
  if (name === 'auth.list-logins') return [LOGIN];
  const { params } = input as { params?: { id: string } };
  if (params !== undefined && params.id === refused) throw new ApiError('record.absent');
  writes.push({ name, input: input as Record<string, unknown> });
  if (name === 'user.set-active') user = { ...user, is_active: false, version: 4, open_logins: 0 };
  return undefined;
}

function show(content: React.ReactNode, { role = ROLES.superAdmin as string, self = uuidv7() } = {}) {
  const office = scriptedOffice(answer);
  const { workspace } = device;
  const profile = { user_id: self, provider_id: null, auth: role, grants: [], services: [] };
  const engine = { ...office.engine, refresh: async () => undefined };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      {content}
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return { user: userEvent.setup(), setReachable: office.setReachable };
}

async function openPage(reader: { role?: string; self?: string } = {}) {
  const shown = show(<UserInfo id={TESSA.id} back={null} notFound={<p>Page not found</p>} />, reader);
  await screen.findByRole('heading', { level: 1 });
  return shown;
}
const button = (name: string) => screen.queryByRole('button', { name });

describe('the list of users', () => {
  test('refuses to send an admin the invitations of admins and of people with grants', () => {
    const refusal = (one: UserFile, role: string) =>
      sendInvitations.refusal(one, {
        ...{ user_id: uuidv7(), provider_id: null, role, grants: [] },
        ...{
          service_ids: new Set<string>(),
          student_ids: new Set<string>(),
          supervisee_ids: new Set<string>(),
        },
      });
    const plain = { ...INVITED, grants: [] };
    expect(refusal(plain, ROLES.admin)).toBeNull();
    expect(refusal({ ...plain, role: ROLES.admin }, ROLES.admin)).toBe(
      'Only a super admin can invite an admin.',
    );
    expect(refusal(INVITED, ROLES.admin)).toBe('Only a super admin can invite someone with grants.');
    expect(refusal({ ...INVITED, role: ROLES.admin }, ROLES.superAdmin)).toBeNull();
  });

  test('shows who may log in, and the locked ones when asked for', async () => {
    const { user: person } = openReport(device, users, answer);
    const grid = await screen.findByRole('grid', { name: 'Users' });
    const row = within(grid).getByText('Tessa Quill').closest('tr') as HTMLElement;
    expect(row.textContent).toContain('tessa.quill · tessa@test.example');
    expect(row.textContent).toContain('Service Lead');
    expect(row.textContent).toContain('Salaried employee (W-2, exempt)');
    expect(row.textContent).toContain('Payroll');
    expect(row.textContent).toContain('03/10/2026 08:00 AM');
    expect(within(grid).getByText('Ines Alder').closest('tr')?.textContent).toContain(
      'NeverOffInvitedUntil 03/09/2026',
    );
    expect(within(grid).queryByText('Omar Finch')).toBeNull();
    await person.selectOptions(screen.getByLabelText('Status'), 'Locked');
    await within(grid).findByText('Omar Finch');
    expect(within(grid).queryByText('Tessa Quill')).toBeNull();
  });

  test('invites the selected people who have no password, after saying who gets an email and who does not', async () => {
    const { user: person } = openReport(device, users, answer, {
      ...{ role: ROLES.superAdmin, start: { status: 'all' } },
    });
    await person.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await person.click(screen.getByRole('button', { name: 'Send invitation to 2 users' }));
    const dialog = screen.getByRole('dialog', { name: 'Send invitation to 2 users' });
    expect(dialog.textContent).toContain('2 people get an email with a link to choose a password');
    expect(within(dialog).getByRole('list', { name: 'To be invited' }).textContent).toBe(
      'Ines Alder (ines@test.example): Sent 03/02/2026 09:00 AM, expired 03/09/2026 09:00 AM' +
        'Nora Vance (nora@test.example): Not sent',
    );
    expect(within(dialog).getByRole('list', { name: 'Not included: 2 users' }).textContent).toBe(
      'Omar Finch (omar@test.example): This user is locked. Unlock the account first.' +
        'Tessa Quill (tessa@test.example): This user has already chosen a password.',
    );
    expect(writes).toEqual([]);
    refused = NEVER_INVITED.id;
    await person.click(within(dialog).getByRole('button', { name: 'Send invitation to 2 users' }));
    await within(dialog).findByText('Invited: 1 user');
    expect(within(dialog).getByRole('list', { name: 'Not changed: 1 user' }).textContent).toContain(
      'Nora Vance',
    );
    expect(writes).toMatchObject([
      { name: 'user.send-invitation', input: { params: { id: INVITED.id }, write: { base_version: 3 } } },
    ]);
  });
});

describe("a user's page", () => {
  test('of an invited admin offers an admin neither the invitation nor the email address', async () => {
    user = { ...INVITED, id: TESSA.id, role: ROLES.admin, grants: [] };
    await openPage({ role: ROLES.admin });
    expect(button('Edit name')).not.toBeNull();
    expect(button('Send invitation again')).toBeNull();
    cleanup();
    await openPage();
    expect(button('Edit name and email')).not.toBeNull();
    expect(button('Send invitation again')).not.toBeNull();
  });

  test('locks the account only after saying what happens to unsynced changes', async () => {
    const { user: person } = await openPage();
    expect(screen.getByText('tessa@test.example')).toBeDefined();
    await screen.findByRole('table', { name: 'Recent logins' });
    await person.click(screen.getByRole('button', { name: 'Lock account' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Confirmation - Lock account' });
    expect(dialog.textContent).toContain('3 unsynced changes');
    expect(dialog.textContent).toContain('Nothing is lost');
    expect(writes).toEqual([]);
    await person.click(within(dialog).getByRole('button', { name: 'CONFIRM' }));
    await screen.findByRole('button', { name: 'Unlock account' });
    expect(writes).toMatchObject([
      {
        name: 'user.set-active',
        input: { params: { id: TESSA.id }, body: { is_active: false }, write: { base_version: 3 } },
      },
    ]);
    expect(screen.getByText('Locked')).toBeDefined();
    expect(button('Log out everywhere')).toBeNull();
  });

  test('unlocks admins and people with grants for super admins only, and says so', async () => {
    user = { ...LOCKED, id: TESSA.id };
    await openPage();
    expect(button('Unlock account')).not.toBeNull();
    cleanup();
    await openPage({ role: ROLES.admin });
    expect(button('Unlock account')).toBeNull();
    expect(screen.getByText('Only a super admin can unlock someone with grants.')).toBeDefined();
    cleanup();
    user = { ...TESSA, role: ROLES.admin, grants: [] };
    const { user: person } = await openPage({ role: ROLES.admin });
    await person.click(screen.getByRole('button', { name: 'Lock account' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Confirmation - Lock account' });
    expect(dialog.textContent).toContain("can't log in until a super admin unlocks the account");
    cleanup();
    user = { ...LOCKED, id: TESSA.id, grants: [] };
    await openPage({ role: ROLES.admin });
    expect(button('Unlock account')).not.toBeNull();
  });

  test('logs someone out everywhere by user name', async () => {
    const { user: person } = await openPage({ role: ROLES.admin });
    await person.click(screen.getByRole('button', { name: 'Log out everywhere' }));
    await person.click(screen.getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() =>
      expect(writes).toMatchObject([
        { name: 'auth.force-logout', input: { body: { username: 'tessa.quill' } } },
      ]),
    );
  });

  test('changes role and grants, for super admins only', async () => {
    const { user: person } = await openPage();
    await person.click(screen.getByRole('button', { name: 'Edit role and grants' }));
    const form = screen.getByRole('form', { name: 'Edit role and grants' });
    await person.selectOptions(within(form).getByLabelText('Role'), 'Admin');
    await person.click(within(form).getByRole('checkbox', { name: 'Billing and rates' }));
    await person.click(within(form).getByRole('checkbox', { name: 'Payroll' }));
    await person.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes).toHaveLength(1));
    expect(writes[0]).toMatchObject({
      name: 'user.set-role',
      input: { body: { role: '1', grants: ['billing.view'] }, write: { base_version: 3 } },
    });
    cleanup();
    await openPage({ role: ROLES.admin });
    expect(button('Edit role and grants')).toBeNull();
    expect(button('Lock account')).not.toBeNull();
  });

  test.each([
    ['someone listed under Providers all roles', true, ['Provider', 'Service Lead', 'Supervisor']],
    ['someone else those of the office, and the one that they have', false, ['Service Lead']],
  ])('offers %s', async (_, is_provider, beyondTheOffice) => {
    user = { ...TESSA, is_provider };
    const { user: person } = await openPage();
    await person.click(screen.getByRole('button', { name: 'Edit role and grants' }));
    const form = screen.getByRole('form', { name: 'Edit role and grants' });
    const roles = within(within(form).getByLabelText('Role')).getAllByRole('option');
    expect(roles.map(({ textContent }) => textContent)).toEqual(['Super Admin', 'Admin', ...beyondTheOffice]);
  });

  test('lets admins correct the name, and the email address until a password was chosen', async () => {
    user = INVITED;
    await openPage({ role: ROLES.admin });
    expect(button('Edit name')).not.toBeNull();
    cleanup();
    user = { ...INVITED, id: TESSA.id, grants: [] };
    const { user: admin } = await openPage({ role: ROLES.admin });
    await admin.click(screen.getByRole('button', { name: 'Edit name and email' }));
    const form = screen.getByRole('form', { name: 'Edit user' });
    await admin.clear(within(form).getByLabelText('Email'));
    await admin.type(within(form).getByLabelText('Email'), 'ines.alder@test.example');
    await admin.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes).toHaveLength(1));
    expect(writes[0]).toMatchObject({
      name: 'user.rename',
      input: {
        body: { full_name: 'Tessa Quill', email: 'ines.alder@test.example' },
        write: { base_version: 3 },
      },
    });
    cleanup();
    user = { ...TESSA, is_provider: true };
    await openPage({ role: ROLES.admin });
    expect(button('Edit name')).toBeNull();
  });

  test('of your own account says why you can neither lock it nor change its role', async () => {
    await openPage({ self: TESSA.id });
    expect(screen.getByText(/your own account/)).toBeDefined();
    expect(button('Lock account')).toBeNull();
    expect(button('Edit role and grants')).toBeNull();
  });

  test('sends an invitation again until a password was chosen', async () => {
    user = INVITED;
    const { user: person } = await openPage();
    await person.click(screen.getByRole('button', { name: 'Send invitation again' }));
    await person.click(screen.getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(writes.map(({ name }) => name)).toEqual(['user.send-invitation']));
    expect(screen.getByText('Sent 03/02/2026 09:00 AM, expired 03/09/2026 09:00 AM')).toBeDefined();
  });

  test('is read offline as last answered, and not found if there is no such user', async () => {
    await openPage();
    await screen.findByRole('table', { name: 'Recent logins' });
    cleanup();
    fault = new NoAnswer(new TypeError('offline'));
    const { setReachable } = await openPage();
    setReachable(false);
    expect((await screen.findAllByText(/Showing the last data we received/)).length).toBeGreaterThan(0);
    expect(screen.getByText('tessa@test.example')).toBeDefined();
    cleanup();
    fault = new ApiError('record.absent');
    show(<UserInfo id={TESSA.id} back={null} notFound={<p>Page not found</p>} />);
    await screen.findByText('Page not found');
  });
});

describe('an invitation', () => {
  test('to the office is offered to super admins only', async () => {
    show(<InviteUser onInvited={vi.fn()} />, { role: ROLES.admin });
    expect(button('Invite user')).toBeNull();
  });

  test('is sent with what was entered', async () => {
    const invited = vi.fn();
    const { user: person } = show(<InviteUser onInvited={invited} />);
    await person.click(screen.getByRole('button', { name: 'Invite user' }));
    const form = screen.getByRole('form', { name: 'Invite user' });
    const roles = within(within(form).getByLabelText('Role')).getAllByRole('option');
    expect(roles.map(({ textContent }) => textContent)).toEqual(['Choose a role', 'Super Admin', 'Admin']);
    expect(form.textContent).toContain('Add providers, service leads, and supervisors under Providers');
    await person.click(within(form).getByRole('button', { name: 'Save' }));
    await within(form).findByText('Enter an email address.');
    expect(within(form).getByText('Choose an employment type.')).toBeDefined();
    await person.type(within(form).getByLabelText('User name'), ' ines.alder ');
    await person.type(within(form).getByLabelText('Email'), 'ines@test.example');
    await person.selectOptions(within(form).getByLabelText('Role'), 'Admin');
    await person.selectOptions(within(form).getByLabelText('Employment type'), 'Contractor');
    await person.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(invited).toHaveBeenCalledTimes(1));
    expect(writes[0]).toMatchObject({
      name: 'user.invite',
      input: { body: { username: 'ines.alder', email: 'ines@test.example', role: '1', emp: 'contractor' } },
    });
  });
});

describe('resetting a second factor', () => {
  const PROTECTED = { ...TESSA, has_second_factor: true };

  test('says who should have asked, and is for super admins only', async () => {
    user = PROTECTED;
    const { user: person } = await openPage();
    await person.click(screen.getByRole('button', { name: 'Reset second factor' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Confirmation - Reset second factor' });
    expect(dialog.textContent).toContain("Make sure it's really Tessa Quill who asked.");
    expect(writes).toEqual([]);
    await person.click(within(dialog).getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() =>
      expect(writes).toMatchObject([
        { name: 'user.reset-second-factor', input: { params: { id: TESSA.id }, write: { base_version: 3 } } },
      ]),
    );
    cleanup();
    await openPage({ role: ROLES.admin });
    expect(button('Reset second factor')).toBeNull();
  });

  test('is offered only for others who have one', async () => {
    await openPage();
    expect(button('Reset second factor')).toBeNull();
    cleanup();
    user = PROTECTED;
    await openPage({ self: TESSA.id });
    expect(button('Reset second factor')).toBeNull();
  });
});
