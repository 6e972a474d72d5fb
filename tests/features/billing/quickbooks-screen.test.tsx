import { cleanup, render, screen } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QuickBooksScreen } from '#features/billing/quickbooks-screen.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { InRouter } from '#tests/support/in-router.tsx';
import { scriptedOffice, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

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

const INVOICE = {
  ...{ id: uuidv7(), entry: 'invoice', number: 'INV-2026-00004', customer: 'Jimenez Family' },
  ...{ invoice_date: '2026-10-05', total_cents: 36_000 },
};

test.each([
  ['offers a batch if invoices are ready', [INVOICE], false],
  ['offers no batch if everything is exported', [], true],
])('%s', async (_, ready, isDisabled) => {
  const { workspace } = device;
  const { engine } = scriptedOffice(() => ({
    ...{ as_of: '2026-10-06T17:00:00.000Z', unsynced: [], ready, problems: [], drafts: 0, batches: [] },
  }));
  const profile = { user_id: workspace.user_id, provider_id: null, auth: '0', grants: [], services: [] };
  render(
    <SignedInContext value={{ profile, workspace, engine } as unknown as SignedInDevice}>
      <QuickBooksScreen search={{}} onSearch={vi.fn()} onOpen={vi.fn()} problemLink={() => null} />
    </SignedInContext>,
    { wrapper: InRouter },
  );
  await screen.findByText(isDisabled ? 'Everything is exported' : 'INV-2026-00004');
  const button = screen.getByRole('button', { name: 'Create batch' }) as HTMLButtonElement;
  expect(button.disabled).toBe(isDisabled);
  expect(screen.queryByText('Nothing is missing. You can create a batch.') === null).toBe(isDisabled);
});
