import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BillingSum, ListedLine } from '#contract/billing-reports.ts';
import type { EndpointName } from '#contract/index.ts';
import { csvColumns } from '#contract/report-files/file-cells.ts';
import { billingLines } from '#features/billing/billing-lines.tsx';
import { clientBilling } from '#features/billing/billing-sums.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { csvText } from '#ui/csv.ts';

const CLIENT = uuidv7();
const billed: ListedLine = {
  ...{ session: uuidv7(), student: uuidv7(), student_name: 'Anna Abara', session_date: '2026-10-06' },
  ...{ start_time: '09:00', client: CLIENT, client_name: 'Quailhaven District', provider: uuidv7() },
  ...{ provider_name: 'Paula Pine', service: uuidv7(), service_name: 'Speech', location: null },
  ...{ location_name: '', setting: 'individual', attendance: 'delivered', kind: 'billed', blocker: null },
  ...{ minutes: 30, hourly_cents: 12_100, amount_cents: 6_050, rate: uuidv7(), rate_level: 'client' },
  ...{ rate_cents: 12_100, rate_year: 2026, reasons: ['Client rate for 2026–2027.'], is_approved: true },
  ...{ approved_by_name: 'Tessa Quill', approved_at: '2026-10-20T17:00:00.000Z', late_for_client: true },
  ...{ late_for_payroll: false, captured_at: '2026-11-06T17:00:00.000Z' },
  ...{ received_at: '2026-11-06T17:00:00.000Z', invoice: null },
};
const blocked: ListedLine = {
  ...billed,
  ...{ session: uuidv7(), kind: 'blocked', blocker: 'rate', minutes: 0, amount_cents: 0, hourly_cents: null },
  ...{ rate: null, rate_level: null, rate_cents: null, rate_year: null, reasons: ['No rate for 2026–2027.'] },
};
const sums: BillingSum[] = [
  {
    ...{ id: CLIENT, name: 'Quailhaven District', group: '', sessions: 2, minutes: 30, amount_cents: 6_050 },
    ...{ invoiced_cents: 0, open_cents: 6_050, blocked: 1, not_billed: 0, unapproved: 0, late: 1 },
  },
  {
    ...{ id: uuidv7(), name: 'Rivera Family', group: '', sessions: 1, minutes: 20, amount_cents: 3_333 },
    ...{ invoiced_cents: 3_333, open_cents: 0, blocked: 0, not_billed: 0, unapproved: 0, late: 0 },
  },
];

const head = {
  as_of: '2026-11-25T20:00:00.000Z',
  unsynced: [{ id: uuidv7(), name: 'Paula Pine', changes: 3, since: '2026-11-25T16:00:00.000Z' }],
};
const lineSums = {
  ...{ ...head, lines: 2, open: 1, invoiced: 0, blocked: 1, not_billed: 0, minutes: 30, amount_cents: 6_050 },
  clients: [{ id: CLIENT, name: 'Quailhaven District' }],
};
const answer = (name: EndpointName) => {
  if (name === 'billing.list-lines') return { ...head, lines: [billed, blocked], next: null };
  return name === 'billing.sum-lines' ? lineSums : { ...head, sums };
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

describe('Client Billing', () => {
  test('adds up, says what is missing and whose devices it lacks, and opens a client', async () => {
    const { opened, user } = openReport(device, clientBilling, answer, { role: '0' });
    const table = await screen.findByRole('grid', { name: 'Client Billing' });
    expect(within(table).getByText('1 to resolve')).toBeDefined();
    const total = within(table).getByRole('row', { name: /^Total/ });
    expect(total.textContent).toContain('$93.83');
    expect(
      screen.getByText(/Not up to date: Paula Pine has 3 unsynced changes since 11\/25\/2026/),
    ).toBeDefined();
    await user.click(within(table).getByText('Quailhaven District'));
    expect(opened).toEqual([CLIENT]);
  });

  test('says why a figure is what it is, by service and rate', async () => {
    const { user } = openReport(device, clientBilling, answer, { role: '0' });
    const table = await screen.findByRole('grid', { name: 'Client Billing' });
    const [first] = within(table).getAllByRole('button', { name: '$60.50, why this number' });
    if (first !== undefined) await user.click(first);
    const why = await screen.findByRole('dialog', { name: 'Why this number' });
    expect(
      await within(why).findByText('Speech, Client rate, 2026–2027, $121.00 an hour: 1 line, 30 min'),
    ).toBeDefined();
    expect(within(why).getByText('$60.50')).toBeDefined();
  });
});

test('what has no client opens the lines without one, and is explained by them', async () => {
  const office = openReport(
    device,
    clientBilling,
    (name) =>
      name === 'billing.sum-clients'
        ? { ...head, sums: [{ ...sums[0], id: 'none', name: 'No client' }] }
        : answer(name),
    { role: '0' },
  );
  const table = await screen.findByRole('grid', { name: 'Client Billing' });
  await office.user.click(within(table).getAllByRole('button', { name: /^\$60\.50/ })[0] as HTMLElement);
  await screen.findByRole('dialog', { name: 'Why this number' });
  const asked = office.office.calls.filter(([name]) => name === 'billing.list-lines');
  expect(asked.map(([, { query }]) => query?.client)).toEqual(['none']);
});

describe('the billing lines', () => {
  test('have no amount where a rate is missing, but a link to where it is added', async () => {
    const { user } = openReport(device, billingLines, answer, { role: '0' });
    const table = await screen.findByRole('table', { name: 'Billing lines' });
    expect(within(table).queryByText('$0.00')).toBeNull();
    const link = within(table).getByRole('link', { name: 'Add a rate' });
    expect(link.getAttribute('href')).toContain(`/clients/info/${CLIENT}/quailhaven-district?tab=rates`);
    await user.click(within(table).getByRole('button', { name: '$60.50, why this number' }));
    const why = await screen.findByRole('dialog', { name: 'Why this number' });
    expect(within(why).getByText(/^Hours: Approved by Tessa Quill/)).toBeDefined();
    expect(within(why).getByText(/^Lateness: .* after the month's invoice was sent$/)).toBeDefined();
  });

  test.each([
    ['client', '0', "Add the student's client", '/students/info/student'],
    ['authorization', '0', 'Check the assigned service', '/students/info/student?tab=services'],
    ['late-entry', '0', 'Review the late entry', '/my-sessions/info/session'],
    // A provider with the grant for billing opens no student by their ID.
    ['client', '2', "Add the student's client", '/my-sessions/info/session'],
  ] as const)(
    'blocked by %s lead people of role %s to where it is settled',
    async (blocker, role, name, to) => {
      const line = {
        ...blocked,
        blocker,
        client: null,
        client_name: '',
        session: 'session',
        student: 'student',
      };
      openReport(
        device,
        billingLines,
        (call) => (call === 'billing.list-lines' ? { ...head, lines: [line], next: null } : lineSums),
        { role },
      );
      const table = await screen.findByRole('table', { name: 'Billing lines' });
      expect((await within(table).findByRole('link', { name })).getAttribute('href')).toBe(to);
    },
  );

  describe('in pages', () => {
    const line = (at: number): ListedLine => ({
      ...billed,
      ...{ session: uuidv7(), student_name: `Student ${at}`, session_date: `2026-10-0${at}` },
    });
    const pages: Record<string, { lines: ListedLine[]; next: string | null }> = {
      '': { lines: [line(1), line(2)], next: '2026-10-02 09:00' },
      '2026-10-02 09:00': { lines: [line(3), line(4)], next: '2026-10-04 09:00' },
      '2026-10-04 09:00': { lines: [line(5)], next: null },
    };
    const OTHER = uuidv7();
    const paged = (name: EndpointName, { query }: { query?: Record<string, string> } = {}) =>
      name === 'billing.list-lines'
        ? { ...head, ...pages[query?.after ?? ''] }
        : {
            ...lineSums,
            ...{ lines: 5, open: 5, blocked: 0, minutes: 150, amount_cents: 30_250 },
            clients: [...lineSums.clients, { id: OTHER, name: 'Rivera Family' }],
          };
    const shownRows = (table: HTMLElement) =>
      within(table)
        .getAllByRole('row')
        .flatMap(({ textContent }) => /Student \d/.exec(textContent ?? '')?.[0] ?? []);

    test('show the totals of all of them, and load more when asked for', async () => {
      const { user, office } = openReport(device, billingLines, paged, { role: '0' });
      const table = await screen.findByRole('table', { name: 'Billing lines' });
      expect(shownRows(table)).toEqual(['Student 1', 'Student 2']);
      await waitFor(() => expect(screen.getByText(/2 of 5 lines/)).toBeDefined());
      expect(within(table).getByRole('row', { name: /^Total/ }).textContent).toContain('$302.50');
      expect(screen.getByLabelText('Totals').textContent).toContain('Lines5');
      await user.click(screen.getByRole('button', { name: 'Show more' }));
      await waitFor(() => expect(shownRows(table)).toHaveLength(4));
      expect(within(table).getByRole('row', { name: /^Total/ }).textContent).toContain('$302.50');
      await user.click(screen.getByRole('button', { name: 'Show more' }));
      await waitFor(() => expect(shownRows(table)).toHaveLength(5));
      expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
      expect(office.calls.filter(([name]) => name === 'billing.sum-lines')).toHaveLength(1);
    });

    test('are all in a file, although one page is shown', async () => {
      const keep = vi.fn<(file: Blob) => string>().mockReturnValue('blob:x');
      vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: keep, revokeObjectURL() {} }));
      const { user } = openReport(device, billingLines, paged, { role: '0' });
      await screen.findByRole('table', { name: 'Billing lines' });
      await user.click(screen.getByRole('button', { name: 'Export' }));
      await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
      await waitFor(() => expect(keep).toHaveBeenCalled());
      const rows = ((await keep.mock.calls[0]?.[0].text()) ?? '').trim().split('\r\n');
      expect(rows.slice(1).map((row) => /Student \d/.exec(row)?.[0])).toEqual(
        [1, 2, 3, 4, 5].map((at) => `Student ${at}`),
      );
    });

    test('are put in another order by all of them, and narrowed by the server', async () => {
      const { office } = openReport(device, billingLines, paged, {
        ...{
          role: '0',
          start: {
            sort: '-student',
            status: 'open',
            search: 'student',
            client: 'none',
            approval: 'approved',
          },
        },
      });
      const table = await screen.findByRole('table', { name: 'Billing lines' });
      await waitFor(() => expect(shownRows(table)).toEqual([5, 4, 3, 2, 1].map((at) => `Student ${at}`)));
      // The rows of one page don't have all clients, and none of them is "No client".
      const client = screen.getByRole('combobox', { name: 'Client' });
      await waitFor(() => expect(client.textContent).toContain('Rivera Family'));
      expect((client as HTMLSelectElement).selectedOptions[0]?.text).toBe('No client');
      for (const [, { query }] of office.calls) {
        expect(query).toMatchObject({
          status: 'open',
          search: 'student',
          client: 'none',
          approval: 'approved',
        });
      }
    });

    test('say that the totals failed, not that there are none', async () => {
      openReport(
        device,
        billingLines,
        (name, input) => {
          if (name === 'billing.sum-lines') throw new Error('The server had a problem.');
          return paged(name, input);
        },
        { role: '0' },
      );
      await screen.findByRole('table', { name: 'Billing lines' });
      expect(await screen.findByText(/^The totals couldn't be loaded\./)).toBeDefined();
      expect(screen.queryByLabelText('Totals')).toBeNull();
    });
  });

  test('are in dollars in a file, and empty where nothing can be billed', () => {
    const [names = '', first = '', second = ''] = csvText(csvColumns(billingLines.columns), [
      billed,
      blocked,
    ]).split('\r\n');
    const at = names.split(',').indexOf('Amount');
    expect([first, second].map((row) => row.split(',')[at])).toEqual(['60.5', '']);
  });
});
