import { cleanup, screen, within } from '@testing-library/react';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InsuranceClaim } from '#contract/insurance.ts';
import { insuranceClients } from '#features/billing/insurance-list.tsx';
import { openDevice, type TestDevice } from '#tests/support/device.ts';
import { stubLayout } from '#tests/support/office-screen.tsx';
import { openReport } from '#tests/support/open-report.tsx';
import { cloneInOwnRealm } from '#tests/support/own-realm-clone.ts';

const PAULA = uuidv7();

function claim(student_name: string, missing: InsuranceClaim['missing']): InsuranceClaim {
  return {
    line: {
      ...{ session: uuidv7(), student: uuidv7(), student_name, session_date: '2026-10-06' },
      ...{ start_time: '09:00', client: uuidv7(), client_name: 'Rivera Family', provider: PAULA },
      ...{ provider_name: 'Paula Pine', service: uuidv7(), service_name: 'Speech', location: null },
      ...{ location_name: '', setting: 'individual', attendance: 'delivered', kind: 'billed', blocker: null },
      ...{ minutes: 30, hourly_cents: 12_100, amount_cents: 6_050, rate: uuidv7(), rate_level: 'client' },
      ...{ rate_cents: 12_100, rate_year: 2026, reasons: [], is_approved: true, approved_by_name: null },
      ...{ approved_at: null, late_for_client: false, late_for_payroll: false },
      ...{ captured_at: '2026-10-06T17:00:00.000Z', received_at: '2026-10-06T17:00:00.000Z' },
    },
    ...{ student_first_name: 'Anna', student_last_name: 'Abara', date_of_birth: '2016-02-29', sex: 'female' },
    ...{ address: { street: '12 Oak St.', city: 'Fresno', state: 'CA', zip: '93702' }, payer: 'Sierra Care' },
    ...{ member_id: 'M-100', has_signed_note: true, dx_codes: ['F80.0'], cpt_codes: ['92507'] },
    ...{ npi: missing.includes('npi') ? '' : '1234567893', taxonomy_code: '', place_of_service: '03' },
    ...{ modifiers: [], units: 1, missing },
  };
}

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

test('a missing taxonomy code leads to the provider, and the claim is ready without it', async () => {
  const claims = [claim('Anna Abara', ['taxonomy_code']), claim('Ben Boateng', ['npi', 'taxonomy_code'])];
  const head = { as_of: '2026-11-25T20:00:00.000Z', unsynced: [] };
  openReport(device, insuranceClients, () => ({ ...head, claims }), { role: '0' });
  const table = await screen.findByRole('table', { name: 'Claims' });
  const rowOf = (name: string) => within(table).getByRole('row', { name: new RegExp(name) });
  const anna = within(rowOf('Anna Abara'));
  expect(anna.getByText('Ready')).toBeDefined();
  expect(anna.getByRole('link', { name: 'Provider taxonomy' }).getAttribute('href')).toBe(
    `/providers/info/${PAULA}`,
  );
  const ben = within(rowOf('Ben Boateng'));
  expect(ben.queryByText('Ready')).toBeNull();
  expect(ben.getByRole('link', { name: 'Provider NPI' })).toBeDefined();
  expect(screen.getByLabelText('Totals').textContent).toContain('Ready to file1');
});
