import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EndpointName } from '#contract/index.ts';
import type { PayLinePage, PayLineSums } from '#contract/payroll-figures.ts';
import { approvedPayroll } from '#features/payroll/approved-payroll.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const [PAULA, SPEECH, CLIENT] = [uuidv7(), uuidv7(), uuidv7()];
const head = { as_of: '2026-11-25T20:00:00.000Z', unsynced: [] };
const names = {
  providers: [{ id: PAULA, name: 'Paula Pine' }],
  services: [{ id: SPEECH, name: 'Speech' }],
  clients: [],
};

function line(at: number): PayLinePage['lines'][number] {
  return {
    ...{ key: `session ${at}`, kind: 'session', provider: PAULA, day: `2026-11-0${at}`, session: uuidv7() },
    ...{ session_version: 1, service: SPEECH, client: null, minutes: 30, hourly_cents: 6_000, percent: 100 },
    ...{ amount_cents: 3_000 + at, is_approved: true, is_late: false, finding: null, why: ['Half an hour.'] },
    because: null,
  };
}

const SECOND = `2026-11-02 ${PAULA}`;
const THIRD = `2026-11-04 ${PAULA}`;
const pages: Record<string, Pick<PayLinePage, 'lines' | 'next'>> = {
  '': { lines: [line(1), line(2)], next: SECOND },
  [SECOND]: { lines: [line(3), line(4)], next: THIRD },
  [THIRD]: { lines: [line(5)], next: null },
};
const sums: PayLineSums = {
  ...{ ...head, lines: 5, minutes: 150, amount_cents: 15_015, premium_cents: 250, extra_cents: 0 },
  ...{
    missing_rates: 0,
    kinds: ['session', 'meal-premium'],
    clients: [{ id: CLIENT, name: 'Kestrel Hill' }],
  },
};
const answer = (name: EndpointName, { query }: { query?: Record<string, string> } = {}) =>
  name.startsWith('payroll.sum-') ? sums : { ...head, names, ...pages[query?.after ?? ''] };

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

const amounts = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .flatMap(({ textContent }) => /\$30\.\d\d/.exec(textContent ?? '')?.[0] ?? [])
    .filter((text) => text !== '$30.00');

describe('Completed & Approved', () => {
  test('shows a page with the totals of all lines, and what they pay for, from the server', async () => {
    const { user, office } = openReport(device, approvedPayroll, answer, { role: '0' });
    const table = await screen.findByRole('table', { name: 'Pay lines' });
    await waitFor(() => expect(screen.getByText(/2 of 5 lines/)).toBeDefined());
    expect(within(table).getByRole('row', { name: /^Total/ }).textContent).toContain('$150.15');
    expect(screen.getByLabelText('Totals').textContent).toContain('Premiums$2.50');
    // No line of the page is a meal premium.
    expect(screen.getByRole('combobox', { name: 'Pays for' }).textContent).toContain('Meal premium');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getByText(/4 of 5 lines/)).toBeDefined());
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
    expect(amounts(table)).toEqual(['$30.01', '$30.02', '$30.03', '$30.04', '$30.05']);
    expect(office.calls.filter(([name]) => name === 'payroll.sum-approved')).toHaveLength(1);
  });

  test('asks the server for the lines of a client and service, and for those of neither', async () => {
    for (const narrowed of [
      { client: CLIENT, service: SPEECH },
      { client: 'none', service: 'none' },
    ]) {
      const { office } = openReport(device, approvedPayroll, answer, { role: '0', start: narrowed });
      await screen.findByRole('table', { name: 'Pay lines' });
      await waitFor(() => expect(office.calls.length).toBeGreaterThan(1));
      for (const [, { query }] of office.calls) expect(query).toMatchObject(narrowed);
      cleanup();
    }
  });

  test('has every line in a file, although one page is shown', async () => {
    const keep = vi.fn<(file: Blob) => string>().mockReturnValue('blob:x');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: keep, revokeObjectURL() {} }));
    const { user } = openReport(device, approvedPayroll, answer, { role: '0' });
    await screen.findByRole('table', { name: 'Pay lines' });
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await waitFor(() => expect(keep).toHaveBeenCalled());
    const rows = ((await keep.mock.calls[0]?.[0].text()) ?? '').trim().split('\r\n');
    expect(rows.slice(1).map((row) => /30\.0\d/.exec(row)?.[0])).toEqual(
      [1, 2, 3, 4, 5].map((at) => `30.0${at}`),
    );
  });

  test('asks the server for an order that it has, and puts all lines in any other', async () => {
    openReport(device, approvedPayroll, answer, { role: '0', start: { sort: '-amount' } });
    const table = await screen.findByRole('table', { name: 'Pay lines' });
    await waitFor(() => expect(amounts(table)).toEqual(['$30.05', '$30.04', '$30.03', '$30.02', '$30.01']));
    cleanup();
    const { office } = openReport(device, approvedPayroll, answer, {
      ...{ role: '0', start: { sort: '-provider', show: 'unapproved', kind: 'session', search: 'paula' } },
    });
    await screen.findByRole('table', { name: 'Pay lines' });
    await waitFor(() => expect(office.calls.length).toBeGreaterThan(1));
    expect(office.calls.map(([name]) => name).sort()).toEqual([
      'payroll.list-unapproved',
      'payroll.sum-unapproved',
    ]);
    for (const [, { query }] of office.calls)
      expect(query).toMatchObject({ kind: 'session', search: 'paula' });
    expect(office.calls.find(([name]) => name === 'payroll.list-unapproved')?.[1].query?.sort).toBe(
      '-provider',
    );
  });
});
