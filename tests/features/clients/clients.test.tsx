import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClientFile } from '#contract/clients.ts';
import { ApiError } from '#contract/errors.ts';
import type { EndpointName } from '#contract/index.ts';
import type { Rate, RatePreview } from '#contract/rates.ts';
import { ROLES } from '#domain/access/roles.ts';
import { ClientInfo } from '#features/clients/client-info.tsx';
import { activeClients } from '#features/clients/client-list.tsx';
import type { ClientTab } from '#features/clients/client-search.ts';
import { NewClient } from '#features/clients/new-client.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { NoAnswer } from '#sync/api-client.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const REGION = { id: uuidv7(), name: 'Marina Bay', region_number: '07' };
const MANAGER = { id: uuidv7(), name: 'paloma.osei' };
const COPPERLINE: ClientFile = {
  ...{
    id: uuidv7(),
    name: 'Copperline Schools',
    active: 1,
    needs_codes: false,
    makeup_windows: [],
    version: 4,
  },
  ...{ district: null, district_name: null, manager: MANAGER.id, manager_name: MANAGER.name },
  ...{ services: [], regions: [REGION.id], region_list: [REGION], student_count: 12, is_insurance: false },
  contacts: [
    { name: 'Teresa Hall', role: 'Director', email: 'teresa@copperline.example', phone: '555-0101' },
  ],
  ...{ contract_number: 'C-7', contract_start: '2026-07-01', contract_end: '2027-06-30' },
  ...{ contract_cap_cents: 12_000_050, purchase_order: '', invoice_address: '' },
};
const HARROW: ClientFile = {
  ...COPPERLINE,
  ...{ id: uuidv7(), name: 'Harrow Bay', district: COPPERLINE.id, district_name: COPPERLINE.name },
  ...{ regions: [], region_list: [], manager: null, manager_name: null, student_count: 3, contacts: [] },
};
const UNUSED = {
  ...{ students: 0, sessions: 0, locations: 0, closures: 0, members: 0, invoices: 0 },
  ...{ transfers: 0, rates: 0, conditions: 0, messages: 0 },
};

const SPEECH = { id: uuidv7(), name: 'Speech-Language Therapy' };
const OWN_RATE: Rate = {
  ...{ id: uuidv7(), version: 2, level: 'client', service: SPEECH.id, client: COPPERLINE.id },
  ...{ student: null, region: null, setting: 'individual', start_year: 2026 },
  ...{ amount_cents: 9_650, is_draft: false },
};
const DRAFT_RATE: Rate = { ...OWN_RATE, id: uuidv7(), setting: 'group', amount_cents: 4_825, is_draft: true };
const RATE_IN_USE = {
  ...{ service: SPEECH.id, setting: 'individual', rate: OWN_RATE.id },
  reason: 'Client rate for 2026–2027.',
};
const NO_RATE = {
  ...{ service: SPEECH.id, setting: 'group', rate: null },
  reason: "No rate for 2026–2027: the client's rate is a draft for group sessions.",
};

const PREVIEW = {
  ...{ count: 1, before_cents: 0, after_cents: 2_413, newly_billable: 1, newly_blocked: 0 },
  sessions: [
    {
      ...{ id: uuidv7(), session_date: '2026-10-05', start_time: '09:00', client_name: COPPERLINE.name },
      ...{ students: ['Maya Rivera'], before_cents: null, after_cents: 2_413 },
    },
  ],
};

let device: TestDevice;
let uses: typeof UNUSED;
let preview: RatePreview;
/** The rates whose effect was asked for. */
let previewed: unknown[];
let client: ClientFile;
/** What the server says instead of an answer. */
let fault: Error | null;
let writes: { name: EndpointName; body: unknown }[];
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  [uses, client, fault, writes] = [UNUSED, COPPERLINE, null, []];
  [preview, previewed] = [PREVIEW, []];
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function answer(name: EndpointName, input: { body?: unknown }): unknown {
  if (fault !== null) throw fault;
  switch (name) {
    case 'client.list-all':
      return [COPPERLINE, HARROW];
    case 'client.list-managers':
      return [MANAGER];
    case 'client.list-region-numbers':
      return [REGION];
    case 'client.list-with-districts':
      return [{ id: COPPERLINE.id, name: COPPERLINE.name, district: null }];
    case 'client.read':
      return { client, uses, members: [] };
    case 'invoice.read-cap':
      return { cap: { cap_cents: client.contract_cap_cents, used_cents: 9_650_00 } };
    case 'rate.list-of-client':
      return { rates: [OWN_RATE, DRAFT_RATE], in_use: [RATE_IN_USE, NO_RATE] };
    case 'rate.list-choices':
      return { services: [SPEECH], regions: [REGION], students: [] };
    case 'rate.preview':
      previewed.push(input.body);
      return preview;
    case 'billing-condition.list':
      return [];
    case 'client.set-active':
      client = { ...client, ...(input.body as { active: 0 | 1 }), version: client.version + 1 };
  }
  writes.push({ name, body: input.body });
  return undefined;
}

function show(role: string, content: React.ReactNode) {
  const office = scriptedOffice(answer);
  const { workspace } = device;
  const profile = { user_id: workspace.user_id, provider_id: null, auth: role, grants: [], services: [] };
  const engine = { ...office.engine, refresh: async () => undefined };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      {content}
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return { user: userEvent.setup(), setReachable: office.setReachable };
}

function openInfo(role: string, tab: ClientTab = 'overview') {
  const leads = { onGone: vi.fn(), onAdmin: vi.fn() };
  const shown = show(
    role,
    <ClientInfo
      {...{ id: COPPERLINE.id, tab, onTab: () => undefined, onOpenStudent: () => undefined }}
      {...leads}
      back={(isArchived) => <p>{isArchived ? 'Back to archived' : 'Back to clients'}</p>}
      linkTo={(_, name) => name}
      notFound={<p>Page not found</p>}
      calendar={<p>Planned</p>}
    />,
  );
  return { ...shown, ...leads };
}
const button = (name: string) => screen.queryByRole('button', { name });
/** Opens the client's own rate of a setting in its form. */
async function openRate(user: ReturnType<typeof openInfo>['user'], setting: string) {
  const all = within(await screen.findByRole('grid', { name: 'All rates' }));
  await user.click(all.getByText(setting));
  await screen.findByRole('form', { name: 'Edit rate' });
}

describe('the list of clients', () => {
  test('finds a client by contact, district, and contract, and opens it by name', async () => {
    const { opened, user } = openReport(device, activeClients, answer);
    const grid = await screen.findByRole('grid', { name: 'Clients' });
    const names = () =>
      within(grid)
        .queryAllByTitle(/Copperline Schools|Harrow Bay/)
        .map(({ title }) => title);
    await waitFor(() => expect(names()).toEqual(['Copperline Schools', 'Harrow Bay']));
    await user.type(screen.getByLabelText('Search'), 'teresa');
    await waitFor(() => expect(names()).toEqual(['Copperline Schools']));
    await user.click(within(grid).getByText('Copperline Schools'));
    expect(opened).toEqual([`${COPPERLINE.id}/copperline-schools`]);
  });

  test('is not exported by a service lead', async () => {
    openReport(device, activeClients, answer, { role: ROLES.serviceLead });
    await screen.findByRole('grid', { name: 'Clients' });
    expect(button('Export')).toBeNull();
  });
});

describe('a new client', () => {
  async function openForm() {
    const onOpen = vi.fn();
    const shown = show(ROLES.admin, <NewClient onOpen={onOpen} />);
    await shown.user.click(screen.getByRole('button', { name: 'Add client' }));
    const form = within(await screen.findByRole('form', { name: 'New client' }));
    return {
      ...shown,
      form,
      onOpen,
      save: () => shown.user.click(form.getByRole('button', { name: 'Save' })),
    };
  }

  test('is saved with everything that was entered, and opens', async () => {
    const { form, user, save, onOpen } = await openForm();
    await user.type(form.getByRole('textbox', { name: 'Name' }), ' Lantern Hill ');
    await user.click(form.getByRole('button', { name: 'Add contact' }));
    const contact = within(form.getByRole('group', { name: 'Contact 1' }));
    await user.type(contact.getByLabelText('Name'), 'Noor Haddad');
    await user.type(contact.getByLabelText('Email'), 'noor@lantern.example');
    await user.click(form.getByLabelText('Insurance client'));
    await user.type(form.getByLabelText('Contract number'), 'C-9');
    await user.type(form.getByLabelText('Contract cap (dollars)'), '120,000.50');
    await save();
    await waitFor(() => expect(onOpen).toHaveBeenCalled());
    expect(writes).toMatchObject([
      {
        name: 'client.create',
        body: {
          ...{ name: 'Lantern Hill', is_insurance: true, contract_number: 'C-9', district: null },
          ...{ contract_cap_cents: 12_000_050, contract_start: null, services: [], manager: null },
          contacts: [{ name: 'Noor Haddad', role: '', email: 'noor@lantern.example', phone: '' }],
        },
      },
    ]);
  });

  test('says at each field what is expected, and is not sent', async () => {
    const { form, user, save } = await openForm();
    await user.click(form.getByRole('button', { name: 'Add contact' }));
    await user.type(form.getByLabelText('Contract cap (dollars)'), 'plenty');
    await save();
    expect(await form.findByText('This field is required.')).toBeTruthy();
    expect(form.getByText('Enter a name for each contact.')).toBeTruthy();
    expect(form.getByText('Enter an amount such as 120,000.00.')).toBeTruthy();
    expect(writes).toEqual([]);
  });

  test("keeps what was entered when the server can't be reached, and says so", async () => {
    const { form, user, save, onOpen } = await openForm();
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Lantern Hill');
    fault = new NoAnswer(new Error('offline'));
    await save();
    expect((await form.findByRole('alert')).textContent).toContain('You need a connection');
    expect(form.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Lantern Hill');
    fault = null;
    await save();
    await waitFor(() => expect(onOpen).toHaveBeenCalled());
  });

  test("shows the server's objection at the field", async () => {
    const { form, user, save } = await openForm();
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Lantern Hill');
    fault = new ApiError('request.invalid', { fields: { contract_cap_cents: 'Too much.' } });
    await save();
    expect(await form.findByText('Too much.')).toBeTruthy();
  });
});

describe("a client's page", () => {
  test('shows the office its contract and every action that it has', async () => {
    openInfo(ROLES.superAdmin, 'billing');
    expect(await screen.findByText('$120,000.50')).toBeTruthy();
    expect(screen.getByText('Active')).toBeTruthy();
    for (const name of ['Admin login', 'Edit', 'Deactivate', 'Delete'])
      expect(button(name), name).toBeTruthy();
  });

  test("says how much of the contract's cap is used, to people who see invoices", async () => {
    client = { ...COPPERLINE, contract_cap_cents: 10_000_00 };
    openInfo(ROLES.superAdmin, 'billing');
    const used = await screen.findByText('96% used: $9,650.00 on sent invoices');
    expect(used.className).toContain('text-warning');
    cleanup();
    openInfo(ROLES.admin, 'billing');
    expect(await screen.findByText('$10,000.00')).toBeTruthy();
    expect(screen.queryByText(/% used/)).toBeNull();
  });

  test('an admin archives, and a lead edits, and neither deletes', async () => {
    openInfo(ROLES.admin);
    await screen.findByRole('tab', { name: 'Billing' });
    expect([button('Deactivate'), button('Delete')].map(Boolean)).toEqual([true, false]);
    cleanup();
    openInfo(ROLES.serviceLead, 'billing');
    await screen.findByText('Teresa Hall');
    expect(screen.queryByRole('tab', { name: 'Billing' })).toBeNull();
    expect(['Edit', 'Admin login', 'Deactivate', 'Delete'].filter((name) => button(name))).toEqual(['Edit']);
  });

  test("a lead's change carries nothing of the contract", async () => {
    const { user } = openInfo(ROLES.serviceLead);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('form', { name: 'Edit client' }));
    expect(form.queryByLabelText('Contract number')).toBeNull();
    await user.type(form.getAllByRole('textbox', { name: 'Name' })[0] as HTMLElement, ' District');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes).toHaveLength(1));
    const fields = ['contacts', 'manager', 'name', 'needs_codes', 'regions', 'services'];
    expect(Object.keys(Object(writes[0]?.body)).sort()).toEqual(fields);
  });

  test('is deactivated and activated after the confirmation, with the new value', async () => {
    const { user } = openInfo(ROLES.admin);
    for (const [label, active] of [
      ['Deactivate', 0],
      ['Activate', 1],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: label }));
      const dialog = await screen.findByRole('alertdialog', { name: `Confirmation - ${label}` });
      await user.click(within(dialog).getByRole('button', { name: 'CONFIRM' }));
      await screen.findByText(active === 1 ? 'Active' : 'Deactivated');
      expect(screen.getByText(active === 1 ? 'Back to clients' : 'Back to archived')).toBeTruthy();
      expect(writes.at(-1)).toEqual({ name: 'client.set-active', body: { active } });
    }
  });

  test('says what it has before it is deactivated, and that active students stay with it', async () => {
    uses = { ...UNUSED, students: 14, transfers: 2 };
    const { user } = openInfo(ROLES.admin);
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmation - Deactivate' });
    expect(dialog.textContent).toContain('Its records are kept: 14 students and 2 transfers.');
    expect(dialog.textContent).toContain('12 students are still active. Transfer or archive them first');
    expect(dialog.textContent).toContain('Are you sure you want to Deactivate Copperline Schools?');
  });

  test('is deleted if nothing refers to it, and the list follows', async () => {
    const { user, onGone } = openInfo(ROLES.superAdmin);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmation - Delete' });
    expect(dialog.textContent).toContain('Are you sure you want to Delete Copperline Schools?');
    await user.click(within(dialog).getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(onGone).toHaveBeenCalled());
    expect(writes.map(({ name }) => name)).toEqual(['client.delete']);
  });

  test('with students is archived instead, and the dialog says so before', async () => {
    uses = { ...UNUSED, students: 12, sessions: 340 };
    const { user, onGone } = openInfo(ROLES.superAdmin);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmation - Delete' });
    expect(dialog.textContent).toContain('it has 12 students and 340 sessions. It will be archived instead.');
    await user.click(within(dialog).getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(onGone).toHaveBeenCalled());
    expect(writes).toEqual([{ name: 'client.set-active', body: { active: 0 } }]);
  });

  test('that does not exist is not found', async () => {
    fault = new ApiError('record.absent');
    openInfo(ROLES.admin);
    expect(await screen.findByText('Page not found')).toBeTruthy();
  });

  test("shows the last answer when the server can't be reached", async () => {
    openInfo(ROLES.admin);
    await screen.findByText('Teresa Hall');
    // The answer is kept right after it is shown.
    await waitFor(async () => expect(await device.db.drafts.count()).toBeGreaterThan(0));
    cleanup();
    fault = new NoAnswer(new Error('offline'));
    openInfo(ROLES.admin);
    expect(await screen.findByText(/Showing the last data we received/)).toBeTruthy();
    expect(screen.getByText('Teresa Hall')).toBeTruthy();
  });
});

describe('the rates of a client', () => {
  test('say what each service costs and why, and that a rate is missing', async () => {
    openInfo(ROLES.superAdmin, 'rates');
    const applied = within(await screen.findByRole('grid', { name: 'Rates that apply' }));
    expect(applied.getByText('$96.50')).toBeTruthy();
    expect(applied.getByText('Client rate for 2026–2027.')).toBeTruthy();
    expect(applied.getByText('No rate')).toBeTruthy();
  });

  test('are hidden from an admin without the billing grant', async () => {
    openInfo(ROLES.admin, 'rates');
    await screen.findByRole('tab', { name: 'Billing' });
    expect(screen.queryByRole('tab', { name: 'Rates' })).toBeNull();
  });

  test('a draft is activated with its amount, on the server, after its sessions were shown', async () => {
    const { user } = openInfo(ROLES.superAdmin, 'rates');
    await user.click(await screen.findByRole('button', { name: 'Activate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate the rate' }));
    expect(
      dialog.getByText(/Speech-Language Therapy, group, Copperline Schools: \$48.25 an hour/),
    ).toBeTruthy();
    expect(await dialog.findByText(/1 unbilled session changes: \$0.00 becomes \$24.13/)).toBeTruthy();
    expect(dialog.getByText('Maya Rivera, Copperline Schools')).toBeTruthy();
    expect(writes).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Activate rate' }));
    await waitFor(() =>
      expect(writes).toEqual([{ name: 'rate.update', body: { amount_cents: 4_825, is_draft: false } }]),
    );
  });

  test('the question before an active rate is deleted says what can no longer be billed', async () => {
    preview = {
      ...{ count: 3, before_cents: 14_475, after_cents: 0, newly_billable: 0, newly_blocked: 3 },
      sessions: [],
    };
    const { user } = openInfo(ROLES.superAdmin, 'rates');
    await openRate(user, 'Individual');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirmation - Delete' }));
    expect(await dialog.findByText(/3 sessions have no rate then and can't be billed/)).toBeTruthy();
    expect(previewed).toEqual([expect.objectContaining({ id: OWN_RATE.id, is_draft: true })]);
    await user.click(dialog.getByRole('button', { name: 'CONFIRM' }));
    await waitFor(() => expect(writes.map(({ name }) => name)).toEqual(['rate.delete']));
  });

  test('the question before a draft is deleted has no figures', async () => {
    const { user } = openInfo(ROLES.superAdmin, 'rates');
    await openRate(user, 'Group');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmation - Delete' });
    expect(dialog.textContent).toContain('Are you sure you want to Delete');
    expect(previewed).toEqual([]);
  });

  test("next year's drafts are asked for with the change in percent", async () => {
    const { user } = openInfo(ROLES.superAdmin, 'rates');
    const shownYear = () => Number(screen.getByLabelText<HTMLSelectElement>('Fiscal year').value);
    await user.click(await screen.findByRole('button', { name: "Create next year's rates" }));
    const current = shownYear();
    const change = screen.getByLabelText('Change (percent)');
    await user.clear(change);
    await user.type(change, '200');
    await user.click(screen.getByRole('button', { name: 'Create drafts' }));
    expect(screen.getByText('Enter a percentage from -90 to 100, such as 2.5.')).toBeTruthy();
    await user.clear(change);
    await user.type(change, '2.5');
    await user.click(screen.getByRole('button', { name: 'Create drafts' }));
    await waitFor(() =>
      expect(writes).toEqual([
        {
          name: 'rate.create-next-year',
          body: expect.objectContaining({ client: COPPERLINE.id, percent_hundredths: 250 }),
        },
      ]),
    );
    await waitFor(() => expect(shownYear()).toBe(current + 1));
    // Of the last year that can be opened none is made: it would not be shown.
    await user.selectOptions(screen.getByLabelText('Fiscal year'), String(current + 2));
    await waitFor(() => expect(button("Create next year's rates")).toBeNull());
  });
});
