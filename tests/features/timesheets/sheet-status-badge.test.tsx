import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SheetStatusBadge } from '#features/timesheets/sheet-status-badge.tsx';

afterEach(cleanup);

test.each([
  ['submitted', { version: 0, waiting_for: 2 }, 'Not submitted yet'],
  ['submitted', { version: 1, waiting_for: 2 }, 'Waiting for 2 items'],
  ['submitted', { version: 1, waiting_for: 1 }, 'Waiting for 1 item'],
  ['submitted', { version: 1, waiting_for: 0 }, 'Submitted'],
  ['withdrawn', { version: 2, waiting_for: 1 }, 'Withdrawn'],
  ['not-submitted', null, 'Not submitted'],
] as const)('a timesheet that is %s with %o says "%s"', (status, arrival, words) => {
  const { container } = render(<SheetStatusBadge status={status} arrival={arrival} />);
  expect(container.textContent).toBe(words);
});
