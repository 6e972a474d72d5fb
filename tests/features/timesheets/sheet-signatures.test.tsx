import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Timesheet } from '#contract/timesheet.ts';
import { SheetFrame } from '#features/timesheets/sheet-frame.tsx';
import type { Period } from '#screens/pay-period/period-choice.ts';

const MAYA = 'maya';
const CLEO = 'cleo';
const totals = {
  ...{ sessions: 2, direct_minutes: 90, indirect_minutes: 0, meal_minutes: 0, paused_minutes: 0 },
  ...{ paid_minutes: 90, expected_minutes: 120 },
};
const period = { start_date: '2026-03-01', end_date: '2026-03-15', is_locked: false } as Period;
const submitted = { status: 'submitted', at: '2026-03-16T17:00:00.000Z', by: MAYA, notes: '' };
const approved = { status: 'approved', at: '2026-03-17T17:00:00.000Z', by: CLEO, notes: '' };
const rejected = { ...approved, status: 'rejected' };

afterEach(cleanup);

function signaturesOf(status: string | null, steps: readonly object[]): string[] {
  const sheet = {
    ...{ id: 's', provider_id: MAYA, revision: 1, status, steps, notes: '', waiting_for: 0, version: 1 },
    ...{ attestation_text: 'I declare.', totals, received_at: null, captured_at: submitted.at },
  } as unknown as Timesheet;
  const { container } = render(
    <SheetFrame
      {...{ provider: MAYA, person: 'Maya Reyes', period, switchers: null, statusLine: null }}
      hours={{ days: [], totals }}
      sheets={status === null ? [] : [sheet]}
      names={new Map([[CLEO, 'Cleo Park']])}
      signers={
        new Map([
          [MAYA, 'Maya Reyes, M.S., CCC-SLP'],
          [CLEO, 'Cleo Park'],
        ])
      }
    />,
  );
  return [...container.querySelectorAll('footer p')].map((line) => line.textContent);
}

test.each([
  [null, [], ['Signature of Maya Reyes, M.S., CCC-SLP', 'Date', 'Approved by', 'Date']],
  [
    'submitted',
    [submitted],
    ['Submitted electronically by Maya Reyes, M.S., CCC-SLP', '03/16/2026 10:00 AM', 'Approved by', 'Date'],
  ],
  [
    'rejected',
    [submitted, rejected],
    ['Signature of Maya Reyes, M.S., CCC-SLP', 'Date', 'Approved by', 'Date'],
  ],
  [
    'approved',
    [submitted, approved],
    [
      ...['Submitted electronically by Maya Reyes, M.S., CCC-SLP', '03/16/2026 10:00 AM'],
      ...['Approved electronically by Cleo Park', '03/17/2026 10:00 AM'],
    ],
  ],
])('a printed timesheet that is %s ends with who signed it', (status, steps, lines) => {
  expect(signaturesOf(status, steps)).toEqual(lines);
});
