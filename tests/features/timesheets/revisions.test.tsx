import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Timesheet } from '#contract/timesheet.ts';
import { Revisions } from '#features/timesheets/revisions.tsx';

afterEach(cleanup);

const AT = '2026-03-10T18:00:00.000Z';
const sheet = (version: number) =>
  ({
    ...{ id: `sheet-${version}`, revision: 1, version, status: 'submitted', waiting_for: 0 },
    totals: { paid_minutes: 450 },
    steps: [{ status: 'submitted', at: AT, by: 'ann', notes: '' }],
  }) as Timesheet;

test.each([
  [0, 'Saved on this device by Ann'],
  [1, 'Submitted by Ann'],
])('the steps of a timesheet of version %i say "%s"', (version, words) => {
  render(<Revisions sheets={[sheet(version)]} names={new Map([['ann', 'Ann']])} />);
  expect(screen.getByRole('listitem').textContent).toContain(words);
});
