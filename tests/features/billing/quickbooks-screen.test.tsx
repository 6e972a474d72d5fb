import { randomUUID } from 'node:crypto';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { QuickBooksExports } from '#contract/quickbooks-export.ts';
import { ROLES } from '#domain/access/roles.ts';
import { QuickBooksScreen } from '#features/billing/quickbooks-screen.tsx';
import { answered, showOnline } from '#tests/support/answering-office.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const sent: QuickBooksExports['ready'][number] = {
  ...{ id: randomUUID(), entry: 'invoice', number: 'INV-2026-00007', customer: 'Bailey Family' },
  ...{ invoice_date: '2026-03-02', total_cents: 28_000 },
};

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  await device.close();
});

test.each([
  ['an invoice', [sent], true],
  ['nothing', [], false],
] as const)('with %s to export, it says whether a batch can be created', async (_, ready, canCreate) => {
  const as_of = '2026-03-10T12:00:00.000Z';
  showOnline(
    device,
    <QuickBooksScreen
      search={{}}
      onSearch={() => undefined}
      onOpen={() => undefined}
      problemLink={() => null}
    />,
    () => answered(200, { as_of, unsynced: [], ready, problems: [], drafts: 0, batches: [] }),
    { auth: ROLES.superAdmin },
  );
  await screen.findByRole('heading', { name: /^To export: / });
  expect(screen.queryByText('Nothing is missing. You can create a batch.') !== null).toBe(canCreate);
  expect(screen.getByRole('button', { name: 'Create batch' }).hasAttribute('disabled')).toBe(!canCreate);
});

test('days whose end is before their start are refused at their field, with nothing to try again', async () => {
  showOnline(
    device,
    <QuickBooksScreen
      search={{ from: '2026-03-10', to: '2026-03-01' }}
      onSearch={() => undefined}
      onOpen={() => undefined}
      problemLink={() => null}
    />,
    () =>
      answered(422, { code: 'request.invalid', message: 'The end is before the start.', request_id: 'r' }),
    { auth: ROLES.superAdmin },
  );
  const to = await screen.findByLabelText('Invoices to');
  expect(to.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Choose a day on or after the first one.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Create batch' }).hasAttribute('disabled')).toBe(true);
});

test('invoices and credit notes to export are counted as entries', async () => {
  const as_of = '2026-03-10T12:00:00.000Z';
  const credit = { ...sent, id: randomUUID(), number: 'CR-2026-00008', total_cents: -3_000 };
  showOnline(
    device,
    <QuickBooksScreen
      search={{}}
      onSearch={() => undefined}
      onOpen={() => undefined}
      problemLink={() => null}
    />,
    () => answered(200, { as_of, unsynced: [], ready: [sent, credit], problems: [], drafts: 0, batches: [] }),
    { auth: ROLES.superAdmin },
  );
  expect(await screen.findByRole('heading', { name: 'To export: 2 entries, $250.00' })).toBeDefined();
});
