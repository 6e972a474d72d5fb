import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import type { FixedInvoiceLine } from '#contract/invoices.ts';
import { invoiceSums } from '#features/billing/invoice-summary.ts';

const line = (
  student_name: string,
  facts: Partial<FixedInvoiceLine['facts']> = {},
  changes: Partial<FixedInvoiceLine> = {},
): FixedInvoiceLine => ({
  ...{ id: uuidv7(), kind: 'session', minutes: 30, amount_cents: 5_333, credited_by: null },
  facts: {
    ...{ student_name, service_name: 'Speech', setting: 'individual', attendance: 'delivered' },
    ...{ hourly_cents: 10_665, ...facts },
  } as FixedInvoiceLine['facts'],
  ...changes,
});

test('a printed invoice adds up lines by student, service, and rate, and comes to the same total', () => {
  const lines = [
    line('Maya Lopez'),
    line('Ana Bell'),
    line('Maya Lopez'),
    line('Maya Lopez', { hourly_cents: 12_000 }),
    line('Maya Lopez', { setting: 'group' }),
    line('Maya Lopez', { attendance: 'no-show' }),
    line('', { setting: 'indirect' }),
    line('Maya Lopez', {}, { kind: 'credit', minutes: -30, amount_cents: -5_333 }),
  ];
  const sums = invoiceSums(lines);
  expect(
    sums.map(({ student, service, sessions, minutes, amount_cents }) => [
      ...[student, service, sessions, minutes, amount_cents],
    ]),
  ).toEqual([
    ['Ana Bell', 'Speech, individual', 1, 30, 5_333],
    ['Indirect work', 'Speech, indirect', 1, 30, 5_333],
    ['Maya Lopez', 'Credit: Speech, individual, as invoiced before', 1, -30, -5_333],
    ['Maya Lopez', 'Speech, group', 1, 30, 5_333],
    ['Maya Lopez', 'Speech, individual', 2, 60, 10_666],
    ['Maya Lopez', 'Speech, individual', 1, 30, 5_333],
    ['Maya Lopez', 'Speech, individual, no show', 1, 30, 5_333],
  ]);
  const total = (of: readonly { amount_cents: number }[]) =>
    of.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  expect(total(sums)).toBe(total(lines));
});
