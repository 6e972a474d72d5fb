import { randomUUID } from 'node:crypto';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MissingRate, OpenTime } from '#contract/payroll-closing.ts';
import { ROLES } from '#domain/access/roles.ts';
import { rateGap } from '#features/payroll/missing-rate-entry.ts';
import { missingRateList } from '#features/payroll/missing-rate-list.tsx';
import { openTimeList } from '#features/payroll/open-time-list.tsx';
import { NoAnswer } from '#sync/api-client.ts';
import { applyPage, syncPosition } from '#sync/pull/pull.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const AS_OF = '2026-03-10T20:00:00.000Z';
const PERIOD = randomUUID();
const [ANA, BEN] = [randomUUID(), randomUUID()];
const SPEECH = randomUUID();

let device: TestDevice;
beforeEach(async () => {
  cloneInOwnRealm();
  stubLayout();
  device = await openDevice();
  const period = {
    ...{ id: PERIOD, start_date: '2026-03-01', end_date: '2026-03-15' },
    ...{ closed_at: null, is_locked: false, version: 1 },
  };
  await applyPage(device.db, await syncPosition(device.db), {
    ...{ epoch: 'e', cursor: 'c', more: false, is_fresh: false, total: null },
    ...{ server_time: AS_OF, scopes_added: [], scopes_removed: [], done: [] },
    changes: [{ entity: 'pay_period', id: PERIOD, scopes: ['global'], left: [], row: period }] as never,
  });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await device.close();
});

const head = { as_of: AS_OF, pay_period: PERIOD, unsynced: [] };
const boss = { role: ROLES.superAdmin };

function openTime(provider: string, provider_name: string, reminded_at: string | null = null): OpenTime {
  return {
    ...{ id: randomUUID(), kind: 'timecard', provider, provider_name, reminded_at },
    ...{ day: '2026-03-02', since: '2026-03-02T16:00:00.000Z' },
  };
}

function missingRate(given: Partial<MissingRate>): MissingRate {
  return {
    ...{ provider: ANA, provider_name: 'Ana Reyes', kind: 'session', service: SPEECH, what: 'Speech' },
    ...{ start_year: 2025, lines: 3, minutes: 90, first_day: '2026-03-02' },
    ...given,
  };
}

test('providers of open time are reminded by what is selected, but not twice a day', async () => {
  const rows = [openTime(ANA, 'Ana Reyes'), openTime(BEN, 'Ben Ortiz', '2026-03-10T18:00:00.000Z')];
  const { user, office } = openReport(
    device,
    openTimeList,
    (name) => (name === 'payroll.remind' ? { reminded: 1 } : { ...head, rows }),
    boss,
  );
  await screen.findByText('Ben Ortiz');
  await user.click(screen.getByRole('checkbox', { name: /all/i }));
  await user.click(screen.getByRole('button', { name: /^Remind about/ }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Already reminded today.');
  await user.click(within(dialog).getByRole('button', { name: 'Remind about 1 open time' }));
  await within(dialog).findByText('Reminded: 1 open time');
  expect(office.calls.filter(([name]) => name === 'payroll.remind').map(([, { body }]) => body)).toEqual([
    { pay_period: PERIOD, item: 'open-time', person: ANA },
  ]);
});

describe('missing pay rates', () => {
  test('of a service and of other time are entered with one amount', async () => {
    const rows = [
      missingRate({}),
      missingRate({ provider: BEN, provider_name: 'Ben Ortiz', kind: 'clock', service: null, what: 'Clock' }),
    ];
    const { user, office } = openReport(device, missingRateList, () => ({ ...head, rows }), boss);
    await screen.findByText('Ben Ortiz');
    await user.click(screen.getByRole('checkbox', { name: /all/i }));
    await user.click(screen.getByRole('button', { name: /^Enter rate for/ }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Enter 2 rates' }));
    await within(dialog).findByText('Enter an amount such as 48.50.');
    await user.type(within(dialog).getByLabelText(/Dollars per hour/), '48.50');
    await user.click(within(dialog).getByRole('button', { name: 'Enter 2 rates' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')?.textContent).toBeUndefined());
    const made = office.calls.filter(([name]) => name.endsWith('.create'));
    expect(made.map(([name, { params, body }]) => [name, params, body])).toMatchObject([
      ['provider-rate.create', { id: ANA }, { service: SPEECH, start_year: 2025, amount_cents: 4_850 }],
      [
        ...['pay-rate.create', undefined],
        { provider: BEN, pay_type: 'clock', starts_on: '2026-03-02', rate_tenths: 48_500 },
      ],
    ]);
  });

  test('of their own are left to others, and a rate whose answer was lost is sent again as it was', async () => {
    const rows = [
      missingRate({ provider: device.workspace.user_id, provider_name: 'Own Person' }),
      missingRate({}),
    ];
    let tries = 0;
    const { user, office } = openReport(
      device,
      missingRateList,
      (name) => {
        if (name !== 'provider-rate.create') return { ...head, rows };
        tries += 1;
        if (tries === 1) throw new NoAnswer();
        return {};
      },
      boss,
    );
    await screen.findByText('Own Person');
    await user.click(screen.getByRole('checkbox', { name: /all/i }));
    await user.click(screen.getByRole('button', { name: /^Enter rate for/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain("1 isn't included");
    await user.type(within(dialog).getByLabelText(/Dollars per hour/), '48.50');
    const enter = within(dialog).getByRole('button', { name: 'Enter 1 rate' });
    await user.click(enter);
    await within(dialog).findByRole('alert');
    await user.click(enter);
    await vi.waitFor(() => expect(screen.queryByRole('dialog')?.textContent).toBeUndefined());
    const made = office.calls.filter(([name]) => name === 'provider-rate.create').map(([, { body }]) => body);
    expect(made).toHaveLength(2);
    expect(made[1]).toEqual(made[0]);
  });

  test.each([
    ['daily-overtime', "It's paid by the rates of the day's services. Enter those first."],
    ['mileage', "It's paid by the mile. Enter its rate under Pay rates."],
    ['paid-time-off', null],
  ] as const)('say of %s whether an hourly rate pays it', (kind, words) => {
    expect(rateGap({ kind, service: null })).toBe(words);
  });
});
