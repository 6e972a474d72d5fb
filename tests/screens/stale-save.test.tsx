import { readdirSync, readFileSync } from 'node:fs';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Availability } from '#contract/availability.ts';
import type { ClientFile } from '#contract/clients.ts';
import { ApiError } from '#contract/errors.ts';
import { type EndpointName, endpointNamed } from '#contract/index.ts';
import { AvailabilityForm } from '#features/availability/availability-form.tsx';
import { ClientForm } from '#features/clients/client-form.tsx';
import { OrganizationForm } from '#features/organization/organization-form.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const DANA = { by: uuidv7(), by_name: 'Dana Ruiz', at: '2026-03-10T17:42:00.000Z' };
const NORTH = uuidv7();
const settings = {
  ...{
    id: uuidv7(),
    name: 'Quail Hill',
    address: '',
    payment_instructions: '',
    uses_24_hour_clock: false,
    pay_period_kind: 'half-monthly' as const,
  },
  ...{ pay_period_anchor: '2026-07-05', logo: null, version: 4, configured_name: '', today: '2026-03-10' },
  ...{ pay_file_columns: [], pay_file_codes: [] },
};
const client = {
  ...{ id: uuidv7(), name: 'Copperline', active: 1, needs_codes: false, makeup_windows: [], version: 2 },
  ...{ district: null, district_name: null, manager: null, manager_name: null, services: [], regions: [] },
  ...{ is_insurance: false, contacts: [], contract_number: '', contract_start: null, contract_end: null },
  ...{ contract_cap_cents: null, purchase_order: '', invoice_address: '', service_list: [], region_list: [] },
} as unknown as ClientFile;

let device: TestDevice;
let office: ReturnType<typeof scriptedOffice>;
/** What the server has by now; a save of an older version is refused. */
let stored: { version: number };
let writes: [EndpointName, object][];
let changedBy: typeof DANA;
let reads: (name: EndpointName) => unknown;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  writes = [];
  changedBy = DANA;
  reads = () => [];
  office = scriptedOffice((name, input) => {
    if (endpointNamed(name).method === 'GET') return reads(name);
    const { base_version } = (input as { write: { base_version: number } }).write;
    if (base_version !== stored.version)
      throw new ApiError('record.stale', { current: stored, changed: changedBy });
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

async function open(form: ReactNode) {
  showTo(device, office, form);
  const shown = within(await screen.findByRole('form'));
  return {
    type: (label: string, value: string) =>
      fireEvent.change(shown.getByLabelText(label), { target: { value } }),
    valueOf: (label: string) => shown.getByLabelText<HTMLInputElement>(label).value,
    save: () => fireEvent.click(screen.getByRole('button', { name: 'Save', hidden: true })),
  };
}

/** The dialog about someone else's change. */
async function asked(title = 'Someone else changed this too') {
  const dialog = await screen.findByRole('dialog', { name: title });
  const inDialog = within(dialog);
  await inDialog.findByRole('button', { name: 'Save' });
  return {
    words: () => dialog.textContent,
    choose: (field: string, side: RegExp) =>
      fireEvent.click(
        within(inDialog.getByRole('region', { name: field })).getByRole('radio', { name: side }),
      ),
    press: (name: string) => fireEvent.click(inDialog.getByRole('button', { name })),
  };
}

describe('a save that came too late', () => {
  test('says who changed what, asks about what both changed, and saves on the newest version', async () => {
    const onClose = vi.fn();
    stored = {
      ...settings,
      version: 6,
      name: 'Quail Hill Therapy',
      uses_24_hour_clock: true,
    } as typeof stored;
    const form = await open(<OrganizationForm settings={settings} onClose={onClose} />);
    form.type('Name', 'Quail Hill Speech');
    form.save();
    const dialog = await asked();
    expect(dialog.words()).toContain('Changed by Dana Ruiz, 03/10/2026 10:42 AM');
    expect(dialog.words()).toContain('24-hour clockIt wasNoThey changed it toYes');
    expect(writes).toEqual([]);

    dialog.press('Save');
    expect(dialog.words()).toContain('Choose which name to keep.');
    dialog.choose('Name', /Yours/);
    dialog.press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(writes).toEqual([
      [
        'organization.update',
        expect.objectContaining({
          body: expect.objectContaining({ name: 'Quail Hill Speech', uses_24_hour_clock: true }),
          write: expect.objectContaining({ base_version: 6 }),
        }),
      ],
    ]);
  });

  test('takes theirs where people choose so, and then has nothing to save', async () => {
    const onClose = vi.fn();
    stored = { ...settings, version: 6, name: 'Quail Hill Therapy' } as typeof stored;
    const form = await open(<OrganizationForm settings={settings} onClose={onClose} />);
    form.type('Name', 'Quail Hill Speech');
    form.save();
    const dialog = await asked();
    dialog.choose('Name', /Theirs/);
    dialog.press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(writes).toEqual([]);
  });

  test("says that it was one's own change in another place", async () => {
    changedBy = { ...DANA, by: device.workspace.user_id };
    stored = {
      ...settings,
      version: 6,
      name: 'Quail Hill Therapy',
      uses_24_hour_clock: true,
    } as typeof stored;
    const onClose = vi.fn();
    const form = await open(<OrganizationForm settings={settings} onClose={onClose} />);
    form.type('Name', 'Quail Hill Speech');
    form.save();
    const dialog = await asked('You changed this in another place too');
    expect(dialog.words()).toContain('You changed the same thing in both places.');
    expect(dialog.words()).toContain('24-hour clockIt wasNoYou changed it toYes');
    expect(dialog.words()).not.toMatch(/They changed|They also|Theirs/);
    dialog.choose('Name', /In the other place.*Quail Hill Therapy/);
    dialog.choose('Name', /In this form.*Quail Hill Speech/);
    dialog.press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(writes[0]?.[1]).toMatchObject({ body: { name: 'Quail Hill Speech', uses_24_hour_clock: true } });
  });

  test('keeps what was typed for people who go back, and asks again', async () => {
    stored = { ...settings, version: 6, name: 'Quail Hill Therapy' } as typeof stored;
    const form = await open(<OrganizationForm settings={settings} onClose={vi.fn()} />);
    form.type('Name', 'Quail Hill Speech');
    form.save();
    (await asked()).press('Back to the form');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Someone else/ })).toBeNull());
    expect(form.valueOf('Name')).toBe('Quail Hill Speech');

    stored = { ...stored, version: 7 };
    form.save();
    const dialog = await asked();
    dialog.choose('Name', /Yours/);
    dialog.press('Save');
    await waitFor(() => expect(writes).toHaveLength(1));
    expect(writes[0]?.[1]).toMatchObject({ write: { base_version: 7 } });
  });

  test('asks once more if someone was faster again', async () => {
    const onClose = vi.fn();
    stored = { ...settings, version: 5, uses_24_hour_clock: true } as typeof stored;
    const form = await open(<OrganizationForm settings={settings} onClose={onClose} />);
    form.type('Name', 'Quail Hill Speech');
    form.save();
    const first = await asked();
    expect(first.words()).toContain("You didn't change the same things.");
    stored = { ...stored, version: 6, name: 'Quail' } as typeof stored;
    first.press('Save');
    await waitFor(() => expect(screen.getByRole('region', { name: 'Name' })).toBeTruthy());
    const second = await asked();
    // What the first merge took is no longer news.
    expect(second.words()).not.toContain('24-hour clock');
    second.choose('Name', /Yours/);
    second.press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(writes[0]?.[1]).toMatchObject({
      body: { name: 'Quail Hill Speech', uses_24_hour_clock: true },
      write: { base_version: 6 },
    });
  });

  test('reads the whole record, with its names, where the refused row has not all of it', async () => {
    const now = {
      ...client,
      version: 3,
      name: 'Copperline USD',
      regions: [NORTH],
      contract_cap_cents: 5_000,
    };
    reads = (name) => {
      if (name === 'client.read') return { client: now };
      return name === 'client.list-region-numbers' ? [{ id: NORTH, name: 'North', region_number: '4' }] : [];
    };
    stored = { id: client.id, version: 3 } as unknown as typeof stored;
    const form = await open(<ClientForm client={client} onClose={vi.fn()} />);
    form.type('Name', 'Copper Line');
    form.save();
    const dialog = await asked();
    expect(dialog.words()).toContain('RegionsIt wasNoneThey changed it toNorth');
    expect(dialog.words()).toContain('Contract capIt wasNoneThey changed it to$50.00');
    dialog.choose('Name', /Theirs.*Copperline USD/);
  });

  test('puts values into words that no field of the record has', async () => {
    const availability: Availability = { id: uuidv7(), weekly: [], days_off: [], version: 1 };
    stored = {
      ...availability,
      version: 2,
      weekly: [{ weekday: 2, from: '09:00', to: '12:00' }],
    } as typeof stored;
    const onClose = vi.fn();
    const form = await open(<AvailabilityForm availability={availability} onClose={onClose} />);
    form.type('Monday from', '08:00');
    form.type('Monday until', '15:00');
    form.save();
    const dialog = await asked();
    dialog.choose('Weekly hours', /Yours.*Monday 8:00 AM–3:00 PM/);
    dialog.choose('Weekly hours', /Theirs.*Tuesday 9:00 AM–12:00 PM/);
    dialog.press('Save');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });
});

test('every form that changes a record on the server merges a save that came too late', () => {
  const forms = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('-form.tsx'))
    .map((file) => ({ file, source: readFileSync(`src/${file}`, 'utf8') }))
    .filter(
      ({ source }) => /write\([^)]*\.(update|save|set)/.test(source) && source.includes('useEntityForm'),
    );
  expect(forms.length).toBeGreaterThan(15);
  const lacking = forms.filter(
    ({ source }) =>
      !/merge: (\{|\w+Merge,)/.test(source) || !/opened\??\.version|\(opened \?\? \w+\)/.test(source),
  );
  expect(lacking.map(({ file }) => file)).toEqual([]);
});
