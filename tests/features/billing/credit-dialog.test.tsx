import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FixedInvoiceLine, Invoice, InvoiceFile } from '#contract/invoices.ts';
import { draftOf } from '#db/drafts.ts';
import { CreditDialog } from '#features/billing/credit-dialog.tsx';
import { addressBelow } from '#features/billing/invoice-words.ts';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const line = (changes: Partial<FixedInvoiceLine>): FixedInvoiceLine => ({
  ...{ id: uuidv7(), kind: 'session', minutes: 30, amount_cents: 6_050, credited_by: null },
  facts: {
    ...{ session: uuidv7(), student: uuidv7(), student_name: 'Anna Abara', session_date: '2026-10-06' },
    ...{ start_time: '09:00', client: uuidv7(), client_name: 'Quailhaven District', provider: uuidv7() },
    ...{ provider_name: 'Paula Pine', service: uuidv7(), service_name: 'Speech', location: null },
    ...{ location_name: '', setting: 'individual', attendance: 'delivered', kind: 'billed', blocker: null },
    ...{ minutes: 30, hourly_cents: 12_100, amount_cents: 6_050, rate: uuidv7(), rate_level: 'client' },
    ...{ rate_cents: 12_100, rate_year: 2026, reasons: [], is_approved: true, approved_by_name: null },
    ...{ approved_at: null, late_for_client: false, late_for_payroll: false },
    ...{ captured_at: '2026-10-06T17:00:00.000Z', received_at: '2026-10-06T17:00:00.000Z' },
  },
  ...changes,
});
const lines = [line({}), line({ amount_cents: 3_025 }), line({ credited_by: 'CR-2026-00002' })];
const invoice = { id: uuidv7(), number: 'INV-2026-00001', status: 'sent', version: 3 } as Invoice;
const file: Pick<InvoiceFile, 'invoice' | 'lines'> = { invoice, lines };

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

function openDialog() {
  const { workspace } = device;
  const office = scriptedOffice(() => invoice);
  const profile = { user_id: workspace.user_id, provider_id: null, auth: '0', grants: [], services: [] };
  const engine = { ...office.engine, refresh: async () => undefined };
  const onClose = vi.fn();
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      <CreditDialog file={file} onClose={onClose} onDone={async () => undefined} />
    </SignedInContext>,
    { wrapper: InRouter },
  );
  return { office, onClose };
}

test('lines of a sent invoice are credited with a reason; those that are credited already are not offered', async () => {
  const user = userEvent.setup();
  const { office, onClose } = openDialog();
  const dialog = await screen.findByRole('dialog', { name: 'Credit INV-2026-00001' });
  const issue = within(dialog).getByRole('button', { name: 'Issue credit note' });
  await user.click(issue);
  expect(await within(dialog).findByText('Choose at least one line.')).toBeDefined();
  expect(within(dialog).getByText('Enter a reason.')).toBeDefined();
  expect(office.calls).toEqual([]);
  expect(document.activeElement).toBe(within(dialog).getByRole('checkbox', { name: 'All lines' }));
  // "All lines", and the two that aren't credited.
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(3);
  await user.click(within(dialog).getByRole('checkbox', { name: /\$30\.25/ }));
  await user.type(within(dialog).getByLabelText('Reason'), 'Disputed.');
  expect(within(dialog).getByText('Credit: $30.25, 1 line')).toBeDefined();
  await user.click(issue);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(office.calls).toMatchObject([
    ['invoice.credit', { params: { id: invoice.id }, body: { lines: [lines[1]?.id], reason: 'Disputed.' } }],
  ]);
});

test('a credit note that is closed before it is issued is restored, until someone starts over', async () => {
  const user = userEvent.setup();
  openDialog();
  let dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('checkbox', { name: /\$30\.25/ }));
  await user.type(within(dialog).getByLabelText('Reason'), 'Disputed.');
  await vi.waitFor(async () =>
    expect(await draftOf(device.workspace.db, `credit|${invoice.id}`)).toMatchObject({
      values: { reason: 'Disputed.' },
    }),
  );
  cleanup();
  openDialog();
  dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Draft restored.')).toBeDefined();
  expect(within(dialog).getByDisplayValue('Disputed.')).toBeDefined();
  expect(within(dialog).getByText('Credit: $30.25, 1 line')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Discard draft' }));
  expect(within(dialog).getByText('Credit: $0.00, 0 lines')).toBeDefined();
  expect(within(dialog).queryByText('Draft restored.')).toBeNull();
});

test.each([
  ['Willow Creek\n1 Main Street', '1 Main Street'],
  ['willow creek \n1 Main Street', '1 Main Street'],
  ['1 Main Street\nWillow Creek', '1 Main Street\nWillow Creek'],
  ['', ''],
])('below the name of who pays, the address %j is %j', (address, below) => {
  expect(addressBelow('Willow Creek', address)).toBe(below);
});
