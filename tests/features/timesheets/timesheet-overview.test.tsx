import { randomUUID } from 'node:crypto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unsentWrites } from '#db/outbox.ts';
import { timesheetOverview } from '#features/timesheets/timesheet-overview.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const AT = '2026-03-10T12:00:00.000Z';
const [FROM, TO] = ['2026-03-01', '2026-03-15'];
const [ANA, BEN, CLEO, DAN] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
const NAMES = new Map([
  [ANA, 'Ana Reyes'],
  [BEN, 'Ben Ortiz'],
  [CLEO, 'Cleo Park'],
  [DAN, 'Dan Ruiz'],
]);
const totals = {
  ...{ sessions: 2, direct_minutes: 90, indirect_minutes: 0, meal_minutes: 0, paused_minutes: 0 },
  ...{ paid_minutes: 90, expected_minutes: 120 },
};

function sheet(provider_id: string, waiting_for = 0) {
  return {
    ...{ id: randomUUID(), provider_id, period_start_date: FROM, period_end_date: TO, revision: 1 },
    ...{ status: 'submitted', notes: '', attestation_version: 1, attestation_text: 'I declare.' },
    ...{ manifest: [], waiting_for, totals, recommended_by: null, recommended_at: null, decided_by: null },
    ...{
      decided_at: null,
      steps: [],
      captured_by: provider_id,
      captured_at: AT,
      received_at: AT,
      version: 1,
    },
  };
}

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  const providers = [...NAMES].map(([id, name]) => {
    const [provider_first, provider_last] = name.split(' ');
    return {
      ...{ id, provider_first, provider_last, services: [], supervisors: [] },
      ...{ needs_co_sign: false, archived: false, version: 1 },
    };
  });
  const period = { id: randomUUID(), start_date: FROM, end_date: TO, closed_at: null, is_locked: false };
  const placed = (entity: string, rows: readonly { id: string }[]) =>
    rows.map((row) => ({ entity, id: row.id, scopes: ['global'], left: [], row }));
  await applyPage(device.db, await syncPosition(device.db), {
    ...{ epoch: 'e', cursor: 'c', more: false, is_fresh: false, total: null },
    ...{ server_time: AT, scopes_added: [], scopes_removed: [], done: [] },
    changes: [
      ...placed('provider', providers),
      ...placed('pay_period', [{ ...period, version: 1 } as { id: string }]),
      ...placed('timesheet', [sheet(ANA), sheet(BEN), sheet(CLEO, 2)]),
    ] as never,
  });
});
afterEach(async () => {
  cleanup();
  await device.close();
});

function open(hoursCome: () => Promise<void> = async () => undefined) {
  return openReport(device, timesheetOverview, async (name) => {
    await hoursCome();
    if (name === 'timesheet.totals') {
      return { providers: [...NAMES.keys()].map((provider_id) => ({ provider_id, totals })) };
    }
    if (name === 'timesheet.records') return { lunches: [], timecards: [] };
    if (name !== 'timesheet.days') return [];
    const nothing = { meal: null, problems: [], ...totals, sessions: 0, direct_minutes: 0, paid_minutes: 0 };
    return {
      days: [
        { ...nothing, day: '2026-03-02' },
        { ...nothing, day: '2026-03-03', paid_minutes: 60 },
        { ...nothing, day: '2026-03-04', paid_minutes: 30 },
      ],
    };
  });
}

/** The figures of the server are there. */
const figuresShown = () => screen.findAllByText('6:00');

describe('the timesheets of a period', () => {
  test('add up below the rows, and lead to the sheet of a person', async () => {
    const { user, opened } = open();
    await figuresShown();
    const foot = screen.getByText('Total').closest('tr');
    expect([...(foot?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['6:00', '8:00', '8']),
    );
    await user.click(screen.getByText('Ben Ortiz'));
    expect(opened).toEqual([BEN]);
  });

  test('are shown before their hours; exports and print wait for those', async () => {
    let come = () => {};
    const hours = new Promise<void>((resolve) => {
      come = resolve;
    });
    open(() => hours);
    const row = (await screen.findByText('Cleo Park')).closest('tr');
    expect(row?.textContent).toContain('Waiting for 2 items');
    expect(row?.textContent).toContain('–');
    const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
    expect([isDisabled('Export'), isDisabled('Print')]).toEqual([true, true]);
    come();
    await figuresShown();
    expect([isDisabled('Export'), isDisabled('Print')]).toEqual([false, false]);
  });

  test('keep their last hours for offline use', async () => {
    const first = open();
    await figuresShown();
    await waitFor(async () => expect(await device.db.drafts.count()).toBe(1));
    first.shown.unmount();
    open(() => Promise.reject(new NoAnswer()));
    await figuresShown();
    expect(screen.getByText(/Showing the last data we received/)).toBeDefined();
    expect(screen.getByText(/As of 03\/10\/2026 11:00 AM, Pacific/)).toBeDefined();
  });

  test('can be filtered by effective status', async () => {
    const { user } = open();
    await figuresShown();
    const statuses = () => within(screen.getByRole('radiogroup', { name: 'Status' })).getAllByRole('radio');
    const words = () => statuses().map(({ textContent }) => textContent);
    expect(words()).toEqual(['All 4', 'Submitted 2', 'Waiting for items 1', 'Not submitted 1']);
    await user.click(screen.getByRole('radio', { name: 'Waiting for items 1' }));
    await waitFor(() => expect(screen.queryByText('Ana Reyes')).toBeNull());
    expect(screen.getByText('Cleo Park')).toBeDefined();
    // The other counts stay: they say what one press would show.
    expect(words()).toEqual(['All 4', 'Submitted 2', 'Waiting for items 1', 'Not submitted 1']);
    await user.type(screen.getByLabelText('Search'), 'dan');
    await waitFor(() => expect(words()).toEqual(['All 1', 'Waiting for items 0', 'Not submitted 1']));
    await user.click(screen.getByRole('radio', { name: 'All 1' }));
    await waitFor(() => expect(screen.getByText('Dan Ruiz')).toBeDefined());
  });

  test('show the hours of those who have not submitted, and say that they are not submitted', async () => {
    open();
    await figuresShown();
    const row = screen.getByText('Dan Ruiz').closest('tr');
    expect(row?.textContent).toContain('Not submitted1:30');
    expect(screen.getByText(/Gray numbers aren't submitted yet/)).toBeDefined();
  });

  test("explain a person's hours day by day", async () => {
    const { user } = open();
    await figuresShown();
    const row = screen.getByText('Ana Reyes').closest('tr') as HTMLElement;
    const [paid] = within(row).getAllByRole('button', { name: '1:30, why this number' });
    await user.click(paid as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Why this number' });
    expect(within(dialog).getByRole('heading').textContent).toBe('Paid, Ana Reyes');
    await within(dialog).findByText('Tue 03/03/2026');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Tue 03/03/20261:00', 'Wed 03/04/20260:30']);
  });

  test('are those of the server for a period that this device no longer holds, and one that is decided on is borrowed', async () => {
    const ofAna = sheet(ANA);
    await device.db.timesheets.clear();
    await device.db.meta.put({ ...(await syncPosition(device.db)), others_from: '2026-04-01' });
    const { user, office } = openReport(device, timesheetOverview, (name) => {
      if (name === 'timesheet.status') return { revisions: [ofAna] };
      if (name !== 'timesheet.totals') return [];
      const none = { totals, submitted_totals: null, newest: null };
      return {
        providers: [...NAMES.keys()].map((provider_id) => ({
          ...{ provider_id, ...none },
          ...(provider_id === ANA && { submitted_totals: totals, newest: ofAna }),
        })),
      };
    });
    await figuresShown();
    const row = screen.getByText('Ana Reyes').closest('tr') as HTMLElement;
    expect(row.textContent).toContain('Submitted');
    expect(screen.getByText('Ben Ortiz').closest('tr')?.textContent).toContain('Not submitted');

    await user.click(within(row).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Approve 1 timesheet' }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve 1 timesheet' });
    await user.click(within(dialog).getByRole('button', { name: 'Approve 1 timesheet' }));
    await waitFor(async () => expect(await unsentWrites(device.db)).toHaveLength(1));
    expect((await unsentWrites(device.db))[0]).toMatchObject({
      ...{ endpoint: 'timesheet.decide', entity_id: ofAna.id, base_version: 1 },
    });
    expect(await device.db.timesheets.get(ofAna.id)).toMatchObject({ scopes: [], is_withdrawn: 1 });

    const asked = () => office.calls.filter(([name]) => name === 'timesheet.totals').length;
    const before = asked();
    await device.db.outbox.clear();
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
  });

  test('are approved together with the same call as one alone, and report what the server rejected', async () => {
    const { user } = open();
    await figuresShown();
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Approve 2 timesheets' }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve 2 timesheets' });
    expect(dialog.textContent).toContain('3 h of paid time goes to payroll.');
    const listed = (name: string) =>
      within(within(dialog).getByRole('list', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(listed('Not included: 2 timesheets')).toEqual([
      "Cleo Park: This timesheet is waiting for 2 items that haven't synced.",
      'Dan Ruiz: No timesheet was submitted.',
    ]);
    await user.click(within(dialog).getByRole('button', { name: 'Approve 2 timesheets' }));

    await waitFor(async () => expect(await unsentWrites(device.db)).toHaveLength(2));
    const [first, second] = await unsentWrites(device.db);
    expect(first).toMatchObject({
      endpoint: 'timesheet.decide',
      content: { body: { new_status: 'approved', notes: '' } },
    });
    await device.db.outbox
      .where('write_id')
      .equals(first?.write_id ?? '')
      .delete();
    await device.db.outbox
      .where('write_id')
      .equals(second?.write_id ?? '')
      .modify({
        state: 'parked',
        problem: { code: 'timesheet.decided', message: 'It is rejected already.' },
      });
    expect(await within(dialog).findByText('Approved: 1 timesheet')).toBeDefined();
    expect(listed('Not changed: 1 timesheet')).toEqual(['Ben Ortiz: It is rejected already.']);
  });

  test('say when offline that approvals wait for the server', async () => {
    const { user, office } = open();
    await figuresShown();
    office.setReachable(false);
    await user.click(screen.getByRole('checkbox', { name: 'Select Ana Reyes' }));
    await user.click(screen.getByRole('button', { name: 'Approve 1 timesheet' }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve 1 timesheet' });
    await user.click(within(dialog).getByRole('button', { name: 'Approve 1 timesheet' }));
    expect(
      await within(dialog).findByText('Saved on this device, waiting for the server: 1 timesheet'),
    ).toBeDefined();
  });
});
