import { randomUUID } from 'node:crypto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClosingList, PayPeriodClosing } from '#contract/payroll-closing.ts';
import { ROLES } from '#domain/access/roles.ts';
import { CLOSING_ITEMS } from '#domain/payroll/closing-rules.ts';
import { ClosingChecklist } from '#features/payroll/closing-list.tsx';
import { StartPayroll } from '#features/payroll/run-start.tsx';
import { UnratedLines } from '#features/payroll/unrated-lines.tsx';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { answered, showOnline } from '#tests/support/answering-office.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const AT = '2026-03-10T12:00:00.000Z';
const [ANA, BEN] = [randomUUID(), randomUUID()];
const period = {
  ...{ id: randomUUID(), start_date: '2026-02-16', end_date: '2026-02-28' },
  ...{ closed_at: null, is_locked: false, version: 1, uses: { timesheets: 0, runs: 0, steps: 0 } },
};
const boss = { auth: ROLES.superAdmin };

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

/** The checklist with these items; the others are empty. */
function closing(lists: readonly ClosingList[]): PayPeriodClosing {
  const given = new Map(lists.map((list) => [list.item, list]));
  return {
    ...{ as_of: AT, period, steps: [], sheets: [], approved_sheets: 0, runs: [], run_refusal: null },
    obstacles: {
      ...{ unsubmitted: [], unsynced: [], undecided_timesheets: 0, undecided_requests: 0, held_changes: 0 },
    },
    items: CLOSING_ITEMS.map((item) => given.get(item) ?? { item, count: 0, people: [] }),
  };
}

const person = (id: string, name: string, reminded_at: string | null = null) => ({
  ...{ id, name, count: 1, since: null, reminded_at },
});

describe('the checklist of a pay period', () => {
  test('reminds only those who were not reminded today, and has the people behind each count', async () => {
    const bodies: unknown[] = [];
    let reloads = 0;
    showOnline(
      device,
      <ClosingChecklist
        closing={closing([
          {
            ...{ item: 'unsubmitted', count: 2 },
            people: [person(ANA, 'Ana Reyes'), person(BEN, 'Ben Ortiz', '2026-03-10T09:00:00.000Z')],
          },
          { item: 'unsynced', count: 3, people: [{ ...person(BEN, 'Ben Ortiz'), count: 3, since: AT }] },
          { item: 'missing-rate', count: 1, people: [person(ANA, 'Ana Reyes')] },
        ])}
        reload={async () => {
          reloads += 1;
        }}
      />,
      (_, init) => {
        bodies.push(JSON.parse(String(init.body)));
        return answered(200, { reminded: 1 });
      },
      boss,
    );
    const open = screen.getByRole('list', { name: 'Still open' });
    expect(open.textContent).toContain('2 timesheets not submitted');
    expect(open.textContent).toContain('3 unsynced changes on devices');
    const unsynced = screen.getByRole('list', { name: /^People: unsynced/, hidden: true });
    expect(unsynced.textContent).toMatch(/^Ben Ortiz \(3, since 03\/10\/2026/);
    const rates = screen.getByRole('list', { name: /^People: line without/, hidden: true });
    expect(within(rates).getByRole('link', { hidden: true }).getAttribute('href')).toBe(
      `/providers/info/${ANA}?tab=rates`,
    );
    const done = screen.getByRole('list', { name: 'Done' });
    expect(within(done).getAllByRole('listitem')).toHaveLength(CLOSING_ITEMS.length - 3);
    expect(done.textContent).toContain('All SOAP notes are signed');

    const user = userEvent.setup();
    const [remind] = screen.getAllByRole('button', { name: 'Remind 1 person' });
    if (remind === undefined) throw new Error('There is no button to remind.');
    await user.click(remind);
    await waitFor(() => expect(reloads).toBe(1));
    expect(bodies).toEqual([{ pay_period: period.id, item: 'unsubmitted' }]);
  });
});

test('the unsigned notes of a pay period open as just these in Provider Notes', () => {
  showOnline(
    device,
    <ClosingChecklist
      closing={closing([{ item: 'unsigned-note', count: 1, people: [person(ANA, 'Ana Reyes')] }])}
      reload={async () => undefined}
    />,
    () => answered(500, {}),
    boss,
  );
  const link = screen.getByRole('link', { name: 'Open the list: 1 SOAP note not signed' });
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'https://caseload.test');
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/reports/provider_notes',
    { from: period.start_date, to: period.end_date, status: 'unsigned' },
  ]);
});

describe('starting payroll', () => {
  test("can't be pressed for a period that a run has paid, and says why once", async () => {
    await applyPage(device.db, await syncPosition(device.db), {
      ...{ epoch: 'e', cursor: 'c', more: false, is_fresh: false, total: null },
      ...{ server_time: AT, scopes_added: [], scopes_removed: [], done: [] },
      changes: [{ entity: 'pay_period', id: period.id, scopes: ['global'], left: [], row: period }] as never,
    });
    const refusal = 'Run 2026-02-28-1 has paid this period. Reopen it to correct it.';
    const warnings = { unsynced: [], unsubmitted: [], undecided: [], requests: [] };
    showOnline(
      device,
      <StartPayroll onStarted={() => undefined} />,
      () => answered(200, { warnings, refusal }),
      boss,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Start payroll' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText(refusal);
    const start = within(dialog).getByRole('button', { name: 'Start payroll' });
    expect(start.hasAttribute('disabled')).toBe(true);
    expect(dialog.textContent?.split(refusal)).toHaveLength(2);
  });
});

test('a run names whose lines have no pay rate, with the way to the rates, until it is approved', () => {
  const unrated = [{ provider: ANA, provider_name: 'Ana Reyes', what: 'Report writing', lines: 2 }];
  const shown = showOnline(
    device,
    <UnratedLines run={period.id} state="review" unrated={unrated} />,
    () => answered(500, {}),
    boss,
  );
  const list = screen.getByRole('list', { name: 'Missing rates' });
  expect(list.textContent).toBe('Ana Reyes: Report writing (2 lines)');
  expect(within(list).getByRole('link').getAttribute('href')).toBe(`/providers/info/${ANA}?tab=rates`);
  shown.unmount();
  showOnline(
    device,
    <UnratedLines run={period.id} state="approved" unrated={unrated} />,
    () => answered(500, {}),
    boss,
  );
  expect(screen.queryByRole('list', { name: 'Missing rates' })).toBeNull();
});
