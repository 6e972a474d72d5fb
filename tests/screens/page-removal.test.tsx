import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClientFile } from '#contract/clients.ts';
import { ApiError } from '#contract/errors.ts';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import type { UsedPayPeriod } from '#contract/pay-periods.ts';
import type { ProviderFile } from '#contract/providers.ts';
import type { StudentFile } from '#contract/student.ts';
import { ROLES } from '#domain/access/roles.ts';
import { InvoicePage } from '#features/billing/invoice-page.tsx';
import { ActivateClient, DeleteClient } from '#features/clients/client-actions.tsx';
import type { ClientFacts } from '#features/clients/client-facts.ts';
import { DeletePeriod } from '#features/pay-periods/delete-period.tsx';
import { ActivateProvider } from '#features/providers/provider-actions.tsx';
import { ArchiveStudent } from '#features/students/archive-student.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const DANA = { by: uuidv7(), by_name: 'Dana Ruiz', at: '2026-03-10T17:42:00.000Z' };
const client = {
  ...{ id: uuidv7(), name: 'Copperline', active: 1, needs_codes: false, makeup_windows: [], version: 2 },
  ...{ district: null, district_name: null, manager: null, manager_name: null, services: [], regions: [] },
  ...{ is_insurance: false, contacts: [], contract_number: '', contract_start: null, contract_end: null },
  ...{ contract_cap_cents: null, purchase_order: '', invoice_address: '', service_list: [], region_list: [] },
} as unknown as ClientFile;
const unused = { students: 0, sessions: 0, locations: 0, closures: 0, members: 0, invoices: 0 };
const uses = { ...unused, transfers: 0, rates: 0, conditions: 0, messages: 0 };
const period = {
  ...{ id: uuidv7(), start_date: '2026-12-01', end_date: '2026-12-15', closed_at: null, is_locked: false },
  ...{ version: 1, uses: { timesheets: 0, runs: 0, steps: 0 } },
} satisfies UsedPayPeriod;

const draft = {
  ...{ id: uuidv7(), client: client.id, client_name: 'Copperline', month: '2026-02', kind: 'monthly' },
  ...{
    status: 'draft',
    number: null,
    invoice_date: null,
    due_on: null,
    terms_days: 30,
    bill_to: 'Copperline',
  },
  ...{ invoice_address: '', purchase_order: '', contract_number: '', note: '', total_cents: 16_000 },
  ...{ credited_invoice: null, void_reason: '', voided_by_name: null, created_by_name: null, version: 1 },
};
const EMPTY_INVOICE = {
  ...{ lines: [], payments: [], balance_cents: 16_000, age: null, is_current: true, credited_number: null },
  ...{ waiting: [], cap: null, credits: [], pay_to: { address: '', payment_instructions: '' } },
};

let device: TestDevice;
let office: ReturnType<typeof scriptedOffice>;
/** What the server has by now; a write on an older version is refused. */
let stored: { version: number };
let changedBy: typeof DANA;
let refuses: ApiError | null;
let writes: [EndpointName, object][];
const reload = vi.fn(async () => undefined);
const onGone = vi.fn();
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  reload.mockClear();
  onGone.mockClear();
  device = await openDevice();
  writes = [];
  refuses = null;
  changedBy = DANA;
  office = scriptedOffice((name, input) => {
    if (name === 'client.read') return { client: stored };
    if (name === 'invoice.read') return { ...EMPTY_INVOICE, invoice: stored };
    if (name === 'pay-period.read') return { period: stored };
    if (name === 'provider.read') return { open_work: null };
    if (name === 'student.read-open') return { services: [], planned: [], unsigned_notes: 0 };
    if (endpointNamed(name).method === 'GET') return [];
    const { base_version } = (input as { write: { base_version: number } }).write;
    if (base_version !== stored.version)
      throw new ApiError('record.stale', { current: stored, changed: changedBy });
    if (refuses !== null) throw refuses;
    writes.push([name, input]);
    return undefined;
  });
  Object.assign(office.engine, { refresh: async () => undefined });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Presses Delete and CONFIRM, and returns the dialog that asks because it came too late. */
async function deleteLate(title = 'Someone else changed this', button = 'Delete') {
  press(button);
  fireEvent.click(await screen.findByRole('button', { name: 'CONFIRM' }));
  return dialogAsking(title);
}

async function dialogAsking(title = 'Someone else changed this') {
  const dialog = await screen.findByRole('dialog', { name: title });
  await within(dialog).findByRole('button', { name: /anyway/ });
  return dialog;
}

const pressIn = (dialog: HTMLElement, name: string) =>
  fireEvent.click(within(dialog).getByRole('button', { name }));

const deleteClient = (facts: Partial<ClientFacts['uses']> = {}) =>
  showTo(
    device,
    office,
    <DeleteClient
      facts={{ client, uses: { ...uses, ...facts } } as ClientFacts}
      onKept={reload}
      onGone={onGone}
    />,
  );

describe('a deletion on a page that came too late', () => {
  test('says what changed, and deletes the version that it showed', async () => {
    stored = { ...client, version: 3, name: 'Copperline Charters', active: 0 } as typeof stored;
    deleteClient();
    const dialog = await deleteLate();
    expect(dialog.textContent).toContain('Changed by Dana Ruiz, 03/10/2026 10:42 AM');
    expect(dialog.textContent).toContain('NameIt wasCopperlineIt is nowCopperline Charters');
    expect(dialog.textContent).toContain('ActiveIt wasYesIt is nowNo');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(writes).toEqual([]);

    pressIn(dialog, 'Delete anyway');
    await waitFor(() => expect(onGone).toHaveBeenCalledOnce());
    expect(writes).toEqual([
      ['client.delete', expect.objectContaining({ write: expect.objectContaining({ base_version: 3 }) })],
    ]);
  });

  test('keeps the record and shows the latest version for people who keep it', async () => {
    stored = { ...client, version: 3, purchase_order: 'PO 7' } as typeof stored;
    deleteClient();
    pressIn(await deleteLate(), 'Keep it');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(reload).toHaveBeenCalledOnce();
    expect(onGone).not.toHaveBeenCalled();
    expect(writes).toEqual([]);
  });

  test('asks again if someone was faster again', async () => {
    stored = { ...client, version: 3, purchase_order: 'PO 7' } as typeof stored;
    deleteClient();
    const dialog = await deleteLate();
    stored = { ...stored, version: 4, purchase_order: 'PO 8' } as typeof stored;
    pressIn(dialog, 'Delete anyway');
    await waitFor(async () => expect((await dialogAsking()).textContent).toContain('PO 8'));
    expect(writes).toEqual([]);
    pressIn(await dialogAsking(), 'Delete anyway');
    await waitFor(() => expect(onGone).toHaveBeenCalledOnce());
    expect(writes).toHaveLength(1);
  });

  test('archives instead where the record is in use, if people say so', async () => {
    stored = { ...client, version: 3, purchase_order: 'PO 7' } as typeof stored;
    deleteClient({ students: 2 });
    const dialog = await deleteLate();
    expect(dialog.textContent).toContain("It isn't archived yet.");
    pressIn(dialog, 'Archive anyway');
    await waitFor(() => expect(onGone).toHaveBeenCalledOnce());
    expect(writes).toEqual([['client.set-active', expect.objectContaining({ body: { active: 0 } })]]);
  });

  test('of a draft invoice that was sent in another tab says so, and its number stays', async () => {
    const sent = { status: 'sent', number: '2026-0007', total_cents: 16_000, version: 2 };
    stored = draft;
    showTo(
      device,
      office,
      <InvoicePage
        id={draft.id}
        back={null}
        notFound={<p>Page not found</p>}
        whyLink={() => null}
        waitingLink={() => null}
        onDeleted={onGone}
      />,
      { auth: ROLES.superAdmin, grants: [] },
    );
    await screen.findByRole('button', { name: 'Delete draft' });
    stored = { ...draft, ...sent } as typeof stored;
    const dialog = await deleteLate('Someone else changed this', 'Delete draft');
    expect(dialog.textContent).toContain('StatusIt wasDraftIt is nowSent');
    expect(dialog.textContent).toContain('NumberIt wasNoneIt is now2026-0007');
    pressIn(dialog, 'Keep it');
    await screen.findByRole('heading', { name: /2026-0007/ });
    expect(screen.queryByRole('button', { name: 'Delete draft' })).toBeNull();
    expect(onGone).not.toHaveBeenCalled();
    expect(writes).toEqual([]);
  });

  test('of a draft invoice whose note was changed deletes the version that it showed', async () => {
    stored = draft;
    showTo(
      device,
      office,
      <InvoicePage
        id={draft.id}
        back={null}
        notFound={null}
        whyLink={() => null}
        waitingLink={() => null}
        onDeleted={onGone}
      />,
      { auth: ROLES.superAdmin, grants: [] },
    );
    await screen.findByRole('button', { name: 'Delete draft' });
    stored = { ...draft, note: 'Net 45', version: 2 } as typeof stored;
    const dialog = await deleteLate('Someone else changed this', 'Delete draft');
    expect(dialog.textContent).toContain('Net 45');
    pressIn(dialog, 'Delete anyway');
    await waitFor(() => expect(onGone).toHaveBeenCalledOnce());
    expect(writes).toEqual([
      ['invoice.delete', expect.objectContaining({ write: expect.objectContaining({ base_version: 2 }) })],
    ]);
  });

  test('says why the server refuses it, and stays', async () => {
    stored = { ...period, version: 2, is_locked: true } as unknown as typeof stored;
    refuses = new ApiError('record.in-use', { message: 'The period has sessions now.' });
    showTo(
      device,
      office,
      <DeletePeriod period={period} title="December" reload={reload} onDeleted={onGone} />,
    );
    const dialog = await deleteLate();
    expect(dialog.textContent).toContain('LockedIt wasNoIt is nowYes');
    pressIn(dialog, 'Delete anyway');
    expect((await within(dialog).findByRole('alert')).textContent).toContain('The period has sessions now.');
    expect(onGone).not.toHaveBeenCalled();
  });

  test('says that the person changed it themselves in another place', async () => {
    changedBy = { ...DANA, by: device.workspace.user_id };
    stored = { ...client, version: 3, purchase_order: 'PO 7' } as typeof stored;
    deleteClient();
    expect((await deleteLate('You changed this in another place')).textContent).toContain('Changed by you,');
  });
});

/** A page that shows the stored record after each write. */
function Page({
  first,
  page,
}: {
  first: object;
  page: (record: object, onDone: () => Promise<void>) => ReactNode;
}) {
  const [shown, setShown] = useState(first);
  return page(shown, async () => setShown(stored));
}

const student = { id: uuidv7(), first_name: 'Ida', last_name: 'Quist', archived: false, version: 2 };
const provider = {
  ...{ id: uuidv7(), provider_first: 'Sam', provider_last: 'Cho' },
  archived: false,
  version: 2,
};

describe('an archiving that came too late, because someone else was faster', () => {
  test.each([
    {
      first: client,
      gone: { active: 0 },
      page: (record: object, onDone: () => Promise<void>) => (
        <ActivateClient facts={{ client: record as ClientFile, uses, members: [] }} onDone={onDone} />
      ),
      label: 'Deactivate',
      write: ['client.set-active', { body: { active: 0 } }],
    },
    {
      first: student,
      gone: { archived: true },
      page: (record: object, onDone: () => Promise<void>) => (
        <ArchiveStudent student={record as StudentFile} onDone={onDone} />
      ),
      label: 'Archive',
      write: ['student.set-archived', { body: { archived: true } }],
    },
    {
      first: provider,
      gone: { archived: true },
      page: (record: object, onDone: () => Promise<void>) => (
        <ActivateProvider
          isInvited={false}
          provider={record as ProviderFile}
          onDone={onDone}
          onHandOver={undefined}
        />
      ),
      label: 'Deactivate',
      write: ['provider.deactivate', {}],
    },
  ])('never turns into its opposite: $write.0', async ({ first, gone, page, label, write }) => {
    stored = { ...first, ...gone, version: 3 } as typeof stored;
    showTo(device, office, <Page first={first} page={page} />);
    press(label);
    const dialog = await screen.findByRole('alertdialog', { name: `Confirmation - ${label}` });
    pressIn(dialog, 'CONFIRM');
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Dana Ruiz changed this');
    expect(dialog.textContent).toContain(`Are you sure you want to ${label}`);
    expect(writes).toEqual([]);
    pressIn(dialog, 'CONFIRM');
    await waitFor(() => expect(writes).toEqual([[write[0], expect.objectContaining(write[1] as object)]]));
  });
});
