import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Invoice } from '#contract/invoices.ts';
import { ROLES } from '#domain/access/roles.ts';
import { PayTo } from '#features/billing/pay-to.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { showTo, stubLayout } from '#tests/support/office-screen.tsx';

const WHERE = {
  address: '1420 Harbor Way\nBright Harbor, CA 90000',
  payment_instructions: 'Wire to account 12-345.',
};
const NOWHERE = { address: '', payment_instructions: '' };

let device: TestDevice;
beforeEach(async () => {
  stubLayout();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

describe('where an invoice is paid', () => {
  const show = (pay_to: typeof WHERE, role: string, kind: Invoice['kind'] = 'monthly') =>
    showTo(device, {} as never, <PayTo invoice={{ kind } as Invoice} pay_to={pay_to} />, {
      ...{ auth: role, grants: [] },
    });

  test('is shown to everyone who sees it', () => {
    show(WHERE, ROLES.serviceLead);
    const section = screen.getByRole('region', { name: 'Pay to' });
    expect(section.textContent).toContain('1420 Harbor Way\nBright Harbor, CA 90000');
    expect(section.textContent).toContain('Wire to account 12-345.');
    expect(section.className).not.toContain('print:hidden');
  });

  test('is missing on the screen alone, for people who can add it', () => {
    show(NOWHERE, ROLES.admin);
    expect(screen.getByRole('link', { name: 'Organization' }).getAttribute('href')).toBe(
      '/admin/organization',
    );
    expect(screen.getByRole('region', { name: 'Pay to' }).className).toContain('print:hidden');
  });

  test.each([
    ['someone who cannot add it', NOWHERE, ROLES.serviceLead, 'monthly'],
    ['a credit note', WHERE, ROLES.admin, 'credit'],
  ] as const)('is left out for %s', (_, pay_to, role, kind) => {
    show(pay_to, role, kind);
    expect(screen.queryByRole('region', { name: 'Pay to' })).toBeNull();
  });
});
