import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClaimBatch, ClaimBatches } from '#contract/claim-batches.ts';
import { ClaimBatchButton } from '#features/billing/claim-batch-sheet.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const batch: ClaimBatch = {
  ...{ id: uuidv7(), version: 1, start_date: '2026-09-01', end_date: '2026-09-30', payer: 'Sierra Care' },
  ...{ payer_id: 'SC001', organization: 'Brightpath', npi: '1234567893', tax_id: '12-3456789' },
  ...{ street: '1 Main Street', city: 'Fresno', state: 'CA', zip: '93701-0001', contact_name: 'Olga Ortiz' },
  ...{ contact_phone: '559-555-0100', submitter_id: 'BRIGHT1', receiver_name: 'Clearpath' },
  ...{ receiver_id: 'CLEAR', control_number: 7, claim_count: 2, total_cents: 12_100, created_by: uuidv7() },
  ...{ created_by_name: 'Tessa Quill', captured_at: '2026-10-02T17:00:00.000Z', void_reason: '' },
  voided_at: null,
};
const found: ClaimBatches = {
  organization: 'Brightpath',
  payers: [
    { payer: 'Bayline Mutual', claims: 1, students: 1, total_cents: 5_000 },
    { payer: 'Sierra Care', claims: 3, students: 2, total_cents: 18_150 },
  ],
  left_out: [{ reason: 'Member ID is missing', lines: 4 }],
  claimed: 2,
  batches: [batch],
};

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

test('a claim batch is made as the last one, after what is missing was entered', async () => {
  const user = userEvent.setup();
  const { workspace } = device;
  const office = scriptedOffice((name) => (name === 'claim-batch.list' ? found : batch));
  const profile = { user_id: workspace.user_id, provider_id: null, auth: '0', grants: [], services: [] };
  const engine = { ...office.engine, refresh: async () => undefined };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      <ClaimBatchButton days={{ from: '2026-10-01', to: '2026-10-31' }} />
    </SignedInContext>,
    { wrapper: InRouter },
  );
  await user.click(await screen.findByRole('button', { name: 'Claim batches' }));
  const sheet = await screen.findByRole('dialog', { name: 'Claim batches' });
  const texts = (name: string) =>
    within(within(sheet).getByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  await within(sheet).findByRole('list', { name: 'Ready to file' });
  expect(texts('Ready to file')).toEqual([
    'Bayline Mutual: 1 claim line for 1 student, $50.00',
    'Sierra Care: 3 claim lines for 2 students, $181.50',
  ]);
  expect(texts('Left out')).toEqual(['Member ID is missing: 4 claim lines']);
  expect(texts('Batches')[0]).toContain('No. 7, Sierra Care');
  expect(within(sheet).getByRole('button', { name: 'Download batch 7: Claim file (837P)' })).toBeDefined();

  const made = () => office.calls.filter(([name]) => name === 'claim-batch.create');
  await user.click(within(sheet).getByRole('button', { name: 'Create batch' }));
  expect(await within(sheet).findByText('This field is required.')).toBeDefined();
  expect(made()).toEqual([]);
  expect(document.activeElement).toBe(within(sheet).getByRole('textbox', { name: 'Payer ID' }));
  await user.selectOptions(within(sheet).getByLabelText('Payer'), 'Sierra Care');
  await user.click(within(sheet).getByRole('button', { name: 'Create batch' }));
  await vi.waitFor(() => expect(made()).toHaveLength(1));
  expect(made()[0]?.[1].body).toMatchObject({
    ...{ start_date: '2026-10-01', end_date: '2026-10-31', payer: 'Sierra Care', payer_id: 'SC001' },
    ...{ npi: '1234567893', tax_id: '12-3456789', receiver_id: 'CLEAR' },
  });
});
