import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { TimesheetTotals } from '#domain/timesheets/timesheet.ts';
import { HoursHeadlines } from '#features/timesheets/hours-headlines.tsx';
import { SignedInContext, type SignedInDevice } from '#screens/device/signed-in.ts';

afterEach(cleanup);

const TOTALS: TimesheetTotals = {
  ...{ sessions: 40, direct_minutes: 1_395, indirect_minutes: 45, meal_minutes: 205, paused_minutes: 0 },
  ...{ paid_minutes: 2_707, expected_minutes: 2_010 },
};

function show(changes: Partial<TimesheetTotals>, emp = 'w2_nonexempt') {
  const signedIn = { profile: { emp } } as unknown as SignedInDevice;
  render(
    <SignedInContext value={signedIn}>
      <HoursHeadlines totals={{ ...TOTALS, ...changes }} submitted={null} className="" />
    </SignedInContext>,
  );
  return screen.getByText(/^Paid is /).textContent;
}

test('the hours say how much of the paid time is not spent in sessions', () => {
  expect(show({})).toBe(
    "Paid is your clocked time without meals and breaks, or your sessions on days you didn't clock in: " +
      '24 h in sessions and 21 h 7 min of other work. ' +
      'Expected is the time on your calendar, without lunches and school closures.',
  );
});

test('the hours say if sessions add up to more than the paid time', () => {
  expect(show({ paid_minutes: 1_380 })).toContain('Your sessions add up to 1 h more,');
  cleanup();
  expect(show({ paid_minutes: 1_440 })).toContain("you didn't clock in. Expected");
});

test('someone without a timecard is paid for direct and indirect time', () => {
  expect(show({ paid_minutes: 1_440 }, 'contractor')).toContain('Paid is your direct and indirect time');
});
