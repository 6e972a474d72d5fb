import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SheetStatusBadge } from '#features/timesheets/sheet-status-badge.tsx';

afterEach(cleanup);

test.each([
  ['submitted', true, 'Not submitted yet'],
  ['submitted', false, 'Submitted'],
  ['approved', false, 'Approved'],
] as const)('a timesheet that is %s, unsent %s, says "%s"', (status, isUnsent, words) => {
  const { container } = render(<SheetStatusBadge status={status} isUnsent={isUnsent} />);
  expect(container.textContent).toBe(words);
});
