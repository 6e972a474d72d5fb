import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import { ROLES } from '#domain/access/roles.ts';
import { RUN_LINE_FILTERS } from '#features/payroll/payroll-filters.ts';
import { RunScreen } from '#features/payroll/run-screen.tsx';
import { type ReportAddress, reportAddress } from '#screens/report/address.ts';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { scriptedOffice, showTo, stubLayout } from '#tests/support/office-screen.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';
import { payrollRun } from '#tests/support/payroll-run.ts';

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

test('a day before the run was started says so, and leads back to the run', async () => {
  const words = 'This run was started on 11/02/2026. Choose that day or a later one.';
  const office = scriptedOffice((name, { query }) => {
    if (query?.on !== undefined) throw new ApiError('request.invalid', { fields: { on: words } });
    return name === 'payroll.read-run'
      ? { run: payrollRun, unrated: [], days: [] }
      : { lines: [], names: { providers: [], services: [], clients: [] } };
  });
  function Shown() {
    const [search, setSearch] = useState<ReportAddress<typeof RUN_LINE_FILTERS>>({ on: '2026-11-01' });
    return (
      <RunScreen
        id={payrollRun.id}
        search={search}
        onSearch={(change) => setSearch(change)}
        onRun={() => undefined}
        onDiscarded={() => undefined}
        back={null}
        differences={<a href="#differences">Differences</a>}
        notFound="Not found"
        linkTo={(_, content) => content}
        whyLink={(_, content) => content}
      />
    );
  }
  showTo(device, office, <Shown />, { auth: ROLES.superAdmin, grants: [] });
  expect(await screen.findByText(words)).toBeDefined();
  // Asking again can't help.
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show the current run' }));
  expect(await screen.findByRole('heading', { name: /^\d\d\/\d\d\/\d{4} – / })).toBeDefined();
  expect(screen.queryByText(words)).toBeNull();
});

test("an invalid day is left out of a run's address", () => {
  expect(reportAddress(RUN_LINE_FILTERS)({ on: 'nonsense', show: 'late' })).toEqual({ show: 'late' });
});
