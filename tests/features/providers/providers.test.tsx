import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import type { ProviderFile, ProviderRate } from '#contract/providers.ts';
import { ROLES } from '#domain/access/roles.ts';
import { dayPlus, pacificDay } from '#domain/time/pacific.ts';
import { NewProvider } from '#features/providers/new-provider.tsx';
import { ProviderInfo } from '#features/providers/provider-info.tsx';
import { activeProviders } from '#features/providers/provider-list.tsx';
import type { ProviderTab } from '#features/providers/provider-search.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { openDevice, type TestDevice, testClock } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const SUPERVISOR = { id: uuidv7(), name: 'Paloma Osei' };
/** By the device's clock, which stands still. */
const TODAY = pacificDay(testClock().now());
const NADIA: ProviderFile = {
  ...{ id: uuidv7(), provider_first: 'Nadia', provider_last: 'Okafor', credentials: 'CCC-SLP', version: 4 },
  ...{ services: [], supervisors: [SUPERVISOR.id], supervisor_list: [SUPERVISOR], needs_co_sign: false },
  ...{ archived: false, username: 'nadia.okafor', email: 'nadia@agency.example', phone: '(209) 555-0101' },
  ...{ role: '2', emp: 'w2_nonexempt', supervisee_list: [], student_count: 31, max_caseload: 28 },
  ...{ is_invited: false, grants: [] },
  ...{ npi: '1234567893', license_number: '12345', license_state: 'CA', taxonomy_code: '235Z00000X' },
  credential_records: [
    { name: 'CPR certificate', number: '', expires_on: dayPlus(TODAY, 400) },
    { name: 'SLP license', number: '12345', expires_on: dayPlus(TODAY, 20) },
  ],
  ...{
    payroll_id: 'E-1042',
    hired_on: '2024-08-01',
    left_on: null,
    availability: 'Mornings only',
    time_off: '',
  },
};
const THEO: ProviderFile = {
  ...NADIA,
  ...{ id: uuidv7(), provider_first: 'Theo', provider_last: 'Adeyemi', role: '4', supervisors: [] },
  ...{ supervisor_list: [], student_count: 0, max_caseload: null, credential_records: [] },
  ...{ email: 'theo@agency.example', username: 'theo', phone: '', npi: '', license_number: '' },
};
const RATE: ProviderRate = {
  ...{
    id: uuidv7(),
    provider: NADIA.id,
    service: uuidv7(),
    start_year: 2025,
    amount_cents: 4_850,
    version: 1,
  },
};
const INVITED = { sent_at: '2026-03-02T17:00:00.000Z', expires_at: null };
const IDLE = {
  students: 0,
  supervisees: 0,
  events: 0,
  notes: 0,
  timesheets: 0,
  timesheets_to_submit: 0,
  devices: 0,
};

let device: TestDevice;
let provider: ProviderFile;
let open_work: typeof IDLE;
let invitation: typeof INVITED | null;
/** What the server says instead of an answer. */
let fault: Error | null;
let writes: { name: EndpointName; body: unknown }[];
const spyOnToasts = () => ({ success: vi.spyOn(toast, 'success'), error: vi.spyOn(toast, 'error') });
let said: ReturnType<typeof spyOnToasts>;
beforeEach(async () => {
  said = spyOnToasts();
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [provider, open_work, invitation, fault, writes] = [NADIA, IDLE, INVITED, null, []];
});
afterEach(async () => {
  cleanup();
  for (const spy of Object.values(said)) spy.mockRestore();
  vi.unstubAllGlobals();
  await device.close();
});

function answer(name: EndpointName, input: { body?: unknown }): unknown {
  if (fault !== null) throw fault;
  switch (name) {
    case 'provider.list-files':
      return [NADIA, THEO];
    case 'provider.list-supervisors':
      return [SUPERVISOR];
    case 'provider.read':
      return { provider, open_work, invitation };
    case 'student.list-of-provider':
      return [];
    case 'provider-rate.list':
      return [RATE];
    case 'provider.deactivate':
    case 'provider.reactivate':
      provider = { ...provider, archived: name === 'provider.deactivate', version: provider.version + 1 };
  }
  writes.push({ name, body: input.body });
  return undefined;
}

function show(role: string, content: React.ReactNode, provider_id: string | null = null) {
  const office = scriptedOffice(answer);
  const { workspace } = device;
  const profile = { user_id: workspace.user_id, provider_id, auth: role, grants: [], services: [] };
  const engine = { ...office.engine, refresh: async () => undefined };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      {content}
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return userEvent.setup();
}

function openInfo(
  role: string,
  tab: ProviderTab = 'overview',
  onTab = (_: string) => {},
  /** The provider whom the person is. */
  viewer: string | null = null,
) {
  return show(
    role,
    <ProviderInfo
      handover={() => null}
      invite={() => <button type="button">Send invitation again</button>}
      {...{ id: NADIA.id, tab, onTab, onOpenStudent: () => undefined }}
      back={(isArchived) => <p>{isArchived ? 'Back to archived' : 'Back to providers'}</p>}
      linkTo={(_, name) => name}
      notFound={<p>Page not found</p>}
      calendar={<p>Planned</p>}
      availability={<p>Weekly hours</p>}
    />,
    viewer,
  );
}
const button = (name: string) => screen.queryByRole('button', { name });

describe('the list of providers', () => {
  test('shows load and next expiry, finds a provider by credential, and opens them', async () => {
    const { opened, user } = openReport(device, activeProviders, answer);
    const grid = await screen.findByRole('grid', { name: 'Providers' });
    const row = await within(grid).findByRole('row', { name: /Nadia Okafor/ });
    expect(row.textContent).toContain('31 of 28 (above the maximum)');
    expect(within(row).getByText('Expires soon')).toBeTruthy();
    expect(within(grid).getByRole('row', { name: /Theo Adeyemi/ }).textContent).toContain('Supervisor');
    await user.type(screen.getByLabelText('Search'), 'SLP license');
    await waitFor(() => expect(within(grid).queryByText('Theo Adeyemi')).toBeNull());
    await user.click(within(grid).getByText('Nadia Okafor'));
    expect(opened).toEqual([NADIA.id]);
  });

  test('is not exported by a service lead', async () => {
    openReport(device, activeProviders, answer, { role: ROLES.serviceLead });
    await screen.findByRole('grid', { name: 'Providers' });
    expect(button('Export')).toBeNull();
  });
});

describe('a new provider', () => {
  async function openForm(role: string = ROLES.admin) {
    const onOpen = vi.fn();
    const user = show(role, <NewProvider onOpen={onOpen} />);
    await user.click(screen.getByRole('button', { name: 'Add provider' }));
    const form = within(await screen.findByRole('form', { name: 'New provider' }));
    return { user, form, onOpen, save: () => user.click(form.getByRole('button', { name: 'Save' })) };
  }
  type Opened = Awaited<ReturnType<typeof openForm>>;
  async function fill({ user, form }: Opened) {
    await user.type(form.getByLabelText('First name'), ' Nadia ');
    await user.type(form.getByLabelText('Last name'), 'Okafor');
    await user.type(form.getByLabelText('Email'), 'nadia@agency.example');
    await user.type(form.getByLabelText('User name'), 'nadia.okafor');
    await user.selectOptions(form.getByLabelText('Employment type'), 'contractor');
  }

  test('is saved with everything that was entered, and opens', async () => {
    const opened = await openForm();
    const { user, form, save, onOpen } = opened;
    await fill(opened);
    await user.type(form.getByLabelText('NPI'), '1234567893');
    await user.type(form.getByLabelText('Maximum caseload (active students)'), '28');
    await user.click(form.getByRole('button', { name: 'Add credential' }));
    const credential = within(form.getByRole('group', { name: 'Credential 1' }));
    await user.type(credential.getByLabelText('Credential'), 'SLP license');
    await user.type(credential.getByLabelText('Expires on'), '2027-01-31');
    await save();
    await waitFor(() => expect(onOpen).toHaveBeenCalled());
    expect(writes).toMatchObject([
      {
        name: 'provider.create',
        body: {
          ...{ provider_first: 'Nadia', provider_last: 'Okafor', email: 'nadia@agency.example', role: '2' },
          ...{ username: 'nadia.okafor', emp: 'contractor', npi: '1234567893', max_caseload: 28 },
          credential_records: [{ name: 'SLP license', number: '', expires_on: '2027-01-31' }],
        },
      },
    ]);
    expect(said.success).toHaveBeenCalledWith(
      'Provider saved. We emailed an invitation to nadia@agency.example.',
      expect.anything(),
    );
  });

  test('says at each field what is expected, and is not sent', async () => {
    const { user, form, save } = await openForm();
    await user.type(form.getByLabelText('NPI'), '1234567890');
    await user.type(form.getByLabelText('Maximum caseload (active students)'), 'many');
    await user.click(form.getByRole('button', { name: 'Add credential' }));
    await save();
    expect(await form.findAllByText('This field is required.')).toHaveLength(3);
    expect(form.getByText('Enter an email address.')).toBeTruthy();
    expect(form.getByText(/An NPI has 10 digits/)).toBeTruthy();
    expect(form.getByText('Enter a whole number.')).toBeTruthy();
    expect(form.getByText('Enter a name for each credential.')).toBeTruthy();
    expect(form.getByText('Choose an employment type.')).toBeTruthy();
    expect(writes).toEqual([]);
  });

  test("keeps what was entered when the server can't be reached or refuses, and says why", async () => {
    const opened = await openForm();
    const { form, save, onOpen } = opened;
    await fill(opened);
    fault = new NoAnswer(new Error('offline'));
    await save();
    expect((await form.findByRole('alert')).textContent).toContain('You need a connection');
    fault = new ApiError('request.invalid', { fields: { email: 'Someone else has this email address.' } });
    await save();
    expect(await form.findByText('Someone else has this email address.')).toBeTruthy();
    expect(form.getByLabelText('First name')).toHaveProperty('value', ' Nadia ');
    fault = null;
    await save();
    await waitFor(() => expect(onOpen).toHaveBeenCalled());
  });

  test('gets its role from a super admin alone', async () => {
    const { form } = await openForm();
    expect(form.queryByLabelText('Role')).toBeNull();
    cleanup();
    const opened = await openForm(ROLES.superAdmin);
    await opened.user.selectOptions(opened.form.getByLabelText('Role'), 'Supervisor');
    expect(opened.form.getByText('Supervisees')).toBeTruthy();
  });
});

describe("a provider's page", () => {
  test('says who they are, whom they supervise, and what expires soon', async () => {
    provider = {
      ...NADIA,
      supervisor_list: [{ id: uuidv7(), name: 'Ines Duarte' }],
      supervisee_list: [{ id: uuidv7(), name: 'Theo Adeyemi' }],
    };
    openInfo(ROLES.admin);
    expect(await screen.findByRole('heading', { name: 'Nadia Okafor, CCC-SLP' })).toBeTruthy();
    expect(screen.getByText('Supervisors: Ines Duarte · Supervisees: Theo Adeyemi')).toBeTruthy();
    expect(screen.getByText(/SLP license expires on/)).toBeTruthy();
    expect(screen.getByText('3 more than the maximum caseload')).toBeTruthy();
    expect(['Edit', 'Deactivate'].map((name) => button(name) !== null)).toEqual([true, true]);
    expect(screen.queryByRole('tab', { name: 'Rates' })).toBeNull();
  });

  test('a supervisor reads it without employment and changes nothing', async () => {
    openInfo(ROLES.supervisor);
    expect(await screen.findByText('Mornings only')).toBeTruthy();
    expect(screen.queryByText('Employment type')).toBeNull();
    expect(['Edit', 'Deactivate'].filter((name) => button(name))).toEqual([]);
  });

  test("an admin's change carries no role", async () => {
    const user = openInfo(ROLES.admin);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('form', { name: 'Edit provider' }));
    await user.type(form.getByLabelText('Notes on time off'), 'July');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes).toHaveLength(1));
    expect(writes).toMatchObject([{ name: 'provider.update', body: { time_off: 'July' } }]);
    expect(Object.keys(Object(writes[0]?.body))).not.toContain('role');
  });

  test.each([
    ['someone who logs in with it', {}, true, /is this user's login/],
    ['someone invited', { is_invited: true }, false, /the old link stops working/],
    [
      'someone invited with grants',
      { is_invited: true, grants: ['payroll.view'] },
      true,
      /Only a super admin/,
    ],
  ])('says whether an admin can change the email address of %s', async (_, login, isFixed, hint) => {
    provider = { ...NADIA, ...login };
    const user = openInfo(ROLES.admin);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('form', { name: 'Edit provider' }));
    expect(form.getByLabelText('Email')).toHaveProperty('readOnly', isFixed);
    expect(form.getByText(hint)).toBeTruthy();
  });

  test('is deactivated after the dialog has said what is open, and activated again', async () => {
    open_work = { ...IDLE, students: 31, events: 1, devices: 2 };
    const user = openInfo(ROLES.admin);
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmation - Deactivate' });
    expect(dialog.textContent).toContain(
      'Still open: 31 active students, 1 future calendar event, 2 devices with unsynced changes.',
    );
    expect(dialog.textContent).toContain("Unsynced changes on their devices aren't lost");
    expect(dialog.textContent).toContain('Are you sure you want to Deactivate Nadia Okafor?');
    expect(writes).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'CONFIRM' }));
    await screen.findByText('Deactivated');
    expect(screen.getByText('Back to archived')).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Calendar' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Activate' }));
    const again = await screen.findByRole('alertdialog', { name: 'Confirmation - Activate' });
    await user.click(within(again).getByRole('button', { name: 'CONFIRM' }));
    await screen.findByText('Active');
    expect(writes.map(({ name }) => name)).toEqual(['provider.deactivate', 'provider.reactivate']);
  });

  test.each([
    [INVITED, "They haven't chosen a password yet."],
    [null, 'They can log in again with their old password.'],
  ])('is activated again after the dialog has said how they log in', async (invited, words) => {
    [invitation, provider] = [invited, { ...NADIA, archived: true }];
    const user = openInfo(ROLES.admin);
    await user.click(await screen.findByRole('button', { name: 'Activate' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmation - Activate' });
    expect(dialog.textContent).toContain(words);
  });

  test('with a caseload leads to its hand-over before they are deactivated', async () => {
    open_work = { ...IDLE, students: 31 };
    const onTab = vi.fn();
    const user = openInfo(ROLES.admin, 'overview', onTab);
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    await user.click(await screen.findByRole('button', { name: 'Hand over their caseload first' }));
    expect(onTab).toHaveBeenCalledWith('handover');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(writes).toEqual([]);

    open_work = { ...IDLE, notes: 2 };
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    await screen.findByText(/Still open: 2 notes to write or sign/);
    expect(button('Hand over their caseload first')).toBeNull();
  });

  test("isn't deactivated while the server can't say what is open", async () => {
    const user = openInfo(ROLES.admin);
    const deactivate = await screen.findByRole('button', { name: 'Deactivate' });
    fault = new NoAnswer(new Error('offline'));
    await user.click(deactivate);
    await waitFor(() =>
      expect(said.error).toHaveBeenCalledWith(
        expect.stringContaining('You need a connection to make this change'),
      ),
    );
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('that does not exist is not found', async () => {
    fault = new ApiError('record.absent');
    openInfo(ROLES.admin);
    expect(await screen.findByText('Page not found')).toBeTruthy();
  });

  test("shows the last answer when the server can't be reached", async () => {
    openInfo(ROLES.admin);
    await screen.findByText('Mornings only');
    // The answer is kept right after it is shown.
    await waitFor(async () => expect(await device.db.drafts.count()).toBeGreaterThan(0));
    cleanup();
    fault = new NoAnswer(new Error('offline'));
    openInfo(ROLES.admin);
    expect(await screen.findByText(/Showing the last data we received/)).toBeTruthy();
    expect(await screen.findByText('Mornings only')).toBeTruthy();
  });
});

test('pay rates are listed for a super admin, and one is changed', async () => {
  const user = openInfo(ROLES.superAdmin, 'rates');
  const grid = within(await screen.findByRole('grid', { name: 'Pay rates' }));
  await user.click(await grid.findByText('$48.50'));
  const form = within(await screen.findByRole('form', { name: 'Edit pay rate' }));
  const amount = form.getByLabelText('Hourly pay (dollars)');
  await user.clear(amount);
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Enter an amount such as 48.50.')).toBeTruthy();
  await user.type(amount, '51');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(writes).toEqual([{ name: 'provider-rate.update', body: { amount_cents: 5_100 } }]),
  );
});

test('nobody is offered to change their own pay rates, and the page says who can', async () => {
  openInfo(ROLES.superAdmin, 'rates', undefined, NADIA.id);
  expect(await screen.findByText('$48.50')).toBeTruthy();
  expect(screen.getByText(/^You can't change your own pay rates\. Ask a colleague who is/)).toBeTruthy();
  expect(button('Add pay rate')).toBeNull();
  // Rows that open make a grid.
  expect(screen.getByRole('table', { name: 'Pay rates' })).toBeTruthy();
});
